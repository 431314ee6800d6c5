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

// The mark that all temporaries and the runs of a plan carry names the process.
bool is_mark(std::string_view path) {
  return path.ends_with("/.urlsieve-mark");
}

// What a user sees: no hidden names, nor what a run writes while it lasts, nor how often a task was tried.
snapshot visible_of(const snapshot& all) {
  snapshot seen;
  for (const auto& [name, text] : all)
    if (!is_hidden(name) && !name.starts_with("tmp/") && name.find("/.") == std::string::npos &&
        name.find(".attempt-") == std::string::npos)
      seen[name] = text;
  return seen;
}

std::string litter_of(const snapshot& all) {
  for (const auto& [name, text] : all) {
    // What tasks leave behind goes when the plan is published.
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

std::string difference(const snapshot& wanted, const snapshot& got) {
  for (const auto& [name, text] : wanted) {
    const auto found = got.find(name);
    if (found == got.end()) return name + " is missing";
    if (without_changing_facts(found->second) != without_changing_facts(text)) return name + " is another";
  }
  for (const auto& [name, text] : got)
    if (!wanted.contains(name) && !is_round_of_retries(name)) return name + " is there";
  return {};
}

// If nothing could be read, statistics and rejected references say why; both are no output.
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

// After a kill each output by itself is what it was, or what it was to become.
std::string torn_output(const expectation& wanted, const snapshot& got) {
  const snapshot before = visible_of(wanted.before);
  const snapshot after = visible_of(wanted.ended.left);
  for (const auto& [name, text] : got) {
    const std::string top = name.substr(0, name.find('/'));
    const snapshot part = part_of(got, top);
    if (!difference(part_of(before, top), part).empty() && !difference(part_of(after, top), part).empty())
      return top + " is neither old nor new";
  }
  for (const auto& [name, text] : before)
    if (part_of(got, name.substr(0, name.find('/'))).empty()) return name + " is gone";
  return {};
}

bool is_task(const scenario& what) {
  return what.arguments.front() == "run-task";
}

// A task that is done without some of its inputs, which its record names.
bool lacks_inputs(const snapshot& all) {
  return std::any_of(all.begin(), all.end(), [](const auto& one) {
    return one.first.ends_with(".result") && one.second.find("\"without\": [\"") != std::string::npos;
  });
}

// What a task could not remove is removed by the next call.
snapshot without_leftovers(snapshot got, const snapshot& wanted) {
  std::erase_if(got, [&](const auto& one) {
    return !wanted.contains(one.first) &&
           (one.first.starts_with("out/runs/") || one.first.find(".lease") != std::string::npos);
  });
  return got;
}

// An output that appears piece by piece: each piece is an old or a new one, and "_SUCCESS" says that all are
// there. What the tasks of a plan keep for each other is none of it.
std::string torn_pieces(const expectation& wanted, const snapshot& got) {
  const snapshot before = visible_of(wanted.before);
  const snapshot after = visible_of(wanted.ended.left);
  if (got.contains("out/_SUCCESS") && !before.contains("out/_SUCCESS")) {
    // The record of the last task, and what is not needed any more, come after the mark.
    snapshot pieces = without_leftovers(got, after);
    if (const auto record = after.find("out/tasks/publish.result"); record != after.end())
      pieces.insert(*record);
    return difference(after, pieces);
  }
  for (const auto& [name, text] : got) {
    if (name.ends_with('/') || name.starts_with("out/tasks/") || name.starts_with("out/runs/")) continue;
    const auto was = before.find(name);
    const auto becomes = after.find(name);
    if ((was == before.end() || was->second != text) && (becomes == after.end() || becomes->second != text))
      return name + " is neither old nor new";
  }
  return {};
}

// A shortage of this machine's own is no damage of an input; nor is what befell the output. A server that
// cannot be reached is an input that cannot be read, whatever the reason.
bool may_be_damage(const fault& met, int call) {
  if (met.effect != effect_error) return true;
  if (call == watched_socket || call == watched_connect || call == watched_send || call == watched_recv)
    return true;
  if (met.number != EIO && met.number != EACCES) return false;
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

// Exit code 1: what is there is whole and says of itself that it is not complete.
std::string damaged_output(const stage& where, const snapshot& got) {
  if (!got.contains("out/manifest.json")) return {};
  if (got.contains("out/_SUCCESS")) return "exit 1 with out/_SUCCESS";
  const outcome checked = where.run({"verify", "--on-error", "ignore", "out"}, {});
  return checked.code == 0 ? ""
                           : "exit 1 with an output that verify refuses: " + checked.printed + checked.said;
}

// What is not well is told; where an input is at fault, which one, and of what kind. What stderr lost cannot
// be asked.
std::string untold(const scenario& what, const outcome& ended) {
  if (ended.plan.call == watched_write || ended.plan.call == watched_writev) return {};
  if (ended.code == 0 || ended.code == try_later) return {};
  const auto says = [&](std::string_view text) { return ended.said.find(text) != std::string::npos; };
  if (ended.code != damaged) return ended.said.empty() ? "it failed without a word" : "";
  if (what.arguments.front() != "extract") return {};
  if (!says("given/")) return "an input at fault was not named";
  if (!says("faults: ")) return "the kind of fault was not told";
  if (says("the list ")) return "a list that broke off ends with 3";
  const auto counts = ended.left.find("counts");
  if (counts != ended.left.end() && counts->second.find("\"unreadable\": ") == std::string::npos &&
      counts->second.find("\"incomplete-output\": ") == std::string::npos)
    return "an input that could not be read was not counted";
  return {};
}

std::string judge_exit(const stage& where, const scenario& what, const expectation& wanted, const fault& met,
                       const outcome& ended) {
  const snapshot got = visible_of(ended.left);
  const bool both_damaged =
      ended.code == damaged && what.code == damaged && what.arguments.front() == "extract";
  if (ended.code == wanted.ended.code && !(both_damaged && may_be_damage(met, ended.plan.call))) {
    if (ended.printed != wanted.ended.printed) return "the exit code of success with another standard output";
    const snapshot after = visible_of(wanted.ended.left);
    std::string other = difference(after, is_task(what) ? without_leftovers(got, after) : got);
    // What cannot be looked at is planned all the same.
    const bool spares = what.arguments.front() == "plan" || (is_task(what) && lacks_inputs(got));
    if (spares && may_be_damage(met, ended.plan.call)) other.clear();
    return other.empty() ? other : "the exit code of success, but " + other;
  }
  if (std::string silent = untold(what, ended); !silent.empty()) return silent;
  // A task that fails three times fails for good, whatever the reason; its plan goes on without its inputs.
  const bool may_be_incomplete = may_be_damage(met, ended.plan.call) || is_task(what);
  if (ended.code == damaged && (what.code == 0 || both_damaged) && may_be_incomplete)
    return damaged_output(where, got);
  // Where locks are not to be had nobody knows whether another run holds what is there.
  const bool in_use = ended.code == usage && ended.plan.call == watched_flock;
  if (ended.code != failed && !in_use && !(is_task(what) && ended.code == try_later))
    return "exit code " + std::to_string(ended.code);
  if (what.piecewise) return torn_pieces(wanted, got);
  // An exception that could not pass ended it as a kill does.
  if (ended.plan.call == watched_malloc) return torn_output(wanted, got);
  const std::string other =
      difference(without_statistics(visible_of(wanted.before)), without_statistics(got));
  return other.empty() ? "" : "exit code " + std::to_string(ended.code) + ", but " + other;
}

// The next run ends well, gives what it should, and leaves nothing.
std::string judge_next(const stage& where, const scenario& what, const expectation& wanted, int ended_with) {
  const bool was_done = ended_with == wanted.ended.code;
  std::vector<std::string> again = what.arguments;
  const bool published = fs::exists(where.place() + "/out") || fs::exists(where.place() + "/out.warc.gz");
  const bool journal =
      fs::exists(where.place() + "/.out.resume") || fs::exists(where.place() + "/.out.resume-done");
  const auto says = [&](const char* word) {
    return std::find(again.begin(), again.end(), word) != again.end();
  };
  const bool unknown_objects =
      says("s3://bucket/run/out") && published && !fs::exists(where.place() + "/out/manifest.json");
  if (says("-o") && published && !(what.resumes && journal && !was_done) && !says("--force"))
    again.emplace_back("--force");
  // What failed for good is tried again, and what a split lacks is read, when somebody asks.
  if (is_task(what)) where.run({"plan", "--retry-failed", "out"}, {});
  const outcome next = where.run(again, {});
  // Objects without a manifest may be somebody's.
  if (unknown_objects && next.code == usage && !next.said.empty()) return {};
  // Where it could not be told who holds a lease, it counts until it is old.
  if (is_task(what) && next.code == try_later && fs::exists(where.place() + "/out/tasks")) return {};
  if (next.code != wanted.ended.code) {
    return "the next run ended with " + std::to_string(next.code) + " (signal " +
           std::to_string(next.signal) + "): " + next.said;
  }
  if (next.printed != wanted.ended.printed) return "the next run printed something else";
  const snapshot after = visible_of(wanted.ended.left);
  snapshot got = visible_of(next.left);
  if (is_task(what) && !got.contains("out/_SUCCESS")) got = without_leftovers(std::move(got), after);
  if (std::string other = difference(after, got); !other.empty()) return "after the next run " + other;
  const std::string litter = litter_of(next.left);
  return litter.empty() ? "" : "after the next run there is still " + litter;
}

}  // namespace

expectation expected_of(const stage& where, const scenario& what) {
  expectation wanted;
  where.set_up(what);
  wanted.before = files_below(where.place());
  wanted.ended = where.run(what.arguments, {});
  return wanted;
}

std::string judge(const stage& where, const scenario& what, const expectation& wanted, const fault& met,
                  const outcome& ended) {
  const bool kills = met.effect == effect_kill || met.effect == effect_torn;
  std::string wrong;
  if (ended.signal == SIGALRM)
    wrong = "it hung";
  else if (ended.signal != 0 && !(kills && ended.signal == SIGKILL))
    wrong = "it was ended by signal " + std::to_string(ended.signal);
  else if (ended.signal != 0 && what.piecewise)
    wrong = torn_pieces(wanted, visible_of(ended.left));
  else if (ended.signal != 0)
    wrong = torn_output(wanted, visible_of(ended.left));
  else
    wrong = judge_exit(where, what, wanted, met, ended);
  if (!wrong.empty()) return wrong;
  const bool clean =
      litter_of(ended.left).empty() &&
      (!is_task(what) || difference(visible_of(wanted.ended.left), visible_of(ended.left)).empty());
  if (ended.code == wanted.ended.code && clean) return {};
  return judge_next(where, what, wanted, ended.code);
}

}  // namespace faults
