#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "src/cluster/task_plan.hpp"
#include "src/cluster/task_record.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {
namespace plan_text_test {

task_plan some_plan(std::size_t extracts, std::size_t fan_in, std::uint32_t shards) {
  task_plan plan;
  plan.version = version;
  plan.folder = "/data";
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
    if (node.kind == task_kind::extract) {
      listed_line input;
      input.path = "in/" + std::to_string(i) + ".gz";
      input.size = 10;
      task.inputs.push_back(input);
    }
    plan.tasks.push_back(std::move(task));
  }
  plan.close();
  return plan;
}

// Returns a forged plan: changed, with valid fingerprints.
std::string forged(task_plan plan, const std::function<void(task_plan&)>& change) {
  change(plan);
  plan.close();
  return plan_text(plan);
}

TEST(plan_text, plans_of_any_shape_are_read_as_they_are_written) {
  for (const std::size_t extracts : {1U, 2U, 3U, 7U, 128U, 129U, 700U}) {
    for (const std::size_t fan_in : {2U, 3U, 128U}) {
      const std::string text = plan_text(some_plan(extracts, fan_in, 5));
      const result<task_plan> read = read_plan(text, "plan.jsonl");
      ASSERT_TRUE(read) << read.error().message;
      EXPECT_EQ(plan_text(*read), text);
      EXPECT_EQ(read->tasks.back().id, "publish");
    }
  }
}

TEST(plan_text, nothing_but_what_plan_writes_is_a_plan) {
  const std::vector<std::pair<std::string, std::function<void(task_plan&)>>> changes{
      {"an id that leaves the folder", [](task_plan& plan) { plan.tasks[0].id = "../../vic/home"; }},
      {"an id that leaves the folder, needed",
       [](task_plan& plan) { plan.tasks[0].id = plan.tasks[4].needs[0] = "../../vic/home"; }},
      {"an absolute id", [](task_plan& plan) { plan.tasks[0].id = "/etc"; }},
      {"an id with a dot", [](task_plan& plan) { plan.tasks[0].id = "extract-00000.x"; }},
      {"an empty id", [](task_plan& plan) { plan.tasks[0].id.clear(); }},
      {"an id twice", [](task_plan& plan) { plan.tasks[1].id = plan.tasks[0].id; }},
      {"ids in another order", [](task_plan& plan) { std::swap(plan.tasks[0], plan.tasks[1]); }},
      {"a need that does not exist", [](task_plan& plan) { plan.tasks[4].needs[0] = "extract-99999"; }},
      {"a need that leaves the folder", [](task_plan& plan) { plan.tasks[4].needs[0] = "../x"; }},
      {"a need of itself", [](task_plan& plan) { plan.tasks[4].needs[0] = plan.tasks[4].id; }},
      {"a need too few", [](task_plan& plan) { plan.tasks[4].needs.pop_back(); }},
      {"an extract that needs", [](task_plan& plan) { plan.tasks[0].needs = {"publish"}; }},
      {"an extract without inputs", [](task_plan& plan) { plan.tasks[0].inputs.clear(); }},
      {"another kind", [](task_plan& plan) { plan.tasks[0].kind = task_kind::publish; }},
      {"another subcommand", [](task_plan& plan) { plan.tasks[0].argv = {"merge"}; }},
      {"no subcommand", [](task_plan& plan) { plan.tasks[0].argv.clear(); }},
      {"a publish with options", [](task_plan& plan) { plan.tasks.back().argv.emplace_back("--force"); }},
      {"a shard that is none", [](task_plan& plan) { plan.tasks[6].shard = 7; }},
      {"a shard of an extract", [](task_plan& plan) { plan.tasks[0].shard = 0; }},
      {"no shards", [](task_plan& plan) { plan.shards = 0; }},
      {"a folder that is no path", [](task_plan& plan) { plan.folder = "data"; }},
      {"a folder with NUL", [](task_plan& plan) { plan.folder.append(1, '\0').append("x"); }},
      {"no tasks", [](task_plan& plan) { plan.tasks.clear(); }},
      {"no publish", [](task_plan& plan) { plan.tasks.pop_back(); }},
      {"two tasks that publish", [](task_plan& plan) { plan.tasks.push_back(plan.tasks.back()); }},
      {"an input without a name", [](task_plan& plan) { plan.tasks[0].inputs[0].path.clear(); }},
      {"standard input", [](task_plan& plan) { plan.tasks[0].inputs[0].path = "-"; }},
      {"two lines in a name", [](task_plan& plan) { plan.tasks[0].inputs[0].path = "a\nb"; }},
      {"NUL in a name", [](task_plan& plan) { plan.tasks[0].inputs[0].path = std::string("a\0b", 3); }},
      {"a header in an ETag", [](task_plan& plan) { plan.tasks[0].inputs[0].etag = "\"x\"\r\nCookie: y"; }},
      {"a header in a date", [](task_plan& plan) { plan.tasks[0].inputs[0].last_modified = "x\ny"; }},
      {"an option as a commit", [](task_plan& plan) { plan.tasks[0].inputs[0].commit = "--upload-pack=x"; }},
      {"a part of an unknown format",
       [](task_plan& plan) { plan.tasks[0].inputs[0].part = input_part{0, 5, "nonsense"}; }},
      {"a part that ends before it begins",
       [](task_plan& plan) { plan.tasks[0].inputs[0].part = input_part{5, 5, "text"}; }},
  };
  const task_plan plan = some_plan(4, 2, 2);
  ASSERT_TRUE(read_plan(forged(plan, [](task_plan&) {}), "plan.jsonl"));
  for (const auto& [what, change] : changes) {
    const result<task_plan> read = read_plan(forged(plan, change), "plan.jsonl");
    ASSERT_FALSE(read) << what;
    EXPECT_EQ(read.error().code, error_code::usage) << what;
  }
}

TEST(plan_text, members_that_plan_does_not_write_are_refused) {
  const std::string text = plan_text(some_plan(2, 2, 1));
  for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
           {"\"needs\": []", "\"needs\": [], \"needs\": []"},
           {"\"makes\": \"runs/extract-00000\"", "\"makes\": \"/etc\""},
           {"\"bytes\": 0", "\"bytes\": 00"},
           {"}\n", "} \n"},
           {"}\n", "}\n\n"}}) {
    std::string changed = text;
    changed.replace(changed.find(from), from.size(), to);
    EXPECT_FALSE(read_plan(changed, "plan.jsonl")) << to;
  }
}

TEST(plan_text, a_seal_holds_the_whole_plan) {
  const plan_key key{"0123456789abcdef", false};
  const plan_key other{"0123456789abcdeF", false};
  task_plan plan = some_plan(2, 2, 1);
  EXPECT_FALSE(read_plan(plan_text(plan), "plan.jsonl", &key)) << "not sealed";
  ASSERT_TRUE(seal_plan(plan, key));
  const std::string text = plan_text(plan);
  EXPECT_TRUE(read_plan(text, "plan.jsonl", &key));
  EXPECT_FALSE(read_plan(text, "plan.jsonl", &other));
  EXPECT_FALSE(read_plan(text, "plan.jsonl")) << "a key that was forgotten";
  const std::string changed =
      forged(plan, [](task_plan& plan) { plan.tasks[0].inputs[0].path = "/etc/passwd"; });
  const result<task_plan> read = read_plan(changed, "plan.jsonl", &key);
  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("the seal was not made with this key"), std::string::npos);
}

TEST(plan_text, results_are_read_as_they_are_written_or_not_at_all) {
  const task_plan plan = some_plan(2, 2, 1);
  const planned_task& task = plan.tasks[2];
  task_result output;
  output.fingerprint = task.fingerprint;
  output.host = "h";
  output.manifest = "0123";
  output.left_out = {"extract-00001"};
  output.faults = {{"a", "b"}};
  const std::string text = result_text(task, output);
  ASSERT_TRUE(read_result(task, text));
  EXPECT_EQ(result_text(task, *read_result(task, text)), text);
  EXPECT_FALSE(read_result(plan.tasks[1], text)) << "of another task";
  output.round = 3;
  ASSERT_TRUE(read_result(task, result_text(task, output)));
  EXPECT_EQ(read_result(task, result_text(task, output))->round, 3U);
  for (const char* const id :
       {"", "publish", "../x", "extract-1", "extract-000000", "extract-0000x", "merge-1-00000"}) {
    task_result changed = output;
    changed.left_out = {id};
    EXPECT_FALSE(read_result(task, result_text(task, changed))) << id;
  }
  for (const std::string& changed :
       {text + " ", text.substr(1), "{}\n" + text, std::string("{}"), std::string()})
    EXPECT_FALSE(read_result(task, changed)) << changed;
}

}  // namespace plan_text_test
}  // namespace urlsieve
