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

state_counts count(const task_plan& plan, const std::vector<task_status>& statuses, task_kind kind) {
  state_counts counts;
  for (std::size_t i = 0; i < statuses.size(); ++i)
    if (plan.tasks[i].kind == kind) ++counts[statuses[i].state];
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

std::vector<std::string> status_lines(const task_plan& plan, const std::vector<task_status>& statuses) {
  std::vector<std::string> lines;
  for (const task_kind kind : kinds) {
    const state_counts counts = count(plan, statuses, kind);
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
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    const task_status& status = statuses[i];
    const planned_task& task = plan.tasks[i];
    if (status.state == task_state::running)
      lines.push_back(
          fmt::format("running: {} on {}, process {}", task.id, status.holder->host, status.holder->process));
    if (status.state == task_state::failed || status.state == task_state::given_up) {
      lines.push_back(fmt::format("{}: {} after {}: {}", name_of(status.state), task.id,
                                  counted(status.attempts.size(), "attempt"),
                                  without_password(status.attempts.back().why)));
      if (!task.inputs.empty()) lines.push_back("  inputs: " + names_of_inputs(task));
    }
    if (status.state == task_state::done && task.kind == task_kind::extract && !status.ended->without.empty())
      lines.push_back(
          fmt::format("done without {}: {}", counted(status.ended->without.size(), "input"), task.id));
    if (status.state == task_state::done)
      for (const auto& [input, why] : status.ended->faults)
        lines.push_back(
            fmt::format("fault: {}: {}: {}", task.id, without_password(input), without_password(why)));
  }
  return lines;
}

std::string status_json(const task_plan& plan, const std::vector<task_status>& statuses) {
  json_writer out;
  out.begin_object();
  out.key("shards").value(std::uint64_t{plan.shards});
  for (const task_kind kind : kinds) {
    const state_counts counts = count(plan, statuses, kind);
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
  std::uint64_t bytes_read = 0;
  for (const task_status& status : statuses) {
    if (!status.ended) continue;
    milliseconds += status.ended->milliseconds;
    cpu += status.ended->cpu_milliseconds;
    peak = std::max(peak, status.ended->peak_memory);
    bytes_read += status.ended->bytes_read;
  }
  out.key("milliseconds").value(milliseconds);
  out.key("cpu_milliseconds").value(cpu);
  out.key("peak_memory").value(peak);
  out.key("bytes_read").value(bytes_read);
  out.key("tasks").begin_array();
  for (std::size_t i = 0; i < statuses.size(); ++i) {
    const task_status& status = statuses[i];
    out.begin_object(true);
    out.key("id").value(plan.tasks[i].id);
    out.key("state").value(name_of(status.state));
    if (status.holder) {
      out.key("host").value(status.holder->host);
      out.key("process").value(status.holder->process);
    }
    if (!status.attempts.empty()) {
      out.key("attempts").value(std::uint64_t{status.attempts.size()});
      out.key("why").value(without_password(status.attempts.back().why));
    }
    if (status.ended) {
      out.key("complete").value(status.ended->complete);
      if (!status.ended->without.empty()) {
        out.key("without").begin_array();
        for (const std::string& input : status.ended->without) out.value(without_password(input));
        out.end_array();
      }
      out.key("milliseconds").value(status.ended->milliseconds);
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
  for (const planned_task& task : plan.tasks) {
    bytes += task.bytes;
    splits += task.kind == task_kind::extract ? 1 : 0;
  }
  const std::string operands = (key_file.empty() ? "" : "--seal " + as_typed(key_file) + " ") + as_typed(out);
  return {fmt::format("{}: {} of {}, {}, {}", plan_path(out), counted(splits, "split"),
                      in_bytes(static_cast<double>(bytes)), counted(plan.shards, "shard"),
                      counted(plan.tasks.size(), "task")),
          "next, on each machine, once for each process: urlsieve run-task " + operands,
          "to see the progress: urlsieve plan --status " + operands};
}

}  // namespace urlsieve::cli
