#include "src/url/iri.hpp"

#include <unicode/utf8.h>

#include <algorithm>
#include <string>

#include "src/url/validity.hpp"

namespace urlsieve {

namespace {

// RFC 3987 section 2.2: no private use, no tags, and of each plane neither of the last two.
bool is_ucschar(UChar32 character) {
  if (character < 0xA0) return false;
  if (character < 0x10000)
    return character <= 0xD7FF || (character >= 0xF900 && character <= 0xFDCF) ||
           (character >= 0xFDF0 && character <= 0xFFEF);
  return (character & 0xFFFF) <= 0xFFFD && character < 0xF0000 &&
         (character < 0xE0000 || character >= 0xE1000);
}

bool is_iprivate(UChar32 character) {
  return (character >= 0xE000 && character <= 0xF8FF) ||
         (character >= 0xF0000 && (character & 0xFFFF) <= 0xFFFD);
}

}  // namespace

bool is_valid_iri(const url_view& url) {
  // A letter for each byte of what an IRI may hold beyond ASCII; the rest is a question of URLs.
  std::string letters(url.whole());
  const url_offsets& at = url.offsets();
  const auto size = static_cast<std::int32_t>(letters.size());
  for (std::int32_t next = 0; next < size;) {
    const std::int32_t start = next;
    UChar32 character = 0;
    U8_NEXT(letters.data(), next, size, character);
    if (character >= 0 && character < 0x80) continue;
    const auto place = static_cast<std::uint32_t>(start);
    if (url.host().starts_with('[') && place >= at.host && place < at.path) continue;  // an IP-literal
    const bool in_query = url.has_query() && place > at.query && place < std::min(at.fragment, at.size);
    if (is_ucschar(character) || (in_query && is_iprivate(character)))
      std::fill(letters.begin() + start, letters.begin() + next, 'x');
  }
  return is_valid(url_view(letters.data(), at));
}

}  // namespace urlsieve
