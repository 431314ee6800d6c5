#include "tests/faults/trial.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace faults {
namespace {

namespace fs = std::filesystem;

constexpr unsigned patience = 120;  // seconds; a run takes hundredths, on a machine that is not busy

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int open_or_die(const std::string& path, int how) {
  const int descriptor = ::open(path.c_str(), how, 0600);
  if (descriptor < 0) throw std::runtime_error("cannot open " + path);
  return descriptor;
}

// The plan in a file that the program will map, too.
class shared_plan {
 public:
  shared_plan(const std::string& path, const fault_plan& plan) {
    const int descriptor = open_or_die(path, O_RDWR | O_CREAT);
    if (::ftruncate(descriptor, sizeof(fault_plan)) != 0) throw std::runtime_error("cannot write " + path);
    void* const at = ::mmap(nullptr, sizeof(fault_plan), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    ::close(descriptor);
    if (at == MAP_FAILED) throw std::runtime_error("cannot map " + path);
    plan_ = static_cast<fault_plan*>(at);
    std::memcpy(plan_, &plan, sizeof(plan));
  }
  shared_plan(const shared_plan&) = delete;
  shared_plan& operator=(const shared_plan&) = delete;
  ~shared_plan() { ::munmap(plan_, sizeof(fault_plan)); }
  [[nodiscard]] const fault_plan& now() const { return *plan_; }

 private:
  fault_plan* plan_ = nullptr;
};

}  // namespace

snapshot files_below(const std::string& folder) {
  snapshot found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(entry.path(), folder).string();
    if (entry.is_directory())
      found[name + '/'];
    else
      found[name] = content_of(entry.path().string());
  }
  return found;
}

stage::stage(std::string program, std::string injector, std::string folder)
    : program_(std::move(program)), injector_(std::move(injector)), folder_(std::move(folder)) {}

void stage::set_up(const scenario& what) const {
  fs::remove_all(place());
  if (what.setup.empty()) {
    fs::create_directory(place());
  } else {
    // Times, too: a journal knows the inputs by them.
    const std::string copy = "cp -a '" + given() + '/' + what.setup + "' '" + place() + '\'';
    if (std::system(copy.c_str()) != 0) throw std::runtime_error("failed: " + copy);
  }
}

outcome stage::run(const std::vector<std::string>& arguments, const fault_plan& plan) const {
  const std::string plan_path = folder_ + "/plan";
  const shared_plan shared(plan_path, plan);
  std::vector<char*> words{const_cast<char*>("urlsieve")};
  for (const std::string& one : arguments) words.push_back(const_cast<char*>(one.c_str()));
  words.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(open_or_die("/dev/null", O_RDONLY), STDIN_FILENO);
    ::dup2(open_or_die(folder_ + "/printed", O_WRONLY | O_CREAT | O_TRUNC), STDOUT_FILENO);
    ::dup2(open_or_die(folder_ + "/said", O_WRONLY | O_CREAT | O_TRUNC), STDERR_FILENO);
    if (::chdir(place().c_str()) != 0) ::_exit(99);
    ::close_range(STDERR_FILENO + 1, ~0U, 0);
    if (const char* const endpoint = std::getenv("AWS_ENDPOINT_URL"))
      ::setenv("AWS_ENDPOINT_URL", (endpoint + ('/' + fs::path(folder_).filename().string())).c_str(), 1);
    ::setenv(FAULT_PLAN_VARIABLE, plan_path.c_str(), 1);
    ::setenv("LD_PRELOAD", injector_.c_str(), 1);
    ::alarm(patience);
    ::execv(program_.c_str(), words.data());
    ::_exit(99);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) throw std::runtime_error("cannot run " + program_);
  outcome ended;
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) ended.signal = WTERMSIG(status);
  ended.printed = content_of(folder_ + "/printed");
  ended.said = content_of(folder_ + "/said");
  ended.left = files_below(place());
  ended.plan = shared.now();
  return ended;
}

}  // namespace faults
