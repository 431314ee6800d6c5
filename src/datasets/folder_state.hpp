// A change of a state in a directory of this machine. A rename publishes the change; a lock keeps other
// processes from changing the state, and locks of readers keep the layers that they read.
#ifndef URLSIEVE_DATASETS_FOLDER_STATE_HPP
#define URLSIEVE_DATASETS_FOLDER_STATE_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/datasets/state_change.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/parent_directories.hpp"

namespace urlsieve {

class folder_state final : public state_change {
 public:
  // Locks the state, and removes layers that state.json does not list and nobody reads. Creates a missing
  // directory if `may_create`. Fails as state_change::begin() does.
  [[nodiscard]] static result<std::unique_ptr<state_change>> begin(const std::string& directory,
                                                                   bool may_create);

  [[nodiscard]] const std::string& scratch() const override { return building_.path(); }
  [[nodiscard]] result<void> store(const std::string& built, bool replaces_all) override;
  [[nodiscard]] result<void> publish(std::vector<std::uint64_t> lines) override;

 private:
  explicit folder_state(std::string directory) : state_change(std::move(directory)) {}

  [[nodiscard]] result<void> open(bool may_create);
  void remove_unlisted_layers();

  parent_directories parents_;
  locked_directory building_;
  std::string built_;
  bool replaces_all_ = false;
};

}  // namespace urlsieve

#endif
