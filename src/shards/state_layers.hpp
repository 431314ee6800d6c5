// The layers of a state directory (urlsieve update), opened for reading: STATE/state.json lists output
// directories below STATE. Rows of a URL in several layers form one row, as in a merge of the layers.
#ifndef URLSIEVE_SHARDS_STATE_LAYERS_HPP
#define URLSIEVE_SHARDS_STATE_LAYERS_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// The file state.json of a state directory (urlsieve update): the layers of the state, first layer first. A
// rename replaces the file, so each version lists a complete set of layers.
inline constexpr std::string_view state_file_name = "state.json";

// A layer: an output directory below the state.
struct state_layer {
  std::string name;               // "layer-000001"
  std::string manifest_checksum;  // XXH3-128 of its manifest.json, 32 hex digits

  friend bool operator==(const state_layer&, const state_layer&) = default;
};

struct state_file {
  std::vector<state_layer> layers;   // at least one
  std::vector<std::uint64_t> lines;  // distinct URLs of all layers, by shard

  // Returns the text of state.json.
  [[nodiscard]] std::string json(std::string_view version) const;

  // Returns the number of distinct URLs.
  [[nodiscard]] std::uint64_t unique() const;
};

// Returns the name of a layer: layer_name(1) is "layer-000001".
[[nodiscard]] std::string layer_name(std::uint64_t number);

// Returns the number of a layer; 0 unless `name` is the name of a layer.
[[nodiscard]] std::uint64_t layer_number(std::string_view name);

// Parses state.json strictly: fails with error_code::cannot_read for other JSON than that of
// state_file::json(), an unknown format, no layer, a repeated layer, or a name that layer_name() does not
// return.
[[nodiscard]] result<state_file> read_state_file(std::string_view json);

struct state_layers {
  state_file listed;
  std::string text;                      // the bytes of state.json
  std::vector<std::string> directories;  // paths or URLs of the layers
  // Keeps the files of local layers: an update removes only layers that nobody holds.
  std::shared_ptr<const void> lease;
};

// Returns the layers that `text`, the content of state.json of the state `directory`, lists; without a lease.
// Fails as read_state_file() does, with the name of the file.
[[nodiscard]] result<state_layers> list_state_layers(std::string text, const std::string& directory);

// Opens the layers of the state `directory`, a path or URL, and locks local layers. Returns nullopt if
// `directory` has no state.json. Fails with error_code::cannot_open if a layer cannot be locked, and with
// cannot_read if state.json cannot be read or is invalid. Errors name the file. Sets `failure`, unless null,
// to the errno of a failed system call.
[[nodiscard]] result<std::optional<state_layers>> open_state_layers(const std::string& directory,
                                                                    const remote_context& remote,
                                                                    int* failure = nullptr);

// Returns the manifest of the whole state: the merged manifests of its layers, with shards of several layers
// (shard_summary::layers). Fails with error_code::cannot_read if the manifest of a layer differs from
// state.json, or if layers have different layouts.
[[nodiscard]] result<manifest> united_manifest(const state_layers& state, const std::string& directory,
                                               const remote_context& remote, int* failure = nullptr);

// Output directories with states replaced by their layers, and the leases of these layers.
struct expanded_directories {
  std::vector<std::string> directories;
  std::vector<std::shared_ptr<const void>> leases;
};

// Replaces each state among `directories` by its layers, first layer first. Fails as open_state_layers()
// does.
[[nodiscard]] result<expanded_directories> expand_states(std::span<const std::string> directories,
                                                         const remote_context& remote);

// Removes the directory of a layer that state.json does not list, unless a reader holds a lease or the
// directory holds files of a user. Returns true if the directory is gone. May throw std::bad_alloc.
bool remove_unused_layer(const std::string& path);

}  // namespace urlsieve

#endif
