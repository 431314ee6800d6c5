// fault_sweep PROGRAM INJECTOR FOLDER [--jobs N] [--most N] [--allocations N] [--sample N] [--scenario NAME]
// [--call NAME] [--fault NAME] [--at N] [--only SCENARIO/CALL,...]: runs every scenario of scenarios.cpp once
// for each call that it makes and each way in which that can fail, and judges how it ended. FOLDER holds what
// given.sh made. --most bounds the calls of one function in one scenario, spread evenly; --sample runs that
// many of all, spread evenly. --fault and --call tell how many there were of each at the end. Exit code 1:
// there are violations.
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/faults/contract.hpp"
#include "tests/faults/scenarios.hpp"

namespace faults {
namespace {

namespace fs = std::filesystem;

#define AS_NAME(name) #name,
constexpr const char* call_names[] = {WATCHED_CALLS(AS_NAME)};
#undef AS_NAME

constexpr fault kill_before{"kill", effect_kill, 0, false};
constexpr fault eio{"EIO", effect_error, EIO, false};
constexpr fault eio_stays{"EIO+", effect_error, EIO, true};
constexpr fault eintr{"EINTR", effect_error, EINTR, false};
constexpr fault eagain{"EAGAIN", effect_error, EAGAIN, false};
constexpr fault enospc{"ENOSPC", effect_error, ENOSPC, false};
constexpr fault enospc_stays{"ENOSPC+", effect_error, ENOSPC, true};
constexpr fault edquot_stays{"EDQUOT+", effect_error, EDQUOT, true};
constexpr fault enomem{"ENOMEM", effect_error, ENOMEM, false};
constexpr fault enomem_stays{"ENOMEM+", effect_error, ENOMEM, true};
constexpr fault emfile{"EMFILE", effect_error, EMFILE, false};
constexpr fault emfile_stays{"EMFILE+", effect_error, EMFILE, true};
constexpr fault enfile{"ENFILE", effect_error, ENFILE, false};
constexpr fault einval{"EINVAL", effect_error, EINVAL, false};
constexpr fault enolck{"ENOLCK", effect_error, ENOLCK, false};
constexpr fault refused{"ECONNREFUSED", effect_error, ECONNREFUSED, false};
constexpr fault refused_stays{"ECONNREFUSED+", effect_error, ECONNREFUSED, true};
constexpr fault timed_out{"ETIMEDOUT", effect_error, ETIMEDOUT, false};
constexpr fault reset{"ECONNRESET", effect_error, ECONNRESET, false};
constexpr fault reset_stays{"ECONNRESET+", effect_error, ECONNRESET, true};
constexpr fault epipe{"EPIPE", effect_error, EPIPE, false};
constexpr fault short_count{"short", effect_shortened, 0, false};
constexpr fault zero_count{"zero", effect_zero, 0, false};
constexpr fault torn{"torn", effect_torn, 0, false};

std::vector<fault> faults_of(int call) {
  switch (call) {
    case watched_read:
    case watched_pread:
      return {kill_before, eio, eio_stays, eintr, eagain, enomem, short_count, zero_count};
    case watched_write:
    case watched_pwrite:
    case watched_writev:
      return {kill_before, torn,   eio,         enospc,     enospc_stays, edquot_stays,
              eintr,       eagain, short_count, zero_count, enomem};
    case watched_open:
    case watched_openat:
    case watched_fopen:
    case watched_opendir:
    case watched_fdopendir:
      return {kill_before, eio, emfile, emfile_stays, enfile, enomem, eintr};
    case watched_close:
      return {kill_before, eio, enospc, eintr};
    case watched_fsync:
    case watched_fdatasync:
    case watched_ftruncate:
    case watched_truncate:
    case watched_fallocate:
      return {kill_before, eio, enospc_stays, edquot_stays};
    case watched_rename:
    case watched_mkdir:
      return {kill_before, eio, enospc, enospc_stays};
    case watched_renameat2:
      return {kill_before, eio, enospc_stays, einval};
    case watched_unlink:
    case watched_unlinkat:
    case watched_rmdir:
      return {kill_before, eio};
    case watched_mmap:
    case watched_mremap:
      return {enomem, enomem_stays};
    case watched_malloc:  // TBB waits for ever where all allocations fail
      return {enomem};
    case watched_flock:
      return {kill_before, enolck, eintr};
    case watched_pthread_create:
      return {eagain};
    case watched_socket:
      return {emfile, emfile_stays, enomem};
    case watched_connect:
      return {kill_before, refused, refused_stays, timed_out};
    case watched_send:
      return {kill_before, epipe, reset, reset_stays, eintr, eagain, short_count};
    case watched_recv:
      return {kill_before, reset, reset_stays, timed_out, eintr, eagain, short_count, zero_count};
    default:
      return {kill_before, eio, enomem};
  }
}

// Allocations are thousands, and much alike.
constexpr std::size_t most_allocations = 100;

struct choice {
  std::string program, injector, folder;
  std::size_t jobs = 1;
  std::size_t most = ~std::size_t{0};
  std::size_t allocations = most_allocations;
  std::size_t sample = 0;
  std::string scenario, call, fault;
  std::size_t at = 0;
  std::string only;  // ",scenario/call,...,"; empty: every call of every scenario
};

struct trial {
  std::size_t scenario;
  int call;
  std::size_t at;
  fault met;
};

// A folder of its own for each job, with links to what is given.
stage stage_of(const choice& chosen, std::size_t job) {
  const std::string folder = chosen.folder + "/job-" + std::to_string(job);
  fs::create_directories(folder);
  if (!fs::exists(folder + "/given"))
    fs::create_directory_symlink(chosen.folder + "/given", folder + "/given");
  return {chosen.program, chosen.injector, folder};
}

void add_trials(std::vector<trial>& trials, const choice& chosen, std::size_t number, const scenario& what,
                const fault_plan& counted) {
  const std::size_t most = std::min(chosen.most, what.most_calls);
  for (int call = 0; call < watched_count; ++call) {
    if (!chosen.call.empty() && chosen.call != call_names[call]) continue;
    if (!chosen.only.empty() &&
        chosen.only.find("," + what.name + "/" + call_names[call] + ",") == std::string::npos)
      continue;
    if (what.networked && call == watched_malloc) continue;
    const auto calls = static_cast<std::size_t>(counted.counts[call]);
    const std::size_t taken = std::min({calls, most, call == watched_malloc ? chosen.allocations : calls});
    for (const fault& met : faults_of(call)) {
      if (!chosen.fault.empty() && chosen.fault != met.name) continue;
      for (std::size_t i = 0; i < taken; ++i) {
        const std::size_t at = (i + 1) * calls / taken;
        if (chosen.at == 0 || chosen.at == at) trials.push_back({number, call, at, met});
      }
    }
  }
}

std::vector<trial> spread(std::vector<trial> all, std::size_t wanted) {
  if (wanted == 0 || wanted >= all.size()) return all;
  std::vector<trial> some;
  for (std::size_t i = 0; i < wanted; ++i) some.push_back(all[i * all.size() / wanted]);
  return some;
}

// "3026 EIO, 2800 kill", then the same of calls.
void tell_kinds(const std::vector<trial>& trials) {
  std::map<std::string_view, std::size_t> faults;
  std::map<std::string_view, std::size_t> calls;
  for (const trial& one : trials) {
    ++faults[one.met.name];
    ++calls[call_names[one.call]];
  }
  for (const auto* kinds : {&faults, &calls}) {
    const char* between = "";
    for (const auto& [name, times] : *kinds)
      std::printf("%s%zu %.*s", std::exchange(between, ", "), times, static_cast<int>(name.size()),
                  name.data());
    std::printf("\n");
  }
}

// Prints what is wrong, and how to see it again.
bool hold(const stage& where, const scenario& what, const expectation& wanted, const trial& one) {
  where.set_up(what);
  fault_plan plan{};
  plan.call = one.call;
  plan.effect = one.met.effect;
  plan.number = one.met.number;
  plan.stays = one.met.stays ? 1 : 0;
  plan.at = one.at;
  const outcome ended = where.run(what.arguments, plan);
  const std::string wrong = judge(where, what, wanted, one.met, ended);
  if (wrong.empty()) return true;
  std::printf("--scenario %s --call %s --fault %s --at %zu: %s\n    exit %d, signal %d: %s\n",
              what.name.c_str(), call_names[one.call], one.met.name, one.at, wrong.c_str(), ended.code,
              ended.signal, ended.said.substr(0, 400).c_str());
  std::fflush(stdout);
  return false;
}

int run_job(const choice& chosen, std::size_t job, const std::vector<scenario>& scenarios,
            std::vector<expectation> wanted, const std::vector<trial>& trials) {
  const stage where = stage_of(chosen, job);
  for (std::size_t i = 0; i < scenarios.size(); ++i)
    if (scenarios[i].tells_place && wanted[i].ended.code >= 0) wanted[i] = expected_of(where, scenarios[i]);
  bool good = true;
  for (std::size_t i = job, done = 0; i < trials.size(); i += chosen.jobs, ++done) {
    if (done != 0 && done % 1000 == 0) {
      std::printf("job %zu: %zu done\n", job, done);
      std::fflush(stdout);
    }
    good = hold(where, scenarios[trials[i].scenario], wanted[trials[i].scenario], trials[i]) && good;
  }
  return good ? 0 : 1;
}

bool run_jobs(const choice& chosen, const std::vector<scenario>& scenarios,
              const std::vector<expectation>& wanted, const std::vector<trial>& trials) {
  std::vector<pid_t> jobs;
  for (std::size_t job = 0; job < chosen.jobs; ++job) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(run_job(chosen, job, scenarios, wanted, trials));
    jobs.push_back(child);
  }
  bool good = true;
  for (const pid_t child : jobs) {
    int status = 0;
    good = ::waitpid(child, &status, 0) == child && status == 0 && good;
  }
  return good;
}

// What "taken-up" begins with: a run of the scenario "resumed" that was killed when it had made its journal
// twice.
void make_killed(const stage& where, const std::vector<scenario>& scenarios) {
  if (fs::exists(where.given() + "/killed")) return;
  const auto resumed = std::find_if(scenarios.begin(), scenarios.end(),
                                    [](const scenario& one) { return one.resumes && one.setup.empty(); });
  where.set_up(*resumed);
  fault_plan plan{};
  plan.call = watched_rename;
  plan.effect = effect_kill;
  plan.at = 3;
  where.run(resumed->arguments, plan);
  if (!fs::exists(where.place() + "/.out.resume/journal")) throw std::runtime_error("no journal was left");
  fs::rename(where.place(), where.given() + "/killed");
}

int sweep(const choice& chosen) {
  const std::vector<scenario> scenarios = all_scenarios();
  const stage first = stage_of(chosen, 0);
  make_killed(first, scenarios);
  const snapshot given = files_below(chosen.folder + "/given");
  std::vector<expectation> wanted(scenarios.size());
  std::vector<trial> trials;
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    if (!chosen.scenario.empty() && chosen.scenario != scenarios[i].name) continue;
    if (!chosen.only.empty() && chosen.only.find("," + scenarios[i].name + "/") == std::string::npos)
      continue;
    wanted[i] = expected_of(first, scenarios[i]);
    if (wanted[i].ended.code != scenarios[i].code) {
      std::printf("%s without a fault: exit %d: %s\n", scenarios[i].name.c_str(), wanted[i].ended.code,
                  wanted[i].ended.said.c_str());
      return 1;
    }
    const std::size_t before = trials.size();
    add_trials(trials, chosen, i, scenarios[i], wanted[i].ended.plan);
    std::printf("%s: %zu faults\n", scenarios[i].name.c_str(), trials.size() - before);
  }
  std::set<std::pair<std::size_t, int>> calls;
  for (const trial& each : trials) calls.emplace(each.scenario, each.call);
  const auto separators = std::count(chosen.only.begin(), chosen.only.end(), ',');
  if (separators != 0 && calls.size() + 1 != static_cast<std::size_t>(separators)) {
    std::printf("--only names a call that no run makes\n");
    return 1;
  }
  trials = spread(std::move(trials), chosen.sample);
  tell_kinds(trials);
  std::fflush(stdout);
  bool good = run_jobs(chosen, scenarios, wanted, trials);
  if (files_below(chosen.folder + "/given") != given) {
    std::printf("the inputs are not what they were\n");
    good = false;
  }
  std::printf("%zu runs with a fault: %s\n", trials.size(), good ? "none broke its word" : "violations");
  return good && !trials.empty() ? 0 : 1;
}

choice choice_of(const std::vector<std::string>& words) {
  choice made;
  made.program = fs::absolute(words.at(0)).string();
  made.injector = fs::absolute(words.at(1)).string();
  made.folder = fs::absolute(words.at(2)).string();
  for (std::size_t i = 3; i < words.size(); i += 2) {
    const std::string& value = words.at(i + 1);
    if (words[i] == "--jobs") made.jobs = std::stoul(value);
    if (words[i] == "--most") made.most = std::stoul(value);
    if (words[i] == "--allocations") made.allocations = std::stoul(value);
    if (words[i] == "--sample") made.sample = std::stoul(value);
    if (words[i] == "--at") made.at = std::stoul(value);
    if (words[i] == "--scenario") made.scenario = value;
    if (words[i] == "--call") made.call = value;
    if (words[i] == "--fault") made.fault = value;
    if (words[i] == "--only") made.only = "," + value + ",";
  }
  return made;
}

}  // namespace
}  // namespace faults

int main(int count, char** words) {
  try {
    return faults::sweep(faults::choice_of({words + 1, words + count}));
  } catch (const std::exception& failed) {
    std::fprintf(stderr, "fault_sweep: %s\n", failed.what());
    return 2;
  }
}
