// Checks the sizes that a 7z archive declares, before libarchive reads the archive: numbers of files, folders
// and streams, and memory for each coder. libarchive allocates all of that unchecked.
#ifndef URLSIEVE_INPUT_ARCHIVES_SEVEN_ZIP_BOUNDS_HPP
#define URLSIEVE_INPUT_ARCHIVES_SEVEN_ZIP_BOUNDS_HPP

#include <optional>
#include <string_view>

#include "src/input/stored_file.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct seven_zip_rejection {
  damage reason;
  std::string_view why;  // a few words, or empty
};

// Returns why the archive is rejected, or nullopt. Rejects a missing header (truncated_record), and a corrupt
// header or numbers that exceed its bytes (bad_record_header). Rejects coders that need too much memory
// (expansion_limit).
[[nodiscard]] std::optional<seven_zip_rejection> check_seven_zip_bounds(const stored_file& archive);

}  // namespace urlsieve

#endif
