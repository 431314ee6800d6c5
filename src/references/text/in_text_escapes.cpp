#include "src/references/text/in_text_escapes.hpp"

#include <algorithm>
#include <array>

#include "src/references/text/in_text_character.hpp"
#include "src/references/text/in_text_delimit.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/json/json_escape.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t longest_escape = 12;

// A character of a URL as written.
struct written {
  std::size_t size = 0;  // 0: the URL ends
  std::array<char, 4> meant{};
  std::size_t meant_size = 0;  // 0: no escape
};

// Reads an escape of JSON. Escapes of characters that end a URL in text are not read.
written read_json_character(std::string_view text, std::size_t at) {
  const json_escape escape = read_json_escape(text, at);
  if (escape.is != json_escape::kind::character) return {};
  written found{escape.size, {}, 0};
  char* const end = encode_utf8(escape.character, found.meant.data());
  found.meant_size = static_cast<std::size_t>(end - found.meant.data());
  return url_character({found.meant.data(), found.meant_size}, 0) == found.meant_size ? found : written{};
}

written read_character(std::string_view text, std::size_t at, escape_form form) {
  if (text[at] != '\\') return {url_character(text, at), {}, 0};
  if (form == escape_form::json) return read_json_character(text, at);
  const char next = at + 1 < text.size() ? text[at + 1] : '\0';
  return byte_set(":=#!").contains(next) ? written{2, {next}, 1} : written{};
}

// Returns true if the backslash at `at`, which no character begins, may follow a URL: it begins another
// escape of JSON, or continues a line of a properties file.
bool may_follow(std::string_view text, std::size_t at, escape_form form) {
  if (at + 1 >= text.size()) return true;
  if (form == escape_form::properties) return bytes::text_space.contains(text[at + 1]);
  return text[at + 1] == 'u' || read_json_escape(text, at).is != json_escape::kind::unknown;
}

// Returns true if a pattern begins before the scheme, not a URL of JSON: /http:\/\/a\/b/, ^http:\/\/a,
// (http:\/\/a). CSS in JSON has url(http:\/\/a).
bool begins_pattern(std::string_view before) {
  if (before.empty()) return false;
  const char last = before.back();
  return last == '/' || last == '^' || (last == '(' && !ascii::ends(before, "url("));
}

}  // namespace

bool has_escaped_delimiter(std::string_view text, std::size_t colon, escape_form form) {
  const std::string_view behind = text.substr(colon + 1);
  return form == escape_form::json ? behind.starts_with("\\/\\/")
                                   : colon != 0 && text[colon - 1] == '\\' && behind.starts_with("//");
}

escaped_url read_escaped_url(std::string_view text, std::size_t floor, std::size_t colon, std::size_t longest,
                             escape_form form, arena& out) {
  const std::size_t scheme_end = form == escape_form::json ? colon : colon - 1;
  const std::string_view before = text.substr(floor, scheme_end - floor);
  std::size_t size = 0;
  for (const std::string_view scheme : {"https", "http", "ftp"})
    if (size == 0 && ascii::ends(before, scheme)) size = scheme.size();
  escaped_url found;
  found.start = scheme_end - size;
  if (size == 0 || (found.start > floor && bytes::scheme_char.contains(text[found.start - 1]))) return found;
  if (form == escape_form::json && begins_pattern(text.substr(0, found.start))) return found;
  const std::size_t front = found.start == 0 ? 0 : found.start - 1;  // this byte decides about the end
  char* const place = out.reserve(std::min(text.size() - front, longest + longest_escape + 1));
  char* last = place;
  if (front != found.start) *last++ = text[front];
  std::size_t end = found.start;
  while (end < text.size() && end - found.start <= longest) {
    // The scheme has no escapes, and its colon may follow a backslash.
    const written next = end < scheme_end ? written{1, {}, 0} : read_character(text, end, form);
    if (next.size == 0) break;
    last = next.meant_size != 0 ? std::copy_n(next.meant.data(), next.meant_size, last)
                                : std::copy_n(text.data() + end, next.size, last);
    end += next.size;
  }
  found.read_end = end;
  if (end - found.start > longest) return found;
  if (end < text.size() && text[end] == '\\' && !may_follow(text, end, form)) return found;
  const std::string_view decoded = out.commit(static_cast<std::size_t>(last - place));
  const std::size_t begin = found.start - front;
  const text_match match = delimit_bare(decoded, {begin, begin + size, text_scheme::host, true, false});
  if (match.rejected != rejection::none) return found;
  found.url = decoded.substr(begin, match.end - begin);
  found.delimited = match.delimited;
  found.end = found.start;
  for (std::size_t left = found.url.size(); left != 0;) {
    const written next = read_character(text, found.end, form);
    left -= next.meant_size != 0 ? next.meant_size : next.size;
    found.end += next.size;
  }
  return found;
}

}  // namespace urlsieve
