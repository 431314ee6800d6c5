// Reads the entries of an ar archive in order, with names as System V, GNU and BSD write them. Symbol tables
// and tables of long names count as entries.
//
// libarchive 3.6 loses more: it gives up at the first corrupt header, so that all later entries are lost, and
// it allocates twice the size that a header declares for the table of long names.
#ifndef URLSIEVE_INPUT_ARCHIVES_AR_ENTRIES_HPP
#define URLSIEVE_INPUT_ARCHIVES_AR_ENTRIES_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "src/input/archives/plain_entries.hpp"

namespace urlsieve {

inline constexpr std::string_view ar_mark = "!<arch>\n";
inline constexpr std::size_t ar_header_size = 60;

// Returns true if `text` begins with the header of an entry.
[[nodiscard]] bool is_ar_header(std::string_view text);

class ar_entries final : public plain_entries {
 public:
  // Requires: the first byte of `more` begins an archive or the header of an entry. `at`: offset of that byte
  // in the input.
  ar_entries(supply more, std::uint64_t at) : plain_entries(std::move(more), at, "ar") {}

 private:
  [[nodiscard]] step read_headers(archive_entry_head& head) override;
  // Reads the name from the header field `field` into head.path. A BSD name precedes the bytes of the entry:
  // advances behind the name, and subtracts its length from `size`. Returns false for an invalid name.
  [[nodiscard]] bool read_name(std::string_view field, std::uint64_t& size, archive_entry_head& head);

  std::string names_;    // table of long names (GNU)
  bool uneven_ = false;  // the last entry has an odd size, so that a line feed may follow
};

}  // namespace urlsieve

#endif
