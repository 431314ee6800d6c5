// Readers of the manifest and the success mark of an output directory.
#ifndef URLSIEVE_SHARDS_MANIFEST_READER_HPP
#define URLSIEVE_SHARDS_MANIFEST_READER_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/fault.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Returns the policy for the output directories that a run with the policy `on_error` reads.
[[nodiscard]] constexpr success_marker_policy success_marker_policy_of(error_policy on_error) {
  return on_error == error_policy::ignore ? success_marker_policy::may_be_missing
                                          : success_marker_policy::required;
}

// Parses a manifest strictly: a missing member, a value that contradicts README.md, or an unknown format,
// partition function or word is an error_code::cannot_read. Unknown members are skipped. Keys of shards are
// in the form of key_for_manifest().
[[nodiscard]] result<manifest> read_manifest(std::string_view json);

struct stored_manifest {
  manifest read;
  std::string text;  // the bytes of the file
  bool is_of_state;  // the file is state.json, and `read` unites the manifests of its layers
};

// Reads the manifest of an output directory, or of a state (state_layers.hpp). Fails with
// error_code::cannot_open if the file is missing, and with error_code::cannot_read if the file is not
// regular, or if read_manifest() fails. Errors name the file. Sets `failure`, unless null, to the errno of a
// failed system call.
[[nodiscard]] result<stored_manifest> load_manifest(const std::string& directory, int* failure = nullptr,
                                                    const remote_context& remote = {});
// Reads the manifest of a directory that is known not to be a state; saves a request for state.json. Fails as
// load_manifest() does.
[[nodiscard]] result<stored_manifest> load_run_manifest(const std::string& directory, int* failure = nullptr,
                                                        const remote_context& remote = {});

// Checks the success mark of a directory with the manifest `stored`. Returns nullopt if the mark is valid (or
// missing, if `demand` allows), and for a state, which has no mark; else a message with the path of the mark.
// `failure` is as in load_manifest().
[[nodiscard]] std::optional<std::string> check_mark(
    const std::string& directory, const stored_manifest& stored,
    success_marker_policy demand = success_marker_policy::required, int* failure = nullptr,
    const remote_context& remote = {});

// Reads the manifest of a directory that is known not to be a state, and checks the mark. Fails as
// load_run_manifest() does, and with error_code::cannot_read if checksum_of() the file is not `checksum`
// (nullopt: any), or if check_mark() returns a message.
[[nodiscard]] result<manifest> open_run_manifest(const std::string& directory, success_marker_policy demand,
                                                 const remote_context& remote,
                                                 std::optional<std::string_view> checksum = {});

// Reads the manifest and checks the mark, as the public open_manifest() does; `directory` may be a URL.
[[nodiscard]] result<manifest> open_manifest(const std::string& directory, success_marker_policy demand,
                                             const remote_context& remote);

// Returns the sorted names of manifest.json, _SUCCESS, and the files that the manifest of a local directory
// lists. Also accepts a manifest that read_manifest() rejects, if the manifest has the members of a run.
// Returns nullopt without such a manifest, and an error if the manifest cannot be read.
[[nodiscard]] result<std::optional<std::vector<std::string>>> listed_files(const std::string& directory);

}  // namespace urlsieve

#endif
