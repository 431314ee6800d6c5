#include "src/cli/plan_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>

#include "src/cli/amounts.hpp"
#include "src/cli/help/shell_words.hpp"
#include "src/text/json/json_writer.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::array kinds{task_kind::extract, task_kind::merge, task_kind::publish};
constexpr std::array states{task_state::done,    task_state::running, task_state::ready,
                            task_state::waiting, task_state::failed,  task_state::given_up};
constexpr std::size_t most_inputs = 3;  // named in a line

using state_counts = std::map<task_state, std::uint64_t>;

state_counts count(const task_plan& plan, const std::vector<task_standing>& standing, task_kind kind) {
  state_counts counts;
  for (std::size_t i = 0; i < standing.size(); ++i)
    if (plan.tasks[i].kind == kind) ++counts[standing[i].state];
  return counts;
}

std::string names_of_inputs(const planned_task& task) {
  std::string names;
  for (std::size_t i = 0; i < std::min(task.inputs.size(), most_inputs); ++i)
    names += (i == 0 ? "" : ", ") + without_password(task.inputs[i].path);
  if (task.inputs.size() > most_inputs)
    names += fmt::format(" and {} more", task.inputs.size() - most_inputs);
  return names;
}

}  // namespace

std::vector<std::string> status_lines(const task_plan& plan, const std::vector<task_standing>& standing) {
  std::vector<std::string> lines;
  for (const task_kind kind : kinds) {
    const state_counts counts = count(plan, standing, kind);
    std::uint64_t all = 0;
    for (const auto& [state, times] : counts) all += times;
    if (all == 0) continue;
    const auto done = counts.find(task_state::done);
    std::string line =
        fmt::format("{}: {} of {} done", name_of(kind), done == counts.end() ? 0 : done->second, all);
    for (const task_state state : states) {
      const auto found = counts.find(state);
      if (state != task_state::done && found != counts.end())
        line += fmt::format(", {} {}", found->second, name_of(state));
    }
    lines.push_back(std::move(line));
  }
  for (std::size_t i = 0; i < standing.size(); ++i) {
    const task_standing& one = standing[i];
    const planned_task& task = plan.tasks[i];
    if (one.state == task_state::running)
      lines.push_back(
          fmt::format("running: {} on {}, process {}", task.id, one.holder->host, one.holder->process));
    if (one.state == task_state::failed || one.state == task_state::given_up) {
      lines.push_back(fmt::format("{}: {} after {}: {}", name_of(one.state), task.id,
                                  counted(one.attempts.size(), "attempt"),
                                  without_password(one.attempts.back().why)));
      if (!task.inputs.empty()) lines.push_back("  inputs: " + names_of_inputs(task));
    }
    if (one.state == task_state::done && task.kind == task_kind::extract && !one.ended->without.empty())
      lines.push_back(
          fmt::format("done without {}: {}", counted(one.ended->without.size(), "input"), task.id));
    if (one.state == task_state::done)
      for (const auto& [input, why] : one.ended->faults)
        lines.push_back(
            fmt::format("fault: {}: {}: {}", task.id, without_password(input), without_password(why)));
  }
  return lines;
}

std::string status_json(const task_plan& plan, const std::vector<task_standing>& standing) {
  json_writer out;
  out.begin_object();
  out.key("shards").value(std::uint64_t{plan.shards});
  for (const task_kind kind : kinds) {
    const state_counts counts = count(plan, standing, kind);
    out.key(name_of(kind)).begin_object(true);
    for (const task_state state : states) {
      const auto found = counts.find(state);
      out.key(name_of(state)).value(found == counts.end() ? std::uint64_t{0} : found->second);
    }
    out.end_object();
  }
  std::uint64_t milliseconds = 0;
  std::uint64_t cpu = 0;
  std::uint64_t peak = 0;
  std::uint64_t read = 0;
  for (const task_standing& one : standing) {
    if (!one.ended) continue;
    milliseconds += one.ended->milliseconds;
    cpu += one.ended->cpu_milliseconds;
    peak = std::max(peak, one.ended->peak_memory);
    read += one.ended->bytes_read;
  }
  out.key("milliseconds").value(milliseconds);
  out.key("cpu_milliseconds").value(cpu);
  out.key("peak_memory").value(peak);
  out.key("bytes_read").value(read);
  out.key("tasks").begin_array();
  for (std::size_t i = 0; i < standing.size(); ++i) {
    const task_standing& one = standing[i];
    out.begin_object(true);
    out.key("id").value(plan.tasks[i].id);
    out.key("state").value(name_of(one.state));
    if (one.holder) {
      out.key("host").value(one.holder->host);
      out.key("process").value(one.holder->process);
    }
    if (!one.attempts.empty()) {
      out.key("attempts").value(std::uint64_t{one.attempts.size()});
      out.key("why").value(without_password(one.attempts.back().why));
    }
    if (one.ended) {
      out.key("complete").value(one.ended->complete);
      if (!one.ended->without.empty()) {
        out.key("without").begin_array();
        for (const std::string& input : one.ended->without) out.value(without_password(input));
        out.end_array();
      }
      out.key("milliseconds").value(one.ended->milliseconds);
    }
    out.end_object();
  }
  out.end_array();
  out.end_object();
  return out.take();
}

std::vector<std::string> planned_lines(const task_plan& plan, const std::string& out,
                                       const std::string& key_file) {
  std::uint64_t bytes = 0;
  std::uint64_t splits = 0;
  for (const planned_task& one : plan.tasks) {
    bytes += one.bytes;
    splits += one.kind == task_kind::extract ? 1 : 0;
  }
  const std::string operands = (key_file.empty() ? "" : "--seal " + as_typed(key_file) + " ") + as_typed(out);
  return {fmt::format("{}: {} of {}, {}, {}", plan_path(out), counted(splits, "split"),
                      in_bytes(static_cast<double>(bytes)), counted(plan.shards, "shard"),
                      counted(plan.tasks.size(), "task")),
          "next, on each machine, once for each process: urlsieve run-task " + operands,
          "to see the progress: urlsieve plan --status " + operands};
}

}  // namespace urlsieve::cli
