// Reads the manifest of an output directory.
#ifndef URLSIEVE_SHARDS_MANIFEST_READER_HPP
#define URLSIEVE_SHARDS_MANIFEST_READER_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/transfer/remote_access.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Strict: a member that is missing or not what README.md says is an error, and so is a format, partition
// function or word that this program does not know. Members that it does not know are passed over. The keys
// of the shards are as key_for_manifest() has them.
[[nodiscard]] result<manifest> read_manifest(std::string_view json);

struct stored_manifest {
  manifest read;
  std::string text;  // as it lies there
};

// That of an output directory. Errors name the file. What is no regular file is refused. `failure`, if given,
// is set to the errno of what failed, if it was a call.
[[nodiscard]] result<stored_manifest> load_manifest(const std::string& directory, int* failure = nullptr,
                                                    const remote_reach& remote = {});

// What is wrong with the mark of success of a directory with this manifest, and its name; of one that is
// missing, what was not read. Nothing: it is sound. `failure` is as in load_manifest().
[[nodiscard]] std::optional<std::string> fault_of_mark(const std::string& directory,
                                                       const stored_manifest& stored,
                                                       mark_demand demand = mark_demand::required,
                                                       int* failure = nullptr,
                                                       const remote_reach& remote = {});

// As the public one, of directories that may be URLs.
[[nodiscard]] result<manifest> open_manifest(const std::string& directory, mark_demand demand,
                                             const remote_reach& remote);

// The names that an output directory may hold, in order, as its manifest has them: also those of a manifest
// that read_manifest() refuses, as long as it can be seen to be one. Nothing: it has none. An error: nobody
// can tell.
[[nodiscard]] result<std::optional<std::vector<std::string>>> names_of_output(const std::string& directory);

}  // namespace urlsieve

#endif
