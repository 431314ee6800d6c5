#include "src/pipeline/plan/task_plan.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "src/pipeline/plan/record_file.hpp"
#include "src/text/fingerprint.hpp"
#include "src/text/json_reader.hpp"
#include "src/text/json_writer.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace {

using kind = json_value::kind;

constexpr std::uint64_t plan_format = 1;
constexpr std::array<std::string_view, 3> kind_words{"extract", "merge", "publish"};

// Ended by a line end.
std::string task_line(const planned_task& task, bool with_fingerprint) {
  json_writer out;
  out.begin_object(true);
  out.key("id").value(task.id);
  out.key("kind").value(name_of(task.kind));
  const auto list = [&](std::string_view name, const std::vector<std::string>& texts) {
    out.key(name).begin_array();
    for (const std::string& one : texts) out.value(one);
    out.end_array();
  };
  list("argv", task.argv);
  list("needs", task.needs);
  if (task.kind == task_kind::extract) {
    out.key("inputs").begin_array();
    for (const listed_line& one : task.inputs) out.verbatim(to_json(one));
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
  out.end_object();
  return out.take();
}

std::string checksum_of_tasks(const task_plan& plan) {
  running_checksum sum;
  sum.add(std::to_string(plan.shards) + (plan.takes_bad_input ? " ok" : ""));
  for (const planned_task& one : plan.tasks) sum.add(one.fingerprint);
  return sum.hex();
}

const json_value* member(const json_value& object, std::string_view name, kind wanted) {
  const json_value* const found = object.find(name);
  return found != nullptr && found->is == wanted ? found : nullptr;
}

std::vector<std::string> texts_in(const json_value& object, std::string_view name) {
  std::vector<std::string> texts;
  if (const json_value* const found = member(object, name, kind::list))
    for (const json_value& one : found->items) texts.push_back(one.text);
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
    for (const json_value& one : inputs->items) task.inputs.push_back(read_listed_line(one.dump()));
  task.bytes = read->number_of("bytes").value_or(0);
  if (const auto shard = read->number_of("shard")) task.shard = static_cast<std::uint32_t>(*shard);
  task.fingerprint = read->text_of("fingerprint");
  return task;
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
      if (const planned_task* const one = find(need)) sum.add(one->fingerprint);
    task.fingerprint = sum.hex();
    places_.emplace(task.id, i);
  }
}

std::string plan_path(const std::string& out) {
  return out + "/plan.jsonl";
}

std::string record_path(const std::string& out, std::string_view id, std::string_view suffix) {
  return (out + "/tasks/").append(id).append(".").append(suffix);
}

std::string run_path(const std::string& out, std::string_view id) {
  return (out + "/runs/").append(id);
}

std::string plan_text(const task_plan& plan) {
  std::string text = head_line(plan, checksum_of_tasks(plan));
  for (const planned_task& one : plan.tasks) text += task_line(one, true);
  return text;
}

result<task_plan> load_plan(const std::string& out) {
  const std::string path = plan_path(out);
  const result<std::optional<std::string>> text = read_record(path);
  if (!text) return tl::unexpected(text.error());
  if (!*text) return tl::unexpected(error{error_code::no_such_input, "there is no plan at " + path});
  std::string_view rest = **text;
  const auto next_line = [&] {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    return line;
  };
  const result<json_value> head = read_json(next_line());
  if (!head || head->is != kind::object || head->find("plan") == nullptr)
    return differs(path, "no plan of urlsieve");
  if (head->find("plan")->number != plan_format)
    return differs(path, "a plan of format " + head->find("plan")->dump() + ", and not of " +
                             std::to_string(plan_format));
  task_plan plan;
  plan.version = head->text_of("urlsieve");
  if (plan.version != version)
    return differs(path, "made by urlsieve " + plan.version + ", and this is " + std::string(version));
  plan.folder = head->text_of("folder");
  plan.shards = static_cast<std::uint32_t>(head->number_of("shards").value_or(0));
  plan.takes_bad_input = head->truth_of("takes_bad_input");
  std::vector<std::string> told;
  while (!rest.empty()) {
    std::optional<planned_task> task = read_task(next_line());
    const std::string at = "line " + std::to_string(plan.tasks.size() + 2);
    if (!task) return differs(path, at + " is no task");
    told.push_back(task->fingerprint);
    plan.tasks.push_back(std::move(*task));
  }
  plan.close();
  for (std::size_t i = 0; i < told.size(); ++i)
    if (told[i] != plan.tasks[i].fingerprint)
      return differs(path, "task " + plan.tasks[i].id + " (line " + std::to_string(i + 2) +
                               ") is not as it was planned: its fingerprint is another one");
  if (head->number_of("tasks") != plan.tasks.size()) return differs(path, "some of its tasks are missing");
  const std::string line = head_line(plan, checksum_of_tasks(plan));
  if ((*text)->compare(0, line.size(), line) != 0)
    return differs(path, "its first line is not as it was planned");
  return plan;
}

}  // namespace urlsieve
