// A UTF-16 or UTF-32 input as UTF-8: what comes after expects bytes in which ASCII stands for itself.
#ifndef URLSIEVE_INPUT_UTF16_SOURCE_HPP
#define URLSIEVE_INPUT_UTF16_SOURCE_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "src/input/byte_source.hpp"

namespace urlsieve {

struct wide_encoding {
  std::string_view word;  // "utf-16le" and so on
  std::size_t unit;       // bytes: 2 or 4
  bool big_endian;
  std::size_t mark;  // bytes of a byte order mark at the front; 0: the pattern of NULs tells it
};

// The encoding of an input that begins with `head`: by its mark, or as nearly every unit is a character of
// ASCII, so that NULs stand in the same places of all units; nothing for other bytes.
[[nodiscard]] std::optional<wide_encoding> find_wide_encoding(std::string_view head);

// The rest of `stored`, of which `head`, with its byte order mark, was read already. Unpaired surrogates,
// units that are no character and parts of units become U+FFFD.
[[nodiscard]] std::unique_ptr<byte_source> as_utf8(std::unique_ptr<byte_source> stored,
                                                   const wide_encoding& from, std::string_view head);

}  // namespace urlsieve

#endif
