#include "src/pipeline/thread_supply.hpp"

#include <oneapi/tbb/cache_aligned_allocator.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <latch>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "urlsieve/input_options.hpp"

namespace urlsieve {

namespace {

// Returns the size of all named regular files; the largest number if any input is something else.
std::uint64_t bytes_named(const input_options& input) {
  constexpr std::uint64_t unknown = ~std::uint64_t{0};
  if (!input.files_from.empty()) return unknown;
  const auto size_of = [](const std::string& path) {
    struct stat about{};
    const int failed = path == "-" ? ::fstat(STDIN_FILENO, &about) : ::stat(path.c_str(), &about);
    return failed != 0 || !S_ISREG(about.st_mode) ? unknown : static_cast<std::uint64_t>(about.st_size);
  };
  if (input.paths.empty()) return size_of("-");
  std::uint64_t all = 0;
  for (const std::string& path : input.paths) {
    const std::uint64_t size = size_of(path);
    if (size > unknown - all - 1) return unknown;
    all += size;
  }
  return all;
}

// Makes the allocator of TBB map its first memory, which later arenas use. Throws std::bad_alloc if the
// system refuses the memory.
void allocate_for_tbb() {
  constexpr std::size_t arena_bytes = std::size_t{64} << 10U;
  tbb::cache_aligned_allocator<char> memory;
  memory.deallocate(memory.allocate(arena_bytes), arena_bytes);
}

}  // namespace

bool is_worth_threads(const input_options& input, unsigned threads) {
  constexpr std::uint64_t small = 64U << 10U;  // also if compressed, as the contents are larger
  constexpr std::size_t few = 8;
  if (threads != 0) return threads > 1;
  return input.paths.size() > few || bytes_named(input) > small;
}

unsigned available_threads(unsigned wanted, const std::function<void(std::string_view)>& warn) {
  allocate_for_tbb();
  std::latch all_begun(1);
  std::vector<std::thread> begun;
  begun.reserve(wanted);
  std::string why;
  try {
    while (begun.size() + 1 < wanted) begun.emplace_back([&all_begun] { all_begun.wait(); });
  } catch (const std::system_error& refused) {
    why = refused.code().message();
  }
  const auto had = static_cast<unsigned>(begun.size() + 1);
  all_begun.count_down();
  for (std::thread& thread : begun) thread.join();
  if (!why.empty() && warn)
    warn("the system allows only " + std::to_string(had) + " of " + std::to_string(wanted) +
         " threads: " + why);
  return had;
}

}  // namespace urlsieve
