#include "src/cluster/plan_store.hpp"

#include <algorithm>
#include <utility>

#include "src/cluster/bucket_store.hpp"
#include "src/cluster/folder_store.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve {
namespace {

// Tasks need the passwords and signatures of their inputs, so a plan keeps them.
bool has_secrets(const task_plan& plan) {
  return std::any_of(plan.tasks.begin(), plan.tasks.end(), [](const planned_task& task) {
    return std::any_of(task.argv.begin(), task.argv.end(), has_secret) ||
           std::any_of(task.inputs.begin(), task.inputs.end(),
                       [](const listed_line& input) { return has_secret(input.path); });
  });
}

}  // namespace

result<task_plan> load_plan(const plan_store& store, const plan_key* key) {
  const std::string path = plan_path(store.name());
  const result<std::optional<std::string>> text = store.read_plan();
  if (!text) return tl::unexpected(text.error());
  if (!*text) return tl::unexpected(error{error_code::no_such_input, "there is no plan at " + path});
  return read_plan(**text, path, key);
}

result<void> store_plan(const task_plan& plan, plan_store& store, bool force) {
  return store.write_plan(plan_text(plan), has_secrets(plan), force);
}

error published_before_error(const std::string& out) {
  return {error_code::output_exists, out + " already holds an output"};
}

error other_plan_error(const std::string& out) {
  return {error_code::output_exists,
          out +
              " has a plan of other inputs, options or splits: name another directory, or replace the plan "
              "(output_options::force)"};
}

result<std::unique_ptr<plan_store>> open_plan_store(const std::string& out, std::chrono::seconds patience,
                                                    const remote_options& remote,
                                                    const std::atomic<bool>* stop) {
  if (!is_remote_name(out)) return std::make_unique<folder_store>(out, patience);
  if (!is_s3_name(out))
    return tl::unexpected(
        error{error_code::usage,
              without_password(out) +
                  ": a plan must be in a directory of this machine or in S3 (s3://BUCKET/PREFIX)"});
  result<s3_location> place = s3_location::of_prefix(out);
  if (!place) return tl::unexpected(std::move(place.error()));
  std::string name = place->prefix_name();
  s3_objects objects(std::make_shared<remote_access>(remote), std::move(*place), stop);
  return std::make_unique<bucket_store>(std::move(objects), std::move(name), patience);
}

}  // namespace urlsieve
