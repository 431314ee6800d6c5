// Plans and task results: a parsed plan writes back byte for byte, names no file outside its folder, and is
// consistent. The first byte selects the input: a text, a generated plan with changes and valid fingerprints
// (as an attacker could write), or a task result.
#include <algorithm>
#include <string>
#include <utility>

#include "src/cluster/task_plan.hpp"
#include "src/cluster/task_record.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve::fuzz::plan_target {
namespace {

bool is_id(std::string_view id) {
  return !id.empty() && std::all_of(id.begin(), id.end(), [](char c) {
    return c == '-' || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  });
}

void check(std::string_view text) {
  const result<task_plan> plan = read_plan(text, "plan.jsonl");
  if (!plan) return;
  require(plan_text(*plan) == text);
  for (const planned_task& task : plan->tasks) {
    require(is_id(task.id) && plan->find(task.id) == &task);
    for (const std::string& need : task.needs) require(plan->find(need) != nullptr);
    for (const listed_line& input : task.inputs) require(check_planned_input(input).has_value());
  }
}

task_plan plan_of(std::size_t extracts, std::size_t fan_in, std::uint32_t shards) {
  task_plan plan;
  plan.version = version;
  plan.folder = "/";
  plan.shards = shards;
  const task_graph graph = task_graph::of_fan_in(extracts, fan_in, shards);
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const graph_node node = graph.at(i);
    planned_task task;
    task.id = node.id;
    task.kind = node.kind;
    task.shard = node.shard;
    task.argv = {std::string(name_of(node.kind))};
    for (std::size_t need = node.first_need; need < node.end_of_needs; ++need)
      task.needs.push_back(plan.tasks[need].id);
    if (node.kind == task_kind::extract) task.inputs.emplace_back().path = "a";
    plan.tasks.push_back(std::move(task));
  }
  return plan;
}

void change(task_plan& plan, fuzz_input& given) {
  planned_task& task = plan.tasks[given.byte() % plan.tasks.size()];
  const std::string text(given.up_to('\n'));
  switch (given.byte() % 12) {
    case 0:
      task.id = text;
      break;
    case 1:
      task.needs.push_back(text);
      break;
    case 2:
      if (!task.needs.empty()) task.needs.front() = text;
      break;
    case 3:
      task.argv.push_back(text);
      break;
    case 4:
      task.inputs.emplace_back().path = text;
      break;
    case 5:
      task.shard = given.byte();
      break;
    case 6:
      if (!task.inputs.empty()) task.inputs.front().etag = text;
      break;
    case 7:
      if (!task.inputs.empty()) task.inputs.front().commit = text;
      break;
    case 8:
      if (!task.inputs.empty()) task.inputs.front().part = input_part{given.byte(), given.byte(), text};
      break;
    case 9:
      plan.folder = text;
      break;
    case 10:
      plan.shards = given.byte();
      break;
    default:
      std::swap(task, plan.tasks[given.byte() % plan.tasks.size()]);
      break;
  }
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const unsigned choice = given.byte();
  if (choice % 3 == 0) return check(given.rest());
  const std::size_t extracts = 1 + given.byte() % 20;
  const std::size_t fan_in = 2 + given.byte() % 4;
  task_plan plan = plan_of(extracts, fan_in, 1 + given.byte() % 3);
  if (choice % 3 == 1) {
    for (unsigned changes = given.byte() % 4; changes > 0; --changes) change(plan, given);
    plan.close();
    return check(plan_text(plan));
  }
  plan.close();
  const planned_task& task = plan.tasks[given.byte() % plan.tasks.size()];
  // "@" stands for the fingerprint of the task, because the fingerprint changes with the version.
  std::string text(given.rest());
  if (const std::size_t at = text.find('@'); at != std::string::npos) text.replace(at, 1, task.fingerprint);
  const std::optional<task_result> read = read_result(task, text);
  if (!read) return;
  require(result_text(task, *read) == text);
  for (const std::string& id : read->left_out) require(is_extract_id(id));
}

}  // namespace urlsieve::fuzz::plan_target
