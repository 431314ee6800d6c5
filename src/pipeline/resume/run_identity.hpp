// The identity of the run that made an output, so that the same command recognizes the output
// (output_options::resume). The identity is stored in an extended attribute of the manifest, so a run with a
// journal writes the same bytes as a run without.
#ifndef URLSIEVE_PIPELINE_RUN_IDENTITY_HPP
#define URLSIEVE_PIPELINE_RUN_IDENTITY_HPP

#include <cstdint>
#include <optional>
#include <string>

namespace urlsieve {

// Checksums in hexadecimal.
struct run_identity {
  std::string options;       // of all options that shape the rows
  std::string names;         // of the names of inputs as given
  std::uint64_t inputs = 0;  // number of inputs found under these names
  std::string found;         // of their names, sizes and times

  friend bool operator==(const run_identity&, const run_identity&) = default;
};

// Stores `identity` with the manifest in `directory`. Does nothing on a file system without extended
// attributes.
void store_identity(const std::string& directory, const run_identity& identity) noexcept;

// Returns the identity of the manifest in `directory`; nullopt without an identity or a manifest.
[[nodiscard]] std::optional<run_identity> read_identity(const std::string& directory);

}  // namespace urlsieve

#endif
