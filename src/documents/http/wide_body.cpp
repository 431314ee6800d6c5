#include "src/documents/http/wide_body.hpp"

#include <cstddef>
#include <string>

#include "src/documents/media_type.hpp"
#include "src/text/ascii.hpp"

namespace urlsieve {

std::optional<wide_encoding> find_wide_body(std::string_view content_type, std::string_view body) {
  // Examine fewer bytes of pages: pages are frequent and begin with a tag.
  constexpr std::size_t looked_at_in_page = 512;
  constexpr std::size_t looked_at = std::size_t{16} << 10;
  const bool is_page = ascii::same(essence_of(content_type), "text/html");
  if (body.substr(0, is_page ? looked_at_in_page : looked_at).find('\0') == std::string_view::npos)
    return std::nullopt;
  if (is_foreign(content_type)) return std::nullopt;
  const bool is_text = media_of(content_type, {}) == media::text;
  const std::string_view charset = charset_parameter(content_type);
  if (!charset.empty() && !(is_text && ascii::begins(charset, "utf-16"))) return std::nullopt;
  const std::optional<wide_encoding> found = find_wide_encoding(body);
  const bool is_marked = found && found->unit == 2 && found->mark != 0;
  return is_marked && !is_text ? std::nullopt : found;
}

std::string_view decode_wide_body(std::string_view body, const wide_encoding& from, arena& out) {
  const std::string text = wide_as_utf8(body, from);
  char* const place = out.reserve(text.size() + arena::read_padding);
  text.copy(place, text.size());
  return out.commit(text.size() + arena::read_padding).substr(0, text.size());
}

}  // namespace urlsieve
