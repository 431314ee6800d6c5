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

bool is_hidden(std::string_view path) {
  return path.starts_with('.');
}

// What users see: no hidden names, nor what a run writes while it lasts.
snapshot visible_of(const snapshot& all) {
  snapshot seen;
  for (const auto& [name, text] : all)
    if (!is_hidden(name) && !name.starts_with("tmp/")) seen[name] = text;
  return seen;
}

std::string litter_of(const snapshot& all) {
  for (const auto& [name, text] : all)
    if (is_hidden(name) || (name.starts_with("tmp/") && name != "tmp/")) return name;
  return {};
}

// Statistics end with times, which no two runs share.
std::string without_times(const std::string& text) {
  return text.substr(0, text.find("  \"timeline\""));
}

std::string difference(const snapshot& wanted, const snapshot& got) {
  for (const auto& [name, text] : wanted) {
    const auto found = got.find(name);
    if (found == got.end()) return name + " is missing";
    if (without_times(found->second) != without_times(text)) return name + " is another";
  }
  for (const auto& [name, text] : got)
    if (!wanted.contains(name)) return name + " is there";
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

// A shortage of this machine's own is no damage of an input; nor is what befell the output.
bool may_be_damage(const fault& met, int call) {
  if (met.effect != effect_error) return true;
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
  if (!got.contains("out/")) return {};
  if (got.contains("out/_SUCCESS")) return "exit 1 with out/_SUCCESS";
  const outcome checked = where.run({"verify", "--bad-input", "ok", "out"}, {});
  return checked.code == 0 ? ""
                           : "exit 1 with an output that verify refuses: " + checked.printed + checked.said;
}

// What is not well is told; where an input is at fault, which one, and of what kind. What stderr lost cannot
// be asked.
std::string untold(const scenario& what, const outcome& ended) {
  if (ended.plan.call == watched_write || ended.plan.call == watched_writev) return {};
  if (ended.code == 0) return {};
  const auto says = [&](std::string_view text) { return ended.said.find(text) != std::string::npos; };
  if (ended.code != damaged) return ended.said.empty() ? "it failed without a word" : "";
  if (what.arguments.front() != "extract") return {};
  if (!says("../given/")) return "an input at fault was not named";
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
  if (ended.code == wanted.ended.code) {
    if (ended.printed != wanted.ended.printed) return "the exit code of success with another standard output";
    if (std::string other = difference(visible_of(wanted.ended.left), got); !other.empty())
      return "the exit code of success, but " + other;
    return {};
  }
  if (std::string silent = untold(what, ended); !silent.empty()) return silent;
  if (ended.code == damaged && what.code == 0 && may_be_damage(met, ended.plan.call))
    return damaged_output(where, got);
  // Where locks are not to be had nobody knows whether another run holds what is there.
  const bool in_use = ended.code == usage && ended.plan.call == watched_flock;
  if (ended.code != failed && !in_use) return "exit code " + std::to_string(ended.code);
  // An exception that could not pass ended it as a kill does.
  if (ended.plan.call == watched_malloc) return torn_output(wanted, got);
  const std::string other =
      difference(without_statistics(visible_of(wanted.before)), without_statistics(got));
  return other.empty() ? "" : "exit code " + std::to_string(ended.code) + ", but " + other;
}

// The next run ends well, gives what it should, and leaves nothing.
std::string judge_next(const stage& where, const scenario& what, const expectation& wanted, bool was_done) {
  std::vector<std::string> again = what.arguments;
  const bool published = fs::exists(where.place() + "/out");
  const bool journal =
      fs::exists(where.place() + "/.out.resume") || fs::exists(where.place() + "/.out.resume-done");
  const bool writes = std::find(again.begin(), again.end(), "-o") != again.end();
  if (writes && published && !(what.resumes && journal && !was_done) &&
      std::find(again.begin(), again.end(), "--force") == again.end())
    again.emplace_back("--force");
  const outcome next = where.run(again, {});
  if (next.code != wanted.ended.code) {
    return "the next run ended with " + std::to_string(next.code) + " (signal " +
           std::to_string(next.signal) + "): " + next.said;
  }
  if (next.printed != wanted.ended.printed) return "the next run printed something else";
  if (std::string other = difference(visible_of(wanted.ended.left), visible_of(next.left)); !other.empty())
    return "after the next run " + other;
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
  else if (ended.signal != 0)
    wrong = torn_output(wanted, visible_of(ended.left));
  else
    wrong = judge_exit(where, what, wanted, met, ended);
  if (!wrong.empty()) return wrong;
  if (ended.code == wanted.ended.code && litter_of(ended.left).empty()) return {};
  return judge_next(where, what, wanted, ended.code == wanted.ended.code);
}

}  // namespace faults
