#include "src/cluster/task_plan.hpp"

#include <algorithm>
#include <utility>

#include "src/documents/formats.hpp"
#include "src/shards/partition.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/json/json_reader.hpp"
#include "src/text/json/json_writer.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/enum_table.hpp"
#include "urlsieve/password.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace {

using kind = json_value::kind;

constexpr std::uint64_t plan_format = 1;
constexpr auto kind_words = enum_table<task_kind>(
    {{task_kind::extract, "extract"}, {task_kind::merge, "merge"}, {task_kind::publish, "publish"}});

// Returns the line of a task, with its line end.
std::string task_line(const planned_task& task, bool with_fingerprint) {
  json_writer out;
  out.begin_object(true);
  out.key("id").value(task.id);
  out.key("kind").value(name_of(task.kind));
  const auto list = [&](std::string_view name, const std::vector<std::string>& texts) {
    out.key(name).begin_array();
    for (const std::string& text : texts) out.value(text);
    out.end_array();
  };
  list("argv", task.argv);
  list("needs", task.needs);
  if (task.kind == task_kind::extract) {
    out.key("inputs").begin_array();
    for (const listed_line& input : task.inputs) out.verbatim(to_json(input));
    out.end_array();
    out.key("bytes").value(task.bytes);
  }
  if (task.shard) out.key("shard").value(std::uint64_t{*task.shard});
  out.key("makes").value(task.kind == task_kind::publish ? std::string(".") : "runs/" + task.id);
  if (with_fingerprint) out.key("fingerprint").value(task.fingerprint);
  out.end_object();
  return out.take();
}

std::string head_line(const task_plan& plan, std::string_view checksum) {
  json_writer out;
  out.begin_object(true);
  out.key("plan").value(plan_format);
  out.key("urlsieve").value(plan.version);
  out.key("folder").value(plan.folder);
  out.key("shards").value(std::uint64_t{plan.shards});
  out.key("takes_bad_input").value(plan.takes_bad_input);
  out.key("tasks").value(std::uint64_t{plan.tasks.size()});
  out.key("checksum").value(checksum);
  if (!plan.seal.empty()) out.key("seal").value(plan.seal);
  out.end_object();
  return out.take();
}

std::string checksum_of_tasks(const task_plan& plan) {
  running_checksum sum;
  sum.add(std::to_string(plan.shards) + (plan.takes_bad_input ? " ok" : ""));
  for (const planned_task& task : plan.tasks) sum.add(task.fingerprint);
  return sum.hex();
}

const json_value* member(const json_value& object, std::string_view name, kind wanted) {
  const json_value* const found = object.find(name);
  return found != nullptr && found->is == wanted ? found : nullptr;
}

std::vector<std::string> texts_in(const json_value& object, std::string_view name) {
  std::vector<std::string> texts;
  if (const json_value* const found = member(object, name, kind::list))
    for (const json_value& item : found->items) texts.push_back(item.text);
  return texts;
}

tl::unexpected<error> differs(const std::string& path, const std::string& how) {
  return tl::unexpected(error{error_code::usage, path + ": " + how});
}

std::optional<planned_task> read_task(std::string_view line) {
  const result<json_value> read = read_json(line);
  if (!read || read->is != kind::object) return std::nullopt;
  planned_task task;
  task.id = read->text_of("id");
  const std::string word = read->text_of("kind");
  std::size_t at = 0;
  while (at < kind_words.size() && kind_words[at] != word) ++at;
  if (at == kind_words.size()) return std::nullopt;
  task.kind = static_cast<task_kind>(at);
  task.argv = texts_in(*read, "argv");
  task.needs = texts_in(*read, "needs");
  if (const json_value* const inputs = member(*read, "inputs", kind::list))
    for (const json_value& item : inputs->items) task.inputs.push_back(read_listed_line(item.dump()));
  task.bytes = read->number_of("bytes").value_or(0);
  if (const auto shard = read->number_of("shard")) {
    if (*shard >= max_shards) return std::nullopt;
    task.shard = static_cast<std::uint32_t>(*shard);
  }
  task.fingerprint = read->text_of("fingerprint");
  return task;
}

// Returns the graph for the numbers of tasks in the plan; nullopt if there is none.
std::optional<task_graph> graph_of(const task_plan& plan) {
  std::size_t at = 0;
  const auto run_of = [&](const auto& belongs) {
    const std::size_t begin = at;
    while (at < plan.tasks.size() && belongs(plan.tasks[at])) ++at;
    return at - begin;
  };
  const std::size_t extracts =
      run_of([](const planned_task& task) { return task.kind == task_kind::extract; });
  if (extracts == 0 || extracts > most_splits) return std::nullopt;
  std::vector<std::size_t> merges;
  for (std::size_t last = extracts; last > 1; last = merges.back()) {
    const std::string front = "merge-" + std::to_string(merges.size() + 1) + "-";
    const std::size_t level = run_of([&](const planned_task& task) { return task.id.starts_with(front); });
    if (level == 0) break;
    if (level >= last) return std::nullopt;
    merges.push_back(level);
  }
  return task_graph(extracts, std::move(merges), plan.shards);
}

bool is_task(const planned_task& task, const graph_node& node, const std::vector<planned_task>& tasks) {
  if (task.id != node.id || task.kind != node.kind || task.shard != node.shard) return false;
  if (task.needs.size() != node.end_of_needs - node.first_need) return false;
  for (std::size_t i = 0; i < task.needs.size(); ++i)
    if (task.needs[i] != tasks[node.first_need + i].id) return false;
  if (task.inputs.empty() == (task.kind == task_kind::extract)) return false;
  if (task.argv.empty() || task.argv.front() != name_of(task.kind)) return false;
  return task.kind != task_kind::publish || task.argv.size() == 1;
}

// Checks that every task is a task that `plan` makes, at its place.
result<void> check_tasks(const task_plan& plan, const std::string& path) {
  if (plan.shards == 0 || plan.shards > max_shards) return differs(path, "its number of shards is invalid");
  if (!plan.folder.starts_with('/') || plan.folder.find('\0') != std::string::npos)
    return differs(path, "its folder is not an absolute path");
  const std::optional<task_graph> graph = graph_of(plan);
  if (!graph || graph->size() != plan.tasks.size()) return differs(path, "its tasks do not form a plan");
  for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
    const planned_task& task = plan.tasks[i];
    const std::string at = "line " + std::to_string(i + 2);
    if (!is_task(task, graph->at(i), plan.tasks))
      return differs(path, at + " is not a task that a plan has in this place");
    for (const listed_line& input : task.inputs)
      if (const result<void> status = check_planned_input(input); !status)
        return differs(path, at + ": " + status.error().message);
  }
  return {};
}

result<void> check_seal(const task_plan& plan, const std::string& path, const plan_key* key) {
  if (key == nullptr && plan.seal.empty()) return {};
  if (key == nullptr) return differs(path, "the plan is sealed: plan_options::seal names its key");
  if (plan.seal.empty()) return differs(path, "the plan is not sealed, as plan_options::seal demands");
  task_plan bare = plan;
  bare.seal.clear();
  const result<std::string> seal = seal_of(plan_text(bare), *key);
  if (!seal) return tl::unexpected(seal.error());
  if (!is_same_seal(*seal, plan.seal))
    return differs(path, "the seal was not made with this key: the plan is refused");
  return {};
}

}  // namespace

std::string_view name_of(task_kind kind) {
  return kind_words[static_cast<std::size_t>(kind)];
}

const planned_task* task_plan::find(std::string_view id) const {
  const auto found = places_.find(id);
  return found == places_.end() ? nullptr : &tasks[found->second];
}

void task_plan::close() {
  places_.clear();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    planned_task& task = tasks[i];
    running_checksum sum;
    sum.add(version);
    sum.add(folder);
    sum.add(task_line(task, false));
    for (const std::string& need : task.needs)
      if (const planned_task* const needed = find(need)) sum.add(needed->fingerprint);
    task.fingerprint = sum.hex();
    places_.emplace(task.id, i);
    task.is_final = false;
  }
  if (tasks.empty() || tasks.back().kind != task_kind::publish) return;
  for (const std::string& need : tasks.back().needs)
    if (find(need) != nullptr) tasks[index_of(need)].is_final = true;
}

std::string plan_path(const std::string& out) {
  return out + "/plan.jsonl";
}

std::string plan_text(const task_plan& plan) {
  std::string text = head_line(plan, checksum_of_tasks(plan));
  for (const planned_task& task : plan.tasks) text += task_line(task, true);
  return text;
}

result<void> seal_plan(task_plan& plan, const plan_key& key) {
  plan.seal.clear();
  return seal_of(plan_text(plan), key).map([&](std::string&& seal) { plan.seal = std::move(seal); });
}

result<void> check_planned_input(const listed_line& input) {
  const auto refuse = [&](const std::string& why) {
    return tl::unexpected(error{error_code::usage, why + without_password(input.path)});
  };
  if (input.path == "-")
    return tl::unexpected(error{error_code::usage, "standard input cannot be planned: tasks read files"});
  if (input.path.empty() || !is_utf8(input.path) || input.path.find('\n') != std::string::npos ||
      input.path.find('\0') != std::string::npos)
    return refuse("a name that is empty, is not UTF-8 or contains a line end cannot be planned: ");
  if (!is_header_value(input.etag) || !is_header_value(input.last_modified))
    return refuse("a version with control characters cannot be planned: ");
  if (!input.commit.empty() && !is_commit(input.commit))
    return refuse("an invalid commit cannot be planned for ");
  if (input.part && (input.part->from >= input.part->to || find_format(input.part->format) == nullptr))
    return refuse("an invalid part cannot be planned of ");
  return {};
}

result<task_plan> read_plan(std::string_view text, const std::string& path, const plan_key* key) {
  std::string_view rest = text;
  const auto next_line = [&] {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
  };
  const result<json_value> head = read_json(next_line());
  if (!head || head->is != kind::object || head->find("plan") == nullptr)
    return differs(path, "not a plan of urlsieve");
  if (head->number_of("plan") != plan_format)
    return differs(path, "a plan of format " + head->find("plan")->dump() + ", not of format " +
                             std::to_string(plan_format));
  task_plan plan;
  plan.version = head->text_of("urlsieve");
  if (plan.version != version)
    return differs(path,
                   "made by urlsieve " + plan.version + ", but this is urlsieve " + std::string(version));
  plan.folder = head->text_of("folder");
  plan.shards = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(head->number_of("shards").value_or(0), ~std::uint32_t{0}));
  plan.takes_bad_input = head->truth_of("takes_bad_input");
  plan.seal = head->text_of("seal");
  std::vector<std::string> fingerprints;
  while (!rest.empty()) {
    std::optional<planned_task> task = read_task(next_line());
    const std::string at = "line " + std::to_string(plan.tasks.size() + 2);
    if (!task) return differs(path, at + " is no task");
    fingerprints.push_back(task->fingerprint);
    plan.tasks.push_back(std::move(*task));
  }
  plan.close();
  for (std::size_t i = 0; i < fingerprints.size(); ++i)
    if (fingerprints[i] != plan.tasks[i].fingerprint)
      return differs(path, "task " + plan.tasks[i].id + " (line " + std::to_string(i + 2) +
                               ") was changed after planning: its fingerprint differs");
  if (head->number_of("tasks") != plan.tasks.size()) return differs(path, "some of its tasks are missing");
  const std::string line = head_line(plan, checksum_of_tasks(plan));
  if (!text.starts_with(line)) return differs(path, "its first line was changed after planning");
  if (result<void> status = check_tasks(plan, path); !status) return tl::unexpected(status.error());
  if (plan_text(plan) != text) return differs(path, "its text differs from what a plan writes");
  if (result<void> status = check_seal(plan, path, key); !status) return tl::unexpected(status.error());
  return plan;
}

}  // namespace urlsieve
