// Headers in cpio archives: POSIX.1's octal form (odc), the later ones in hexadecimal digits (newc, and the
// one with sums), and the binary one in either order of bytes.
#ifndef URLSIEVE_INPUT_CPIO_HEADER_HPP
#define URLSIEVE_INPUT_CPIO_HEADER_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/input/archive_entry_head.hpp"

namespace urlsieve {

struct cpio_header {
  std::size_t size = 0;       // of the header
  std::size_t name_size = 0;  // of the name behind it, with the NUL at its end
  std::size_t aligned = 1;    // what follows the name and the bytes begins at a multiple of this
  std::uint64_t bytes = 0;    // of the entry
  std::uint64_t links = 0;    // names that it has
  entry_kind kind = entry_kind::file;

  // Of header and name, and of what fills them up.
  [[nodiscard]] std::size_t before_bytes() const {
    return (size + name_size + aligned - 1) / aligned * aligned;
  }
};

inline constexpr std::size_t longest_cpio_header = 110;

// What the header says that `text` begins with; nothing if it begins with none, or with one that cannot be:
// of a name that is longer than names are, or does not end where it says, as far as it is in `text`.
[[nodiscard]] std::optional<cpio_header> read_cpio_header(std::string_view text);

}  // namespace urlsieve

#endif
