// Which run made an output, so that the same command knows the output again (output_options::resume). The
// file system keeps it beside the bytes of the manifest, as an extended attribute: a run with a journal
// writes the same bytes as one without.
#ifndef URLSIEVE_PIPELINE_RUN_IDENTITY_HPP
#define URLSIEVE_PIPELINE_RUN_IDENTITY_HPP

#include <cstdint>
#include <optional>
#include <string>

namespace urlsieve {

// Checksums in hexadecimal.
struct run_identity {
  std::string options;       // all that shapes the rows
  std::string names;         // of the inputs, as they were given
  std::uint64_t inputs = 0;  // that were found under those names
  std::string found;         // their names, sizes and times

  friend bool operator==(const run_identity&, const run_identity&) = default;
};

// Keeps `identity` with the manifest in `directory`, if the file system has attributes of users.
void keep_identity(const std::string& directory, const run_identity& identity) noexcept;

// Nothing: the manifest has none, or there is no manifest.
[[nodiscard]] std::optional<run_identity> identity_kept(const std::string& directory);

}  // namespace urlsieve

#endif
