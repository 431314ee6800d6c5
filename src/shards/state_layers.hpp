// The layers of a state directory (urlsieve update), opened for reading: STATE/state.json lists output
// directories below STATE. Rows of a URL in several layers form one row, as in a merge of the layers.
#ifndef URLSIEVE_SHARDS_STATE_LAYERS_HPP
#define URLSIEVE_SHARDS_STATE_LAYERS_HPP

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/shards/state_file.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

struct state_layers {
  state_file listed;
  std::string text;                      // the bytes of state.json
  std::vector<std::string> directories;  // paths or URLs of the layers
  // Keeps the files of local layers: an update removes only layers that nobody holds.
  std::shared_ptr<const void> lease;
};

// Opens the layers of the state `directory`, a path or URL, and locks local layers. Returns nullopt if
// `directory` has no state.json. Fails with error_code::cannot_open if a layer cannot be locked, and with
// cannot_read if state.json cannot be read or is invalid. Errors name the file. Sets `failure`, unless null,
// to the errno of a failed system call.
[[nodiscard]] result<std::optional<state_layers>> open_state_layers(const std::string& directory,
                                                                    const remote_reach& remote,
                                                                    int* failure = nullptr);

// Returns the manifest of the whole state: the merged manifests of its layers, with shards of several layers
// (shard_summary::layers). Fails with error_code::cannot_read if the manifest of a layer differs from
// state.json, or if layers have different layouts.
[[nodiscard]] result<manifest> united_manifest(const state_layers& state, const std::string& directory,
                                               const remote_reach& remote, int* failure = nullptr);

// Output directories with states replaced by their layers, and the leases of these layers.
struct expanded_directories {
  std::vector<std::string> directories;
  std::vector<std::shared_ptr<const void>> leases;
};

// Replaces each state among `directories` by its layers, first layer first. Fails as open_state_layers()
// does.
[[nodiscard]] result<expanded_directories> expand_states(std::span<const std::string> directories,
                                                         const remote_reach& remote);

// Removes the directory of a layer that state.json does not list, unless a reader holds a lease or the
// directory holds files of a user. Returns true if the directory is gone. May throw std::bad_alloc.
bool remove_unused_layer(const std::string& path);

}  // namespace urlsieve

#endif
