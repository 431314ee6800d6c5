// The entries of a cpio archive in their order; headers in several forms may be in one. Archives that follow
// each other, as what a kernel begins with does, are one.
#ifndef URLSIEVE_INPUT_CPIO_ENTRIES_HPP
#define URLSIEVE_INPUT_CPIO_ENTRIES_HPP

#include <cstdint>
#include <utility>

#include "src/input/plain_entries.hpp"

namespace urlsieve {

class cpio_entries final : public plain_entries {
 public:
  cpio_entries(supply more, std::uint64_t at) : plain_entries(std::move(more), at, "cpio") {}

 private:
  [[nodiscard]] step read_headers(archive_entry_head& head) override;

  bool trailer_ = false;  // the last entry was the one that ends an archive
};

}  // namespace urlsieve

#endif
