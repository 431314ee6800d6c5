#include "tests/faults/trial.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace faults {
namespace {

namespace fs = std::filesystem;

constexpr unsigned timeout = 120;  // seconds; a run takes hundredths of a second on an idle machine

// Returns the content, or the size and a hash of more than 1 MiB.
std::string content_of(const std::string& path) {
  constexpr std::streamsize kept_bytes = 1 << 20;
  static std::vector<char> bytes(std::size_t{1} << 24);  // reused: new pages would cost more than the read
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file.eof()) throw std::runtime_error("more than 16 MiB in " + path);
  const std::string_view content(bytes.data(), static_cast<std::size_t>(file.gcount()));
  if (file.gcount() <= kept_bytes) return std::string(content);
  return std::to_string(content.size()) + " bytes, hash " +
         std::to_string(std::hash<std::string_view>{}(content));
}

int open_or_die(const std::string& path, int how) {
  const int descriptor = ::open(path.c_str(), how, 0600);
  if (descriptor < 0) throw std::runtime_error("cannot open " + path);
  return descriptor;
}

// A fault plan in a file that the injector maps, too.
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

sandbox::sandbox(std::string program, std::string injector, std::string folder)
    : program_(std::move(program)), injector_(std::move(injector)), folder_(std::move(folder)) {}

void sandbox::set_up(const scenario& subject) const {
  fs::remove_all(run_folder());
  if (subject.setup.empty()) {
    fs::create_directory(run_folder());
  } else {
    // With modification times, by which a journal identifies the inputs.
    const std::string copy = "cp -a '" + given_folder() + '/' + subject.setup + "' '" + run_folder() + '\'';
    if (std::system(copy.c_str()) != 0) throw std::runtime_error("failed: " + copy);
  }
}

outcome sandbox::run(const std::vector<std::string>& arguments, const fault_plan& plan) const {
  const std::string plan_path = folder_ + "/plan";
  const shared_plan shared(plan_path, plan);
  std::vector<char*> words{const_cast<char*>("urlsieve")};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(open_or_die("/dev/null", O_RDONLY), STDIN_FILENO);
    ::dup2(open_or_die(folder_ + "/stdout", O_WRONLY | O_CREAT | O_TRUNC), STDOUT_FILENO);
    ::dup2(open_or_die(folder_ + "/stderr", O_WRONLY | O_CREAT | O_TRUNC), STDERR_FILENO);
    if (::chdir(run_folder().c_str()) != 0) ::_exit(99);
    ::close_range(STDERR_FILENO + 1, ~0U, 0);
    if (const char* const endpoint = std::getenv("AWS_ENDPOINT_URL"))
      ::setenv("AWS_ENDPOINT_URL", (endpoint + ('/' + fs::path(folder_).filename().string())).c_str(), 1);
    ::setenv(FAULT_PLAN_VARIABLE, plan_path.c_str(), 1);
    ::setenv("LD_PRELOAD", injector_.c_str(), 1);
    ::alarm(timeout);
    ::execv(program_.c_str(), words.data());
    ::_exit(99);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child) throw std::runtime_error("cannot run " + program_);
  outcome result;
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  result.stdout_text = content_of(folder_ + "/stdout");
  result.stderr_text = content_of(folder_ + "/stderr");
  result.files = files_below(run_folder());
  result.plan = shared.now();
  return result;
}

}  // namespace faults
