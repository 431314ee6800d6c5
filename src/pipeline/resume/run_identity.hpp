// Which run made an output, so that the same command recognises the output (output_options::resume). An
// extended attribute of the manifest holds the identity, so a run with a journal writes the same bytes as a
// run without.
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

// Stores `identity` with the manifest in `directory`. Does nothing on a file system without extended
// attributes.
void keep_identity(const std::string& directory, const run_identity& identity) noexcept;

// Returns nothing if the manifest in `directory` has no identity, or if there is no manifest.
[[nodiscard]] std::optional<run_identity> identity_kept(const std::string& directory);

}  // namespace urlsieve

#endif
