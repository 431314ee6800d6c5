// A change of a state (update_state.hpp) by one process: adds or replaces layers.
#ifndef URLSIEVE_DATASETS_STATE_CHANGE_HPP
#define URLSIEVE_DATASETS_STATE_CHANGE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/shards/locked_directory.hpp"
#include "src/shards/parent_directories.hpp"
#include "src/shards/state_layers.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Returns the number of rows of each shard of `described`.
[[nodiscard]] std::vector<std::uint64_t> lines_by_shard(const manifest& described);

// The order of calls: begin(), build layers below scratch(), publish(). The destructor removes scratch().
class state_change {
 public:
  // Locks the state `directory` for changes. Creates the directory if `may_create`. Removes layers that
  // state.json does not list and nobody reads. Fails with error_code::output_exists if another process
  // changes the state, with no_such_input if the state is missing, and with usage if `directory` is remote,
  // or is neither a state nor empty.
  [[nodiscard]] static result<state_change> begin(const std::string& directory, bool may_create);

  // Returns the directory for layers under construction, on the file system of the state.
  [[nodiscard]] const std::string& scratch() const { return building_.path(); }

  // Returns the layers of the state; nullopt for a new state.
  [[nodiscard]] const std::optional<state_layers>& layers() const { return layers_; }
  // Returns the manifest of the state. Requires: layers().
  [[nodiscard]] const manifest& described() const { return described_; }

  // Renames the output directory `built`, below scratch(), to a layer behind the listed layers, or, if
  // `replaces_all`, to the only layer, and replaces state.json. `lines`: distinct URLs of the state
  // afterwards, by shard. Then removes replaced layers that nobody reads. The change is durable afterwards.
  // An error leaves the old or the new state. Requires: publish() is called once.
  [[nodiscard]] result<void> publish(const std::string& built, bool replaces_all,
                                     std::vector<std::uint64_t> lines);

 private:
  state_change() = default;

  [[nodiscard]] result<void> open(bool may_create);
  void remove_unlisted_layers();

  std::string directory_;
  parent_directories parents_;
  locked_directory building_;
  std::optional<state_layers> layers_;
  manifest described_;
};

}  // namespace urlsieve

#endif
