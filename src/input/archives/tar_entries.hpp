// Reads the entries of a tar archive in order, as long as their headers are valid and supported.
// step::unsupported leaves the archive to libarchive, with all bytes from the first header of the unsupported
// entry on.
#ifndef URLSIEVE_INPUT_ARCHIVES_TAR_ENTRIES_HPP
#define URLSIEVE_INPUT_ARCHIVES_TAR_ENTRIES_HPP

#include <string>
#include <string_view>
#include <utility>

#include "src/input/archive_entry_head.hpp"
#include "src/input/archives/plain_entries.hpp"

namespace urlsieve {

class tar_entries final : public plain_entries {
 public:
  // Requires: the first byte of `more` begins a header. `at`: offset of that byte in the input.
  tar_entries(supply more, std::uint64_t at) : plain_entries(std::move(more), at, "tar") {}

  // Returns the headers of a synthetic empty entry, in whole blocks; empty if no entry was read. The headers
  // bring libarchive to the state that the entries read so far would have: extensions and link names were
  // seen.
  [[nodiscard]] std::string headers_for_all() const;

 private:
  [[nodiscard]] step read_headers(archive_entry_head& head) override;
  [[nodiscard]] bool pass_empty_blocks();
  [[nodiscard]] bool read_headers_of_one(archive_entry_head& head);

  std::string long_name_;
  bool extended_ = false;  // pax headers were read
  bool linked_ = false;    // names of link targets were read
  bool plain_ = false;     // entries of type '0' were read
};

}  // namespace urlsieve

#endif
