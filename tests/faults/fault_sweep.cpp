// fault_sweep PROGRAM INJECTOR FOLDER [--jobs N] [--most N] [--allocations N] [--sample N] [--scenario NAME]
// [--call NAME] [--fault NAME] [--at N] [--only SCENARIO/CALL,...]
// Runs every scenario once for each call and each fault of the call, and checks the contract (README.md).
// FOLDER holds the inputs of given.sh. --most limits the faulted calls of a function in a scenario,
// --allocations the faulted allocations; --sample limits the number of all trials. Each limit selects evenly.
// The other options select scenarios, functions, faults and calls. Exit code 1: violations.
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
    case watched_malloc:  // TBB waits forever if all allocations fail
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

// A run allocates thousands of times with similar effects.
constexpr std::size_t default_allocations = 100;

struct sweep_options {
  std::string program, injector, folder;
  std::size_t jobs = 1;
  std::size_t most = ~std::size_t{0};
  std::size_t allocations = default_allocations;
  std::size_t sample = 0;
  std::string scenario, call, fault;
  std::size_t at = 0;
  std::string only;  // ",scenario/call,...,"; empty: every call of every scenario
};

struct trial {
  std::size_t scenario;
  int call;
  std::size_t at;
  fault injection;
};

// Each job has a folder of its own, with a link to the inputs.
sandbox sandbox_of(const sweep_options& options, std::size_t job) {
  const std::string folder = options.folder + "/job-" + std::to_string(job);
  fs::create_directories(folder);
  if (!fs::exists(folder + "/given"))
    fs::create_directory_symlink(options.folder + "/given", folder + "/given");
  return {options.program, options.injector, folder};
}

void add_trials(std::vector<trial>& trials, const sweep_options& options, std::size_t number,
                const scenario& subject, const fault_plan& counted) {
  const std::size_t most = std::min(options.most, subject.max_calls);
  for (int call = 0; call < watched_count; ++call) {
    if (!options.call.empty() && options.call != call_names[call]) continue;
    if (!options.only.empty() &&
        options.only.find("," + subject.name + "/" + call_names[call] + ",") == std::string::npos)
      continue;
    if (subject.loads_openssl && call == watched_malloc) continue;
    const auto calls = static_cast<std::size_t>(counted.counts[call]);
    const std::size_t selected =
        std::min({calls, most, call == watched_malloc ? options.allocations : calls});
    for (const fault& injection : faults_of(call)) {
      if (!options.fault.empty() && options.fault != injection.name) continue;
      for (std::size_t i = 0; i < selected; ++i) {
        const std::size_t at = (i + 1) * calls / selected;
        if (options.at == 0 || options.at == at) trials.push_back({number, call, at, injection});
      }
    }
  }
}

std::vector<trial> sample_evenly(std::vector<trial> all, std::size_t expected) {
  if (expected == 0 || expected >= all.size()) return all;
  std::vector<trial> sample;
  for (std::size_t i = 0; i < expected; ++i) sample.push_back(all[i * all.size() / expected]);
  return sample;
}

// Prints trials by fault ("3026 EIO, 2800 kill") and by function.
void print_counts(const std::vector<trial>& trials) {
  std::map<std::string_view, std::size_t> faults;
  std::map<std::string_view, std::size_t> calls;
  for (const trial& each : trials) {
    ++faults[each.injection.name];
    ++calls[call_names[each.call]];
  }
  for (const auto* kinds : {&faults, &calls}) {
    const char* between = "";
    for (const auto& [name, times] : *kinds)
      std::printf("%s%zu %.*s", std::exchange(between, ", "), times, static_cast<int>(name.size()),
                  name.data());
    std::printf("\n");
  }
}

// Runs a trial. Prints a violation with the options that reproduce it.
bool check_trial(const sandbox& box, const scenario& subject, const expectation& expected,
                 const trial& attempt) {
  box.set_up(subject);
  fault_plan plan{};
  plan.call = attempt.call;
  plan.effect = attempt.injection.effect;
  plan.number = attempt.injection.number;
  plan.stays = attempt.injection.stays ? 1 : 0;
  plan.at = attempt.at;
  const outcome result = box.run(subject.arguments, plan);
  const std::string violation = judge(box, subject, expected, attempt.injection, result);
  if (violation.empty()) return true;
  std::printf("--scenario %s --call %s --fault %s --at %zu: %s\n    exit %d, signal %d: %s\n",
              subject.name.c_str(), call_names[attempt.call], attempt.injection.name, attempt.at,
              violation.c_str(), result.code, result.signal, result.stderr_text.substr(0, 400).c_str());
  std::fflush(stdout);
  return false;
}

int run_job(const sweep_options& options, std::size_t job, const std::vector<scenario>& scenarios,
            std::vector<expectation> expected, const std::vector<trial>& trials) {
  const sandbox box = sandbox_of(options, job);
  for (std::size_t i = 0; i < scenarios.size(); ++i)
    if (scenarios[i].prints_folder && expected[i].result.code >= 0)
      expected[i] = expected_of(box, scenarios[i]);
  bool is_valid = true;
  for (std::size_t i = job, done = 0; i < trials.size(); i += options.jobs, ++done) {
    if (done != 0 && done % 1000 == 0) {
      std::printf("job %zu: %zu done\n", job, done);
      std::fflush(stdout);
    }
    is_valid =
        check_trial(box, scenarios[trials[i].scenario], expected[trials[i].scenario], trials[i]) && is_valid;
  }
  return is_valid ? 0 : 1;
}

bool run_jobs(const sweep_options& options, const std::vector<scenario>& scenarios,
              const std::vector<expectation>& expected, const std::vector<trial>& trials) {
  std::vector<pid_t> jobs;
  for (std::size_t job = 0; job < options.jobs; ++job) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(run_job(options, job, scenarios, expected, trials));
    jobs.push_back(child);
  }
  bool is_valid = true;
  for (const pid_t child : jobs) {
    int status = 0;
    is_valid = ::waitpid(child, &status, 0) == child && status == 0 && is_valid;
  }
  return is_valid;
}

// Prepares the initial folder of the scenario "taken-up": the scenario "resumed", killed at its second
// checkpoint.
void prepare_killed_run(const sandbox& box, const std::vector<scenario>& scenarios) {
  if (fs::exists(box.given_folder() + "/killed")) return;
  const auto resumed = std::find_if(scenarios.begin(), scenarios.end(),
                                    [](const scenario& each) { return each.resumes && each.setup.empty(); });
  box.set_up(*resumed);
  fault_plan plan{};
  plan.call = watched_rename;
  plan.effect = effect_kill;
  plan.at = 3;
  box.run(resumed->arguments, plan);
  if (!fs::exists(box.run_folder() + "/.out.resume/journal"))
    throw std::runtime_error("the killed run left no journal");
  fs::rename(box.run_folder(), box.given_folder() + "/killed");
}

int sweep(const sweep_options& options) {
  const std::vector<scenario> scenarios = all_scenarios();
  const sandbox first = sandbox_of(options, 0);
  prepare_killed_run(first, scenarios);
  const snapshot given = files_below(options.folder + "/given");
  std::vector<expectation> expected(scenarios.size());
  std::vector<trial> trials;
  for (std::size_t i = 0; i < scenarios.size(); ++i) {
    if (!options.scenario.empty() && options.scenario != scenarios[i].name) continue;
    if (!options.only.empty() && options.only.find("," + scenarios[i].name + "/") == std::string::npos)
      continue;
    expected[i] = expected_of(first, scenarios[i]);
    if (expected[i].result.code != scenarios[i].code) {
      std::printf("%s without a fault: exit %d: %s\n", scenarios[i].name.c_str(), expected[i].result.code,
                  expected[i].result.stderr_text.c_str());
      return 1;
    }
    const std::size_t before = trials.size();
    add_trials(trials, options, i, scenarios[i], expected[i].result.plan);
    std::printf("%s: %zu faults\n", scenarios[i].name.c_str(), trials.size() - before);
  }
  std::set<std::pair<std::size_t, int>> calls;
  for (const trial& each : trials) calls.emplace(each.scenario, each.call);
  const auto separators = std::count(options.only.begin(), options.only.end(), ',');
  if (separators != 0 && calls.size() + 1 != static_cast<std::size_t>(separators)) {
    std::printf("--only names a call that no scenario makes\n");
    return 1;
  }
  trials = sample_evenly(std::move(trials), options.sample);
  print_counts(trials);
  std::fflush(stdout);
  bool is_valid = run_jobs(options, scenarios, expected, trials);
  if (files_below(options.folder + "/given") != given) {
    std::printf("a run changed the inputs\n");
    is_valid = false;
  }
  std::printf("%zu runs with a fault: %s\n", trials.size(), is_valid ? "no violations" : "violations");
  return is_valid && !trials.empty() ? 0 : 1;
}

sweep_options parse_options(const std::vector<std::string>& words) {
  sweep_options parsed;
  parsed.program = fs::absolute(words.at(0)).string();
  parsed.injector = fs::absolute(words.at(1)).string();
  parsed.folder = fs::absolute(words.at(2)).string();
  for (std::size_t i = 3; i < words.size(); i += 2) {
    const std::string& value = words.at(i + 1);
    if (words[i] == "--jobs") parsed.jobs = std::stoul(value);
    if (words[i] == "--most") parsed.most = std::stoul(value);
    if (words[i] == "--allocations") parsed.allocations = std::stoul(value);
    if (words[i] == "--sample") parsed.sample = std::stoul(value);
    if (words[i] == "--at") parsed.at = std::stoul(value);
    if (words[i] == "--scenario") parsed.scenario = value;
    if (words[i] == "--call") parsed.call = value;
    if (words[i] == "--fault") parsed.fault = value;
    if (words[i] == "--only") parsed.only = "," + value + ",";
  }
  return parsed;
}

}  // namespace
}  // namespace faults

int main(int count, char** words) {
  try {
    return faults::sweep(faults::parse_options({words + 1, words + count}));
  } catch (const std::exception& failed) {
    std::fprintf(stderr, "fault_sweep: %s\n", failed.what());
    return 2;
  }
}
