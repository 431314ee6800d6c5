#include "src/pipeline/resources.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

namespace urlsieve {
namespace {

std::uint64_t number_in(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t number = 0;
  return file >> number ? number : ~std::uint64_t{0};  // "max" is no number
}

// Returns the lowest limit of a group and its ancestors. In a container, a group may have its name from
// outside, but be mounted as the root, so the root is read, too.
std::uint64_t limit_above(const std::string& mount, std::string group, const std::string& file) {
  std::uint64_t least = number_in(mount + '/' + file);
  while (!group.empty()) {
    least = std::min(least, number_in(mount + group + '/' + file));
    group.erase(std::min(group.rfind('/'), group.size()));
  }
  return least;
}

}  // namespace

// Parses lines like "0::/group" (version 2) and "4:cpu,memory:/group" (version 1).
std::uint64_t memory_limit_of_groups(const std::string& list, const std::string& mount) {
  std::uint64_t least = ~std::uint64_t{0};
  std::ifstream groups(list);
  for (std::string line; std::getline(groups, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', std::min(first, line.size() - 1) + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = ',' + line.substr(first + 1, second - first - 1) + ',';
    const std::string group = line.substr(second + 1);
    if (controllers == ",,")
      least = std::min(least, limit_above(mount, group, "memory.max"));
    else if (controllers.find(",memory,") != std::string::npos)
      least = std::min(least, limit_above(mount + "/memory", group, "memory.limit_in_bytes"));
  }
  return least;
}

std::uint64_t memory_of_machine() {
  static const std::uint64_t bytes = [] {
    const auto pages = static_cast<std::uint64_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
    return std::min(pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)),
                    memory_limit_of_groups("/proc/self/cgroup", "/sys/fs/cgroup"));
  }();
  return bytes;
}

std::uint64_t memory_or_half(std::uint64_t requested) {
  return requested != 0 ? requested : memory_of_machine() / 2;
}

unsigned threads_or_all(unsigned requested) {
  return requested != 0 ? requested : std::max(1U, std::thread::hardware_concurrency());
}

std::uint64_t most_open_files() {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == RLIM_INFINITY) return ~std::uint64_t{0};
  return files.rlim_cur;
}

void allow_most_open_files() noexcept {
  rlimit files{};
  if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == files.rlim_max) return;
  files.rlim_cur = files.rlim_max;
  static_cast<void>(::setrlimit(RLIMIT_NOFILE, &files));
}

result<unsigned> workers_that_fit(unsigned workers, std::uint64_t memory, std::uint64_t worker_bytes,
                                  std::uint64_t shared_bytes) {
  const std::uint64_t fixed = memory_of_program + shared_bytes;
  const std::uint64_t fitting = memory > fixed ? (memory - fixed) / worker_bytes : 0;
  if (fitting != 0) return static_cast<unsigned>(std::min<std::uint64_t>(workers, fitting));
  return tl::unexpected(error{error_code::usage, "it takes " +
                                                     std::to_string(((worker_bytes + fixed) >> 20U) + 1) +
                                                     " MiB at least: give more options::memory"});
}

}  // namespace urlsieve
