// A change of a state in S3. The README describes the protocol: the manifest of a layer reserves the number
// of the layer, and a conditional write of state.json publishes the change.
#ifndef URLSIEVE_DATASETS_BUCKET_STATE_HPP
#define URLSIEVE_DATASETS_BUCKET_STATE_HPP

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/datasets/state_change.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/transfer/remote_context.hpp"
#include "src/transfer/s3_objects.hpp"
#include "src/transfer/s3_upload.hpp"

namespace urlsieve {

class bucket_state final : public state_change {
 public:
  // Reads the state "s3://BUCKET/PREFIX", and checks its objects, the permissions, and the conditional writes
  // of the server. Fails as state_change::begin() does. Requires: remote.access is not null.
  [[nodiscard]] static result<std::unique_ptr<state_change>> begin(const std::string& name, bool may_create,
                                                                   const remote_context& remote,
                                                                   const std::string& temporary);

  [[nodiscard]] const std::string& scratch() const override { return scratch_.path(); }
  [[nodiscard]] result<void> store(const std::string& built, bool replaces_all) override;
  [[nodiscard]] result<void> publish(std::vector<std::uint64_t> lines) override;

 private:
  using sizes_by_name = std::map<std::string, std::uint64_t, std::less<>>;

  bucket_state(s3_objects objects, std::string name)
      : state_change(std::move(name)), objects_(std::move(objects)) {}

  [[nodiscard]] result<void> open(bool may_create, const std::string& temporary);
  [[nodiscard]] result<void> list_objects();
  [[nodiscard]] result<void> check_objects() const;
  [[nodiscard]] result<void> check_server() const;
  [[nodiscard]] tl::unexpected<error> lost_race() const;
  [[nodiscard]] result<bool> is_current() const;
  [[nodiscard]] result<void> reserve_number(const std::string& manifest_text);
  [[nodiscard]] result<std::vector<s3_upload>> plan_uploads(const std::string& built) const;
  [[nodiscard]] result<void> send(std::vector<s3_upload>& uploads) const;
  [[nodiscard]] result<void> upload(const std::string& built, const std::string& manifest_text);
  void remove_leftovers(const state_file& next);

  s3_objects objects_;
  locked_directory scratch_;
  std::optional<s3_object> head_;                     // state.json as read; nullopt: a new state
  std::map<std::uint64_t, sizes_by_name> by_number_;  // own objects of layers, listed or not
  std::vector<std::string> probes_;                   // keys of leftover probes
  std::uint64_t first_number_ = 1;                    // above all listed layers
  std::uint64_t number_ = 0;                          // of the stored layer
  std::string checksum_;                              // of its manifest
  bool replaces_all_ = false;
};

}  // namespace urlsieve

#endif
