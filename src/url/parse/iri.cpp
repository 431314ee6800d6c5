#include "src/url/parse/iri.hpp"

#include <algorithm>
#include <string>

#include "src/text/encodings/utf8.hpp"
#include "src/url/parse/validity.hpp"

namespace urlsieve {

namespace {

// Returns true for ucschar (RFC 3987 section 2.2): excludes private use, tags, and the last two characters of
// each plane.
bool is_ucschar(char32_t character) {
  if (character < 0xA0) return false;
  if (character < 0x10000)
    return character <= 0xD7FF || (character >= 0xF900 && character <= 0xFDCF) ||
           (character >= 0xFDF0 && character <= 0xFFEF);
  return (character & 0xFFFF) <= 0xFFFD && character < 0xF0000 &&
         (character < 0xE0000 || character >= 0xE1000);
}

bool is_iprivate(char32_t character) {
  return (character >= 0xE000 && character <= 0xF8FF) ||
         (character >= 0xF0000 && (character & 0xFFFF) <= 0xFFFD);
}

}  // namespace

bool is_valid_iri(const url_view& url) {
  // Replaces each byte of valid non-ASCII characters by a letter, and validates the result as a URL.
  std::string letters(url.whole());
  const url_offsets& at = url.offsets();
  for (std::size_t next = 0; next < letters.size();) {
    const std::size_t start = next;
    const utf8_piece piece = first_utf8(std::string_view(letters).substr(start));
    next += piece.size;
    if (!piece.well_formed || piece.character < 0x80) continue;
    const auto place = static_cast<std::uint32_t>(start);
    if (url.host().starts_with('[') && place >= at.host && place < at.path) continue;  // an IP-literal
    const bool in_query = url.has_query() && place > at.query && place < std::min(at.fragment, at.size);
    if (is_ucschar(piece.character) || (in_query && is_iprivate(piece.character)))
      letters.replace(start, piece.size, piece.size, 'x');
  }
  return is_valid(url_view::at(letters.data(), at));
}

}  // namespace urlsieve
