#include "src/references/text/in_text_escapes.hpp"

#include "src/references/text/in_text_character.hpp"
#include "src/references/text/in_text_delimit.hpp"
#include "src/text/ascii.hpp"
#include "src/text/hex.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

// A character of a URL as written.
struct written {
  std::size_t size = 0;  // 0: the URL ends
  char meant = 0;        // the character of an escape; 0: no escape
};

// Reads "\u0021" to "\u007E".
written read_unicode_escape(std::string_view rest) {
  constexpr std::size_t size = 6;
  if (rest.size() < size || !rest.starts_with("\\u00")) return {};
  const unsigned high = hex_value(rest[4]);
  const unsigned low = hex_value(rest[5]);
  if (high >= 8 || low >= 16) return {};
  const auto meant = static_cast<char>(high << 4U | low);
  return url_character(std::string_view(&meant, 1), 0) == 1 ? written{size, meant} : written{};
}

written read_character(std::string_view text, std::size_t at, escape_form form) {
  if (text[at] != '\\') return {url_character(text, at), 0};
  const std::string_view rest = text.substr(at);
  if (form == escape_form::json) return rest.starts_with("\\/") ? written{2, '/'} : read_unicode_escape(rest);
  return rest.size() > 1 && byte_set(":=#!").contains(rest[1]) ? written{2, rest[1]} : written{};
}

// Returns true if the backslash at `at`, which no character begins, may follow a URL.
bool may_follow(std::string_view text, std::size_t at, escape_form form) {
  if (at + 1 >= text.size()) return true;
  if (form == escape_form::json) return byte_set("\"\\nrtbfu").contains(text[at + 1]);
  return bytes::text_space.contains(text[at + 1]);  // a backslash before white space continues the line
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
  const std::size_t front = found.start == 0 ? 0 : found.start - 1;  // this byte decides about the end
  std::size_t end = scheme_end;
  while (end < text.size() && end - found.start <= longest) {
    const written next = read_character(text, end, form);
    if (next.size == 0) break;
    end += next.size;
  }
  found.read_end = end;
  if (end - found.start > longest) return found;
  if (end < text.size() && text[end] == '\\' && !may_follow(text, end, form)) return found;
  char* const place = out.reserve(end - front);
  std::size_t written_size = 0;
  if (front != found.start) place[written_size++] = text[front];
  for (std::size_t at = found.start; at < end;) {
    const written next = read_character(text, at, form);
    if (next.meant != 0)
      place[written_size++] = next.meant;
    else
      written_size += text.substr(at, next.size).copy(place + written_size, next.size);
    at += next.size;
  }
  const std::string_view decoded = out.commit(written_size);
  const std::size_t begin = found.start - front;
  const text_match match = delimit_bare(decoded, {begin, begin + size, text_scheme::host, true, false});
  if (match.rejected != rejection::none) return found;
  found.url = decoded.substr(begin, match.end - begin);
  found.delimited = match.delimited;
  found.end = found.start;
  for (std::size_t left = found.url.size(); left != 0;) {
    const written next = read_character(text, found.end, form);
    left -= next.meant != 0 ? 1 : next.size;
    found.end += next.size;
  }
  return found;
}

}  // namespace urlsieve
