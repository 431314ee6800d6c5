// What decompressed bytes are, by their first bytes: never by a name. Mail and news are told elsewhere, by
// the rules that separate their messages.
#ifndef URLSIEVE_INPUT_SNIFF_HPP
#define URLSIEVE_INPUT_SNIFF_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urlsieve {

// More than this is not looked at; with less, the answer may be "text" where more would have told.
inline constexpr std::size_t sniff_size = std::size_t{16} << 10;

enum class sniffed : std::uint8_t {
  empty,   // no bytes, or white space only
  text,    // none of the others
  urls,    // each line a single absolute URL
  html,    // as the MIME Sniffing standard (section 7.1) tells it, and <html> after an XML declaration
  xml,     // begins with an XML declaration or looks like RSS, Atom, a sitemap
  warc,    // begins with the header of a record, or holds one behind bytes that are none of the others
  arc,     // the older web archives: begins with "filedesc:" or the line of a record
  cdx,     // an index of web archives, CDX or CDXJ
  jsonl,   // a line that is a JSON object
  binary,  // NUL bytes and no sign of UTF-16: nothing that text is made of
};

[[nodiscard]] std::string_view name_of(sniffed kind);

// `head`: the first sniff_size bytes of an input, or all of it if it is shorter (`whole`).
[[nodiscard]] sniffed sniff(std::string_view head, bool whole);

}  // namespace urlsieve

#endif
