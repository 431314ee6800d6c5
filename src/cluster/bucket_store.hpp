// A plan below a prefix in S3, for machines that share nothing else. The server must support conditional
// writes (If-None-Match and If-Match).
//
//   PREFIX/plan.jsonl, PREFIX/tasks/ID.*    as plan_store.hpp describes
//   PREFIX/runs/ID/WORD/                    the run of the attempt with the lease WORD; results name the word
//   PREFIX/part-*                           shards of final tasks, at their final places from the beginning
//
// Each attempt writes to a place of its own, so attempts never disturb each other. Equal runs have equal
// bytes, so it does not matter which attempt writes a final shard. Every other write has a condition, so a
// delayed or repeated request of a process without a lease changes nothing.
#ifndef URLSIEVE_CLUSTER_BUCKET_STORE_HPP
#define URLSIEVE_CLUSTER_BUCKET_STORE_HPP

#include "src/cluster/bucket_lease.hpp"
#include "src/cluster/bucket_records.hpp"
#include "src/cluster/plan_store.hpp"
#include "src/transfer/remote_context.hpp"
#include "src/transfer/s3_objects.hpp"

namespace urlsieve {

class s3_upload;

class bucket_store final : public plan_store {
 public:
  bucket_store(s3_objects objects, std::string out, std::chrono::seconds patience)
      : plan_store(std::move(out), patience), objects_(std::move(objects)) {}

  [[nodiscard]] remote_context remote() const override { return {objects_.access(), objects_.stop()}; }
  [[nodiscard]] result<std::optional<std::string>> read_plan() const override;
  [[nodiscard]] result<void> write_plan(std::string_view text, bool has_secrets, bool force) override;
  [[nodiscard]] result<void> check() const override { return {}; }
  [[nodiscard]] result<void> open() const override { return {}; }

  [[nodiscard]] result<std::optional<std::string>> read(const std::string& record) const override;
  [[nodiscard]] result<bool> create(const std::string& record, std::string_view text) const override;
  [[nodiscard]] result<bool> replace_unchanged(const std::string& record, std::string_view earlier,
                                               std::string_view text) const override;
  [[nodiscard]] result<bool> store_result(const std::string& record, std::string_view text) const override;
  void remove(const std::string& record) const override;
  [[nodiscard]] result<record_listing> list_records() const override;

  [[nodiscard]] result<std::optional<lease_holder>> look_at_lease(const std::string& id) const override;
  [[nodiscard]] result<std::unique_ptr<held_lease>> take_lease(const std::string& id) const override;

  void clear_leftovers(const planned_task& /*task*/) const override {}
  [[nodiscard]] result<std::optional<std::set<std::string>>> tasks_with_attempts() const override;
  [[nodiscard]] result<std::vector<std::string>> list_attempts(const planned_task& task) const override;
  [[nodiscard]] result<bool> clean(const planned_task& task, const std::vector<std::string>& attempts,
                                   const task_result* recorded) const override;
  [[nodiscard]] result<std::unique_ptr<run_workspace>> begin_run(const planned_task& task,
                                                                 const held_lease& lease,
                                                                 const std::string& temporary) const override;
  [[nodiscard]] result<void> store_run(const planned_task& task, const run_workspace& workspace,
                                       const held_lease& lease, task_result& recorded) const override;
  [[nodiscard]] result<std::optional<std::string>> find_run(
      const planned_task& task, const task_result& recorded,
      std::optional<std::uint32_t> shard) const override;
  // Keeps the run: clear() removes all runs.
  void remove_run(const std::string& /*run*/, std::optional<std::uint32_t> /*shard*/) const override {}

  [[nodiscard]] result<void> place_shards(const std::string& run, const manifest& of_run) const override;
  [[nodiscard]] result<void> publish(const std::string& manifest_text, bool complete,
                                     const held_lease& lease) const override;
  [[nodiscard]] result<std::string> published_checksum() const override;
  void clear() const noexcept override;
  [[nodiscard]] result<std::size_t> abort_uploads() const override;

 private:
  [[nodiscard]] result<void> check_conditions() const;
  [[nodiscard]] result<void> complete_final(s3_upload& upload, const held_lease& lease) const;
  [[nodiscard]] result<void> put_final(std::string_view key, std::string_view text,
                                       const held_lease& lease) const;
  [[nodiscard]] result<bool> holds(const shard_summary& shard) const;

  s3_objects objects_;
  mutable lease_watch watch_;
  mutable record_cache known_;
};

}  // namespace urlsieve

#endif
