// Headers of cpio archives: odc (octal, POSIX.1), newc and crc (hexadecimal), and the old binary form in
// either byte order.
#ifndef URLSIEVE_INPUT_ARCHIVES_CPIO_HEADER_HPP
#define URLSIEVE_INPUT_ARCHIVES_CPIO_HEADER_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/input/archive_entry_head.hpp"

namespace urlsieve {

struct cpio_header {
  std::size_t size = 0;       // of the header, in bytes
  std::size_t name_size = 0;  // of the name behind the header, with its NUL
  std::size_t aligned = 1;    // alignment of the end of the name and of the entry's bytes
  std::uint64_t bytes = 0;    // size of the entry
  std::uint64_t links = 0;    // number of names of the file (hard links)
  entry_kind kind = entry_kind::file;

  // Returns the size of header, name and padding, in bytes.
  [[nodiscard]] std::size_t before_bytes() const {
    return (size + name_size + aligned - 1) / aligned * aligned;
  }
};

inline constexpr std::size_t longest_cpio_header = 110;

// Returns the header at the front of `text`. Returns nullopt if there is none, or if the name is longer than
// 64 KiB. Returns nullopt, too, if the name (as far as `text` has it) does not end with NUL at the stated
// length.
[[nodiscard]] std::optional<cpio_header> read_cpio_header(std::string_view text);

}  // namespace urlsieve

#endif
