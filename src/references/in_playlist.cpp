#include "src/references/in_playlist.hpp"

#include <algorithm>
#include <cstdint>

#include "src/references/text/in_text_part.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view line_place = "m3u";

bool is_drive_path(std::string_view text) {
  return text.size() >= 3 && bytes::alpha.contains(text[0]) && text[1] == ':' &&
         (text[2] == '\\' || text[2] == '/');
}

// RFC 8216 section 4.3, and the tags of its later drafts.
bool holds_url(std::string_view attribute) {
  return attribute == "URI" || attribute.ends_with("-URI") || attribute == "X-ASSET-LIST";
}

// Returns the name of the attribute (NAME="value") whose quoted value begins at `quote`; empty if none.
std::string_view attribute_before(std::string_view line, std::size_t quote) {
  static constexpr byte_set in_name = bytes::alphanum | byte_set("-");
  if (quote == 0 || line[quote - 1] != '=') return {};
  const std::size_t end = quote - 1;
  std::size_t begin = end;
  while (begin != 0 && in_name.contains(line[begin - 1])) --begin;
  return line.substr(begin, end - begin);
}

void add_url(const document& doc, std::string_view url, std::string_view where, findings& found,
             stats& counted) {
  if (url.empty()) return;
  const auto position = static_cast<std::uint32_t>(url.data() - doc.body.data());
  const bool is_template = url.find("{$") != npos;
  if (is_template || is_drive_path(url)) {
    const rejection why = is_template ? rejection::url_template : rejection::no_url;
    counted.reject(why, url);
    found.refuse(why, url, where, position);
    return;
  }
  reference& added = found.references.emplace_back();
  added.raw = url;
  added.where = where;
  added.position = position;
}

// Returns "EXT-X-KEY@URI" for the tag and the attribute.
std::string_view place_of(std::string_view tag, std::string_view attribute, findings& found) {
  constexpr std::size_t longest = 64;
  tag = tag.substr(0, longest);
  attribute = attribute.substr(0, longest);
  char* const place = found.decoded.reserve(tag.size() + 1 + attribute.size());
  char* end = std::copy(tag.begin(), tag.end(), place);
  *end++ = '@';
  std::copy(attribute.begin(), attribute.end(), end);
  return found.decoded.commit(tag.size() + 1 + attribute.size());
}

}  // namespace

void playlist_finder::find(const document& doc, findings& found, stats& counted) {
  const std::string_view body = doc.body;
  const arena::mark before = found.decoded.filled();
  for (std::size_t at = 0; at < body.size();) {
    const std::size_t end = std::min(body.find('\n', at), body.size());
    const std::string_view line = trimmed(without_utf8_mark(body.substr(at, end - at)), bytes::html_space);
    if (line.starts_with('#'))
      read_tag(doc, line, found, counted);
    else
      add_url(doc, line, line_place, found, counted);
    found.deliver_batch(before);
    at = end + 1;
  }
}

void playlist_finder::read_tag(const document& doc, std::string_view line, findings& found, stats& counted) {
  const std::string_view tag = line.substr(1, std::min(line.find(':'), line.size()) - 1);
  std::size_t searched = 0;  // everything before this offset was read
  for (std::size_t quote = line.find('"'); tag.starts_with("EXT") && quote < line.size();) {
    const std::size_t closing = line.find('"', quote + 1);
    if (closing == npos) break;
    const std::string_view attribute = attribute_before(line, quote);
    if (holds_url(attribute)) {
      find_in_text_part(text_, doc, line.substr(searched, quote - searched), found, counted);
      add_url(doc, trimmed(line.substr(quote + 1, closing - quote - 1), bytes::html_space),
              place_of(tag, attribute, found), found, counted);
      searched = closing + 1;
    }
    quote = line.find('"', closing + 1);
  }
  find_in_text_part(text_, doc, line.substr(searched), found, counted);
}

}  // namespace urlsieve
