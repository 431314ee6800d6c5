// The entries of a tar archive in their order, as long as their headers are in good order; what is odd in any
// way is left to whoever knows more, with all bytes from its first header on.
#ifndef URLSIEVE_INPUT_TAR_ENTRIES_HPP
#define URLSIEVE_INPUT_TAR_ENTRIES_HPP

#include <string>
#include <string_view>
#include <utility>

#include "src/input/archive_entry_head.hpp"
#include "src/input/plain_entries.hpp"

namespace urlsieve {

class tar_entries final : public plain_entries {
 public:
  // `at`: where in the input the first byte stands, which begins a header.
  tar_entries(supply more, std::uint64_t at) : plain_entries(std::move(more), at, "tar") {}

  // Headers of an entry without bytes that tell another reader of tar archives as much as those that were
  // read here do: that there were extensions, and files. Empty, if none was.
  [[nodiscard]] std::string headers_for_all() const;

 private:
  [[nodiscard]] step read_headers(archive_entry_head& head) override;
  [[nodiscard]] bool pass_empty_blocks();
  [[nodiscard]] bool read_headers_of_one(archive_entry_head& head);

  std::string long_name_;
  bool extended_ = false;  // pax
  bool linked_ = false;    // there were names of what is linked to
  bool plain_ = false;     // there were entries of that type
};

}  // namespace urlsieve

#endif
