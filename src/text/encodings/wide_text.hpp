// UTF-16 and UTF-32 text: recognition by mark or by structure, and conversion to UTF-8.
#ifndef URLSIEVE_TEXT_ENCODINGS_WIDE_TEXT_HPP
#define URLSIEVE_TEXT_ENCODINGS_WIDE_TEXT_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace urlsieve {

struct wide_encoding {
  std::string_view word;  // name of the encoding, "utf-16le" and so on
  std::size_t unit;       // bytes per unit: 2 or 4
  bool big_endian;
  std::size_t mark;  // size of the byte order mark in bytes; 0: recognized by structure
};

// Returns the encoding of a text that begins with `head`, or nullopt for other bytes.
//
// A byte order mark decides. Without a mark, the first 16 KiB must have at least 4 units, which must be text
// in any script, without U+0000. At most 1 unit in 100 is a control, an unpaired surrogate, or of private
// use. At least 1 unit in 256 is ASCII or punctuation of East Asia. The units are not pairs of ASCII bytes
// (as in lists whose names end with NUL). UTF-8 with characters beyond ASCII is never UTF-16 or UTF-32, nor
// are lines of ASCII to which little-endian UTF-16 was appended (utf16_runs.hpp).
[[nodiscard]] std::optional<wide_encoding> find_wide_encoding(std::string_view head);

// Returns the value of the first unit. Requires: `bytes` holds a unit.
[[nodiscard]] std::uint32_t first_unit(std::string_view bytes, const wide_encoding& encoding);

// Returns the whole text, without its byte order mark, as UTF-8. Unpaired surrogates, invalid units, and a
// partial unit at the end become U+FFFD.
[[nodiscard]] std::string wide_as_utf8(std::string_view bytes, const wide_encoding& encoding);

}  // namespace urlsieve

#endif
