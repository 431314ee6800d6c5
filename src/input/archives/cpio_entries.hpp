// Reads the entries of a cpio archive in order. Header formats may vary within the archive. Concatenated
// archives, as in an initramfs, are read as a single archive.
//
// libarchive 3.6 loses more: behind a corrupt header it ends (new format) or skips the entry without a fault
// (old format), and it allocates the size that a header declares for a name, up to 4 GiB.
#ifndef URLSIEVE_INPUT_ARCHIVES_CPIO_ENTRIES_HPP
#define URLSIEVE_INPUT_ARCHIVES_CPIO_ENTRIES_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "src/input/archive_entry_head.hpp"
#include "src/input/archives/plain_entries.hpp"

namespace urlsieve {

// Headers of cpio archives: odc (octal, POSIX.1), newc and crc (hexadecimal), and the old binary form in
// either byte order.
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

class cpio_entries final : public plain_entries {
 public:
  // Requires: the first byte of `more` begins an archive or the header of an entry. `at`: offset of that byte
  // in the input.
  cpio_entries(supply more, std::uint64_t at) : plain_entries(std::move(more), at, "cpio") {}

 private:
  [[nodiscard]] step read_headers(archive_entry_head& head) override;

  bool trailer_ = false;  // the last entry was a trailer
};

}  // namespace urlsieve

#endif
