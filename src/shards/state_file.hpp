// The file state.json of a state directory (urlsieve update): the layers of the state, first layer first. A
// rename replaces the file, so each version lists a complete set of layers.
#ifndef URLSIEVE_SHARDS_STATE_FILE_HPP
#define URLSIEVE_SHARDS_STATE_FILE_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

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

}  // namespace urlsieve

#endif
