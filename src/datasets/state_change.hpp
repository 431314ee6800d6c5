// A change of a state (update_state.hpp) by one process: adds or replaces layers. folder_state.hpp changes
// states in directories, bucket_state.hpp states in S3.
#ifndef URLSIEVE_DATASETS_STATE_CHANGE_HPP
#define URLSIEVE_DATASETS_STATE_CHANGE_HPP

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/shards/state_layers.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

// Returns the number of rows of each shard of `described`.
[[nodiscard]] std::vector<std::uint64_t> lines_by_shard(const manifest& described);

// The order of calls: begin(), build layers below scratch(), store(), publish(). The destructor removes
// scratch().
class state_change {
 public:
  // Begins a change of the state `directory`, a path or "s3://BUCKET/PREFIX". If the directory, or in S3 its
  // state.json, is missing, begins a new state if `may_create`, else fails with no_such_input. An empty local
  // directory is a new state even without `may_create`. Fails with usage if `directory` is another URL, is in
  // S3 without `remote.access`, or is neither a state nor empty.
  //
  // In a directory, locks the state, and fails with error_code::output_exists if another process changes the
  // state. In S3, checks the objects of the state and the permissions, and fails with not_supported if the
  // server ignores conditions of writes; scratch() is then below scratch_parent(temporary).
  [[nodiscard]] static result<std::unique_ptr<state_change>> begin(const std::string& directory,
                                                                   bool may_create,
                                                                   const remote_context& remote = {},
                                                                   const std::string& temporary = {});

  virtual ~state_change() = default;
  state_change(const state_change&) = delete;
  state_change& operator=(const state_change&) = delete;

  // Returns the directory of this machine for layers under construction.
  [[nodiscard]] virtual const std::string& scratch() const = 0;

  // Returns the path or URL of the state.
  [[nodiscard]] const std::string& directory() const { return directory_; }
  // Returns the layers of the state; nullopt for a new state.
  [[nodiscard]] const std::optional<state_layers>& layers() const { return layers_; }
  // Returns the manifest of the state. Requires: layers().
  [[nodiscard]] const manifest& described() const { return described_; }

  // Chooses the output directory `built`, below scratch(), as the new layer: behind the listed layers, or, if
  // `replaces_all`, as the only layer. In S3, uploads its files, and fails with error_code::cannot_write if
  // another process has changed the state. The state is unchanged. Requires: store() is called once.
  [[nodiscard]] virtual result<void> store(const std::string& built, bool replaces_all) = 0;

  // Makes the stored layer a part of the state, durably. `lines`: distinct URLs of the state afterwards, by
  // shard. Then removes unused layers. An error leaves the old or the new state. In S3, fails as store() does
  // if another process has changed the state. Requires: publish() is called once, after store().
  [[nodiscard]] virtual result<void> publish(std::vector<std::uint64_t> lines) = 0;

  // Returns the faults that did not prevent the change.
  [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }

 protected:
  explicit state_change(std::string directory) : directory_(std::move(directory)) {}

  std::string directory_;
  std::optional<state_layers> layers_;
  manifest described_;
  std::vector<std::string> warnings_;
};

}  // namespace urlsieve

#endif
