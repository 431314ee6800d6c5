#include "src/cli/heap.hpp"

#include <cstddef>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#endif

#include "src/pipeline/resources.hpp"

namespace urlsieve::cli {

#ifdef __GLIBC__

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20U;
constexpr std::size_t huge_page = 2 * mebibyte;

constexpr int usual_growth = 128 << 10;  // glibc's default

void keep_blocks_below(std::size_t size) {
  ::mallopt(M_MMAP_THRESHOLD, static_cast<int>(size));
  ::mallopt(M_TRIM_THRESHOLD, static_cast<int>(size));
}

// Returns true if the process may not have as many addresses as it likes (`ulimit -v`, `ulimit -d`).
bool has_limited_addresses() {
  const auto is_limited = [](auto resource) {
    struct rlimit limit{};
    return ::getrlimit(resource, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  };
  return is_limited(RLIMIT_AS) || is_limited(RLIMIT_DATA);
}

// Returns the end of the heap that all threads share, rounded up to a huge page.
char* end_of_heap() {
  char* const end = static_cast<char*>(::sbrk(0));
  const std::size_t over = reinterpret_cast<std::uintptr_t>(end) % huge_page;
  return over == 0 ? end : end + (huge_page - over);
}

}  // namespace

void return_large_blocks() {
  keep_blocks_below(4 * mebibyte);
}

void extend_heap(std::uint64_t memory, unsigned threads) {
  constexpr std::uint64_t least_memory = 1024 * mebibyte;
  constexpr std::uint64_t part_of_memory = 16;
  constexpr std::uint64_t largest_extension = 192 * mebibyte;
  constexpr unsigned threads_per_heap = 4;
  const std::uint64_t available = memory_or_half(memory);
  if (available < least_memory || has_limited_addresses()) return;
  constexpr std::uint64_t largest_kept = 32 * mebibyte;
  const std::uint64_t extension = std::min(available / part_of_memory, largest_extension);
  keep_blocks_below(largest_kept);
  // Each thread would have a heap of its own, without huge pages. Threads that share a heap wait for its lock
  // at allocations of more than a kilobyte, which batches seldom need.
  ::mallopt(M_ARENA_MAX,
            static_cast<int>((threads_or_all(threads) + threads_per_heap - 1) / threads_per_heap));
  ::mallopt(M_TOP_PAD, static_cast<int>(extension));
  char* const begin = end_of_heap();
  // A block that does not fit makes glibc extend the heap. The compiler must not remove the pair of calls.
  void* volatile block = std::malloc(huge_page);
  std::free(block);
  char* const end = static_cast<char*>(::sbrk(0));
  if (end > begin) ::madvise(begin, static_cast<std::size_t>(end - begin), MADV_HUGEPAGE);
  ::mallopt(M_TOP_PAD, usual_growth);
  ::mallopt(M_TRIM_THRESHOLD, static_cast<int>(extension + largest_kept));
}

#else

void return_large_blocks() {}
void extend_heap(std::uint64_t /*memory*/, unsigned /*threads*/) {}

#endif

}  // namespace urlsieve::cli
