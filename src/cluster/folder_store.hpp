// A plan in a directory that all processes see, on one machine or by a network file system such as NFS.
//
//   OUT/plan.jsonl, OUT/tasks/ID.*     as plan_store.hpp describes
//   OUT/runs/ID.WORD                   the run that the attempt with the lease WORD builds
//   OUT/runs/ID                        the finished run of a task
#ifndef URLSIEVE_CLUSTER_FOLDER_STORE_HPP
#define URLSIEVE_CLUSTER_FOLDER_STORE_HPP

#include "src/cluster/plan_store.hpp"

namespace urlsieve {

class folder_store final : public plan_store {
 public:
  folder_store(std::string out, std::chrono::seconds patience) : plan_store(std::move(out), patience) {}

  [[nodiscard]] result<std::optional<std::string>> read_plan() const override;
  [[nodiscard]] result<void> write_plan(std::string_view text, bool has_secrets, bool force) override;
  [[nodiscard]] result<void> check() const override;
  [[nodiscard]] result<void> open() const override;

  [[nodiscard]] result<std::optional<std::string>> read(const std::string& record) const override;
  [[nodiscard]] result<bool> create(const std::string& record, std::string_view text) const override;
  void remove(const std::string& record) const override;
  [[nodiscard]] result<bool> replace_unchanged(const std::string& record, std::string_view earlier,
                                               std::string_view text) const override;
  [[nodiscard]] result<bool> store_result(const std::string& record, std::string_view text) const override;
  [[nodiscard]] result<record_listing> list_records() const override;

  [[nodiscard]] result<std::optional<lease_holder>> look_at_lease(const std::string& id) const override;
  [[nodiscard]] result<std::unique_ptr<held_lease>> take_lease(const std::string& id) const override;

  void clear_leftovers(const planned_task& task) const override;
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
  void remove_run(const std::string& run, std::optional<std::uint32_t> shard) const override;

  [[nodiscard]] result<void> place_shards(const std::string& run, const manifest& of_run) const override;
  [[nodiscard]] result<void> publish(const std::string& manifest_text, bool complete,
                                     const held_lease& lease) const override;
  [[nodiscard]] result<std::string> published_checksum() const override;
  void clear() const noexcept override;

 private:
  [[nodiscard]] std::string path_of(const std::string& record) const;
  [[nodiscard]] std::string path_of_run(std::string_view id) const;
};

}  // namespace urlsieve

#endif
