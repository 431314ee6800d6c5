#include "tests/faults/contract.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string_view>

namespace faults {
namespace {

namespace fs = std::filesystem;

constexpr int damaged = 1;
constexpr int usage = 2;
constexpr int failed = 3;
constexpr int try_later = 4;

bool is_hidden(std::string_view path) {
  return path.starts_with('.');
}

// True for the marker file that names the process, which temporary folders and runs of a plan contain.
bool is_mark(std::string_view path) {
  return path.ends_with("/.urlsieve-mark");
}

// Returns the output files: without hidden files, temporary files and attempts of tasks.
snapshot visible_of(const snapshot& all) {
  snapshot visible;
  for (const auto& [name, text] : all)
    if (!is_hidden(name) && !name.starts_with("tmp/") && name.find("/.") == std::string::npos &&
        name.find(".attempt-") == std::string::npos)
      visible[name] = text;
  return visible;
}

// Returns the name of a leftover temporary file or folder, or an empty string.
std::string leftover_of(const snapshot& all) {
  for (const auto& [name, text] : all) {
    // Files of tasks are removed when the plan is published.
    const bool in_plan = name.starts_with("out/tasks/") || name.starts_with("out/runs/");
    const bool inside =
        name.find("/.") != std::string::npos && !is_mark(name) && !(in_plan && !all.contains("out/_SUCCESS"));
    if (is_hidden(name) || inside || (name.starts_with("tmp/") && name != "tmp/")) return name;
  }
  return {};
}

// Returns statistics or a record of a task without the facts that differ from run to run: the command, which
// may have gained --force, the round of retries, times and memory. Statistics end with times; a record of a
// task has times in the middle.
std::string without_changing_facts(const std::string& text) {
  std::string kept = text.substr(0, text.find("  \"timeline\""));
  const auto erase = [&kept](std::string_view first, std::string_view behind) {
    const std::size_t from = kept.find(first);
    const std::size_t to = kept.find(behind, from);
    if (to != std::string::npos) kept.erase(from, to - from);
  };
  erase("\"round\": ", "\"host\"");
  erase("\"milliseconds\": ", "\"bytes_read\"");
  erase("\"command\": ", "\"inputs\"");
  return kept;
}

// The sweep retries failed tasks, and the rounds of retries stay (src/cluster/retry_rounds.hpp).
bool is_round_of_retries(std::string_view name) {
  return name.starts_with("out/tasks/retry-");
}

// Returns the first difference between snapshots, or an empty string.
std::string difference(const snapshot& expected, const snapshot& got) {
  for (const auto& [name, text] : expected) {
    const auto found = got.find(name);
    if (found == got.end()) return name + " is missing";
    if (without_changing_facts(found->second) != without_changing_facts(text))
      return name + " has different content";
  }
  for (const auto& [name, text] : got)
    if (!expected.contains(name) && !is_round_of_retries(name)) return name + " is unexpected";
  return {};
}

// If no input is readable, statistics and rejected references contain the reason; neither counts as output.
snapshot without_statistics(snapshot all) {
  all.erase("counts");
  all.erase("dropped");
  return all;
}

snapshot part_of(const snapshot& all, std::string_view top) {
  snapshot part;
  for (const auto& [name, text] : all)
    if (name == top || (name.starts_with(top) && name.substr(top.size()).starts_with('/'))) part[name] = text;
  return part;
}

// After a kill, every output must be the previous output or the new output.
std::string find_torn_output(const expectation& expected, const snapshot& got) {
  const snapshot before = visible_of(expected.before);
  const snapshot after = visible_of(expected.result.files);
  for (const auto& [name, text] : got) {
    const std::string top = name.substr(0, name.find('/'));
    const snapshot part = part_of(got, top);
    if (!difference(part_of(before, top), part).empty() && !difference(part_of(after, top), part).empty())
      return top + " is neither old nor new";
  }
  for (const auto& [name, text] : before)
    if (part_of(got, name.substr(0, name.find('/'))).empty()) return name + " is missing";
  return {};
}

bool is_task(const scenario& subject) {
  return subject.arguments.front() == "run-task";
}

// True if the record of a task names inputs that the task did not read.
bool lacks_inputs(const snapshot& all) {
  return std::any_of(all.begin(), all.end(), [](const auto& file) {
    return file.first.ends_with(".result") && file.second.find("\"without\": [\"") != std::string::npos;
  });
}

// Drops files that the task could not remove; the next command removes these files.
snapshot without_leftovers(snapshot got, const snapshot& expected) {
  std::erase_if(got, [&](const auto& file) {
    return !expected.contains(file.first) &&
           (file.first.starts_with("out/runs/") || file.first.find(".lease") != std::string::npos);
  });
  return got;
}

// For outputs that appear file by file: each file must be the previous file or the new file, and all files
// must exist if "_SUCCESS" exists. Ignores intermediate files of tasks.
std::string find_torn_file(const expectation& expected, const snapshot& got) {
  const snapshot before = visible_of(expected.before);
  const snapshot after = visible_of(expected.result.files);
  if (got.contains("out/_SUCCESS") && !before.contains("out/_SUCCESS")) {
    // The last task writes its record and removes intermediate files after it wrote "_SUCCESS".
    snapshot pieces = without_leftovers(got, after);
    if (const auto record = after.find("out/tasks/publish.result"); record != after.end())
      pieces.insert(*record);
    return difference(after, pieces);
  }
  for (const auto& [name, text] : got) {
    if (name.ends_with('/') || name.starts_with("out/tasks/") || name.starts_with("out/runs/")) continue;
    const auto old_file = before.find(name);
    const auto new_file = after.find(name);
    if ((old_file == before.end() || old_file->second != text) &&
        (new_file == after.end() || new_file->second != text))
      return name + " is neither old nor new";
  }
  return {};
}

// True if the fault may count as damage of an input. Exhausted resources and errors of output never do. An
// unreachable server always counts as an unreadable input.
bool may_be_damage(const fault& injection, int call) {
  if (injection.effect != effect_error) return true;
  if (call == watched_socket || call == watched_connect || call == watched_send || call == watched_recv)
    return true;
  if (injection.number != EIO && injection.number != EACCES) return false;
  switch (call) {
    case watched_read:
    case watched_pread:
    case watched_open:
    case watched_openat:
    case watched_fopen:
    case watched_stat:
    case watched_lstat:
    case watched_fstat:
    case watched_fstatat:
    case watched_opendir:
    case watched_fdopendir:
    case watched_readdir:
      return true;
    default:
      return false;
  }
}

// Checks an output with exit code 1: valid, and without "_SUCCESS".
std::string check_damaged_output(const sandbox& box, const snapshot& got) {
  if (!got.contains("out/manifest.json")) return {};
  if (got.contains("out/_SUCCESS")) return "exit code 1 with out/_SUCCESS";
  const outcome checked = box.run({"verify", "--on-error", "ignore", "out"}, {});
  return checked.code == 0
             ? ""
             : "exit code 1, but verify rejects the output: " + checked.stdout_text + checked.stderr_text;
}

// Checks that a failure has a message, and that damage names an input and its kind. Ignores faults of
// write(), which may lose the message.
std::string missing_report(const scenario& subject, const outcome& result) {
  if (result.plan.call == watched_write || result.plan.call == watched_writev) return {};
  if (result.code == 0 || result.code == try_later) return {};
  const auto says = [&](std::string_view text) { return result.stderr_text.find(text) != std::string::npos; };
  if (result.code != damaged) return result.stderr_text.empty() ? "failure without a message" : "";
  if (subject.arguments.front() != "extract") return {};
  if (!says("given/")) return "no message names the damaged input";
  if (!says("faults: ")) return "no message names the kind of damage";
  if (says("the list ")) return "exit code 1 instead of 3 for a truncated list";
  const auto counts = result.files.find("counts");
  if (counts != result.files.end() && counts->second.find("\"unreadable\": ") == std::string::npos &&
      counts->second.find("\"incomplete-output\": ") == std::string::npos)
    return "an unreadable input is not counted";
  return {};
}

// Checks a run that exited by itself.
std::string judge_exit(const sandbox& box, const scenario& subject, const expectation& expected,
                       const fault& injection, const outcome& result) {
  const snapshot got = visible_of(result.files);
  const bool is_damaged_twice =
      result.code == damaged && subject.code == damaged && subject.arguments.front() == "extract";
  if (result.code == expected.result.code &&
      !(is_damaged_twice && may_be_damage(injection, result.plan.call))) {
    if (result.stdout_text != expected.result.stdout_text)
      return "expected exit code, but different standard output";
    const snapshot after = visible_of(expected.result.files);
    std::string mismatch = difference(after, is_task(subject) ? without_leftovers(got, after) : got);
    // `plan` also plans inputs that stat() cannot examine.
    const bool may_lack_inputs =
        subject.arguments.front() == "plan" || (is_task(subject) && lacks_inputs(got));
    if (may_lack_inputs && may_be_damage(injection, result.plan.call)) mismatch.clear();
    return mismatch.empty() ? mismatch : "expected exit code, but " + mismatch;
  }
  if (std::string report_fault = missing_report(subject, result); !report_fault.empty()) return report_fault;
  // A task fails permanently after three failures for any reason; the plan continues without its inputs.
  const bool may_be_incomplete = may_be_damage(injection, result.plan.call) || is_task(subject);
  if (result.code == damaged && (subject.code == 0 || is_damaged_twice) && may_be_incomplete)
    return check_damaged_output(box, got);
  // Without locks, a run cannot determine whether another run uses the output.
  const bool is_locked = result.code == usage && result.plan.call == watched_flock;
  // A mark of a leftover that reads as empty may be a file of the user.
  const bool is_foreign = result.code == usage && injection.effect == effect_zero &&
                          result.stderr_text.find(" is in the way") != std::string::npos;
  if (result.code != failed && !is_locked && !is_foreign && !(is_task(subject) && result.code == try_later))
    return "exit code " + std::to_string(result.code);
  if (subject.is_piecewise) return find_torn_file(expected, got);
  // An exception that cannot propagate without memory terminates the run like a kill.
  if (result.plan.call == watched_malloc) return find_torn_output(expected, got);
  const std::string mismatch =
      difference(without_statistics(visible_of(expected.before)), without_statistics(got));
  return mismatch.empty() ? "" : "exit code " + std::to_string(result.code) + ", but " + mismatch;
}

// Checks that the next run succeeds with the expected output, and leaves no temporary files.
std::string judge_next(const sandbox& box, const scenario& subject, const expectation& expected,
                       int ended_with) {
  const bool was_done = ended_with == expected.result.code;
  std::vector<std::string> arguments = subject.arguments;
  const bool published =
      fs::exists(box.run_folder() + "/out") || fs::exists(box.run_folder() + "/out.warc.gz");
  const bool journal =
      fs::exists(box.run_folder() + "/.out.resume") || fs::exists(box.run_folder() + "/.out.resume-done");
  const auto says = [&](const char* word) {
    return std::find(arguments.begin(), arguments.end(), word) != arguments.end();
  };
  const bool unknown_objects =
      says("s3://bucket/run/out") && published && !fs::exists(box.run_folder() + "/out/manifest.json");
  if (says("-o") && published && !(subject.resumes && journal && !was_done) && !says("--force"))
    arguments.emplace_back("--force");
  // Retries tasks that failed permanently, and reads the inputs that a split lacks.
  if (is_task(subject)) box.run({"plan", "--retry-failed", "out"}, {});
  const outcome next = box.run(arguments, {});
  // Without a manifest, the objects may belong to another program.
  if (unknown_objects && next.code == usage && !next.stderr_text.empty()) return {};
  // A lease with an unknown holder stays valid until it expires.
  if (is_task(subject) && next.code == try_later && fs::exists(box.run_folder() + "/out/tasks")) return {};
  if (next.code != expected.result.code) {
    return "the next run ended with exit code " + std::to_string(next.code) + " (signal " +
           std::to_string(next.signal) + "): " + next.stderr_text;
  }
  if (next.stdout_text != expected.result.stdout_text) return "the next run has different standard output";
  const snapshot after = visible_of(expected.result.files);
  snapshot got = visible_of(next.files);
  if (is_task(subject) && !got.contains("out/_SUCCESS")) got = without_leftovers(std::move(got), after);
  if (std::string mismatch = difference(after, got); !mismatch.empty())
    return "after the next run, " + mismatch;
  const std::string leftover = leftover_of(next.files);
  return leftover.empty() ? "" : "after the next run, there is still " + leftover;
}

}  // namespace

expectation expected_of(const sandbox& box, const scenario& subject) {
  expectation expected;
  box.set_up(subject);
  expected.before = files_below(box.run_folder());
  expected.result = box.run(subject.arguments, {});
  return expected;
}

std::string judge(const sandbox& box, const scenario& subject, const expectation& expected,
                  const fault& injection, const outcome& result) {
  const bool is_kill = injection.effect == effect_kill || injection.effect == effect_torn;
  std::string violation;
  if (result.signal == SIGALRM)
    violation = "the run hung";
  else if (result.signal != 0 && !(is_kill && result.signal == SIGKILL))
    violation = "the run died of signal " + std::to_string(result.signal);
  else if (result.signal != 0 && subject.is_piecewise)
    violation = find_torn_file(expected, visible_of(result.files));
  else if (result.signal != 0)
    violation = find_torn_output(expected, visible_of(result.files));
  else
    violation = judge_exit(box, subject, expected, injection, result);
  if (!violation.empty()) return violation;
  const bool is_complete =
      leftover_of(result.files).empty() &&
      (!is_task(subject) || difference(visible_of(expected.result.files), visible_of(result.files)).empty());
  if (result.code == expected.result.code && is_complete) return {};
  return judge_next(box, subject, expected, result.code);
}

}  // namespace faults
