#include "src/cluster/make_plan.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "src/api/option_check.hpp"
#include "src/cluster/input_splits.hpp"
#include "src/cluster/plan_folder.hpp"
#include "src/cluster/record_file.hpp"
#include "src/pipeline/input_parts.hpp"
#include "src/shards/parent_directories.hpp"
#include "src/shards/partition.hpp"
#include "urlsieve/password.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace {

tl::unexpected<error> refuse(std::string why) {
  return tl::unexpected(error{error_code::usage, std::move(why)});
}

// Rejects options that a divided run cannot support.
result<void> check_request(const plan_request& request) {
  const extract_options& options = request.options;
  if (result<void> status = check_options(options); !status) return status;
  if (request.splits > most_splits)
    return refuse("at most " + std::to_string(most_splits) + " splits can be planned");
  if (options.output.resume)
    return refuse("output_options::resume cannot be used with plans: killed tasks are repeated whole");
  if (!options.redirects.write_to.empty() || options.redirects.learn)
    return refuse(
        "a plan cannot write or learn redirects of the run itself: each task sees its own inputs "
        "alone");
  if (!options.rejects.write_to.empty()) return refuse("reject_options::write_to cannot be used with plans");
  if (options.output.order == row_order::first_seen)
    return refuse("shards in the order first-seen cannot be merged, so they cannot be planned");
  if (options.output.dedup_by != dedup_choice::url)
    return refuse(
        "output_options::dedup_by cannot be used with plans: the kept URL would depend on the splits");
  if (options.filters.max_per_host != 0 || options.filters.max_per_domain != 0)
    return refuse(
        "filter_options::max_per_host and filter_options::max_per_domain cannot be used with plans: tasks do "
        "not see the input order");
  if (options.output.mark_new)
    return refuse("output_options::mark_new cannot be used with plans: merges drop its column");
  if (options.output.force) return refuse("output_options::force cannot be used with plans");
  return {};
}

class planning {
 public:
  explicit planning(const plan_request& request) : request_(request) {}

  result<task_plan> run() {
    if (result<void> status = check_request(request_); !status) return tl::unexpected(status.error());
    plan_.version = version;
    std::array<char, 4096> folder{};
    if (::getcwd(folder.data(), folder.size()) == nullptr)
      return tl::unexpected(error{error_code::cannot_read, "cannot find the working directory: " +
                                                               std::system_category().message(errno)});
    plan_.folder = folder.data();
    plan_.shards = request_.options.output.shards;
    plan_.takes_bad_input = request_.options.on_error == error_policy::ignore;
    const result<planned_inputs> inputs = list_inputs(request_.options);
    if (!inputs) return tl::unexpected(inputs.error());
    if (inputs->lines.empty()) return tl::unexpected(error{error_code::no_such_input, "there are no inputs"});
    plan_.unversioned = inputs->unversioned;
    add_tasks(splits_of(inputs->lines));
    plan_.close();
    return std::move(plan_);
  }

 private:
  std::vector<input_split> splits_of(const std::vector<listed_line>& inputs) const {
    std::uint64_t wanted = request_.splits;
    if (wanted == 0) {
      std::uint64_t total = 0;
      for (const listed_line& input : inputs) total += input.size.value_or(0);
      const std::uint64_t size = std::max<std::uint64_t>(request_.split_bytes, 1);
      wanted = std::min<std::uint64_t>(total / size + (total % size != 0 ? 1 : 0), most_splits);
    }
    const auto format_of = [this](const std::string& path) {
      return std::string(divisible_format(path, request_.options));
    };
    return split_inputs(inputs, wanted, format_of);
  }

  std::vector<std::string> arguments_of(task_kind kind) const {
    std::vector<std::string> argv{std::string(name_of(kind))};
    const std::vector<std::string> none;
    const std::vector<std::string>& more = kind == task_kind::extract ? request_.arguments
                                           : kind == task_kind::merge ? request_.merge_arguments
                                                                      : none;
    argv.insert(argv.end(), more.begin(), more.end());
    return argv;
  }

  void add_tasks(std::vector<input_split> splits) {
    const task_graph graph =
        task_graph::of_fan_in(splits.size(), std::max<std::uint32_t>(request_.fan_in, 2), plan_.shards);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      graph_node node = graph.at(i);
      planned_task task;
      task.id = std::move(node.id);
      task.kind = node.kind;
      task.argv = arguments_of(node.kind);
      task.shard = node.shard;
      for (std::size_t need = node.first_need; need < node.end_of_needs; ++need)
        task.needs.push_back(plan_.tasks[need].id);
      if (node.kind == task_kind::extract) {
        task.inputs = std::move(splits[i].inputs);
        task.bytes = splits[i].bytes;
      }
      plan_.tasks.push_back(std::move(task));
    }
  }

  const plan_request& request_;
  task_plan plan_;
};

// Tasks need the passwords and signatures of their inputs, so a plan keeps them.
bool has_secrets(const task_plan& plan) {
  return std::any_of(plan.tasks.begin(), plan.tasks.end(), [](const planned_task& task) {
    return std::any_of(task.argv.begin(), task.argv.end(), has_secret) ||
           std::any_of(task.inputs.begin(), task.inputs.end(),
                       [](const listed_line& input) { return has_secret(input.path); });
  });
}

}  // namespace

result<task_plan> make_plan(const plan_request& request) {
  return planning(request).run();
}

result<void> store_plan(const task_plan& plan, const std::string& out, bool force) {
  result<parent_directories> parents = parent_directories::create(out);
  if (!parents) return tl::unexpected(std::move(parents.error()));
  if (result<void> status = make_directory(out); !status) return status;
  const std::string text = plan_text(plan);
  const result<std::optional<std::string>> existing_plan = read_record(plan_path(out));
  if (!existing_plan) return tl::unexpected(existing_plan.error());
  if (*existing_plan && **existing_plan == text) return {};
  const result<std::vector<std::string>> names = names_in(out);
  if (!names) return tl::unexpected(names.error());
  const auto exists = [&](const std::string& why) {
    return tl::unexpected(error{error_code::output_exists, out + " " + why});
  };
  if (std::find(names->begin(), names->end(), "manifest.json") != names->end())
    return exists("already holds an output");
  if (!*existing_plan) {
    if (!std::all_of(names->begin(), names->end(), is_left_by_plan)) return exists("is not empty");
    if (result<void> status = check_plan_folder(out); !status) return status;
    for (const std::string& name : *names)
      if (is_plan_being_written(name)) ::unlink((out + "/" + name).c_str());
  }
  if (*existing_plan && !force)
    return exists(
        "has a plan of other inputs, options or splits: name another directory, or replace the plan "
        "(output_options::force)");
  return open_plan_folder(out)
      .and_then([&] {
        return replace_record(plan_path(out), text,
                              has_secrets(plan) ? record_access::this_user : record_access::as_usual);
      })
      .map([&] { parents->keep(); });
}

}  // namespace urlsieve
