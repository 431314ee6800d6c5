// Reads the entries of a cpio archive in order. Header formats may vary within the archive. Concatenated
// archives, as in an initramfs, are read as a single archive.
//
// libarchive 3.6 loses more: behind a corrupt header it ends (new format) or skips the entry without a fault
// (old format), and it allocates the size that a header declares for a name, up to 4 GiB.
#ifndef URLSIEVE_INPUT_ARCHIVES_CPIO_ENTRIES_HPP
#define URLSIEVE_INPUT_ARCHIVES_CPIO_ENTRIES_HPP

#include <cstdint>
#include <utility>

#include "src/input/archives/plain_entries.hpp"

namespace urlsieve {

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
