#include "src/pipeline/memory_budget.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <string_view>
#include <utility>

#include "src/pipeline/batches_in_flight.hpp"
#include "src/pipeline/resources.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20U;

// Minimal memory of the program, a thread, and a shard (measured).
constexpr std::size_t for_program = memory_of_program;
constexpr std::size_t for_thread = 3 * mebibyte;
constexpr std::size_t for_shard = std::size_t{128} << 10U;

}  // namespace

result<memory_budget> memory_budget::of(const batch_memory& batches, std::size_t shards) {
  const std::uint64_t requested = batches.memory;
  const std::size_t total = memory_or_half(requested);
  const std::size_t threads = threads_or_all(batches.threads);
  const std::size_t for_batches = least_batches(threads) * memory_per_input_byte * batches.batch_bytes;
  const std::size_t fixed = for_program + threads * for_thread + for_batches;
  const std::size_t needed = (fixed + shards * for_shard) / 7 * 8;
  if (total < needed) {
    const std::string size = std::to_string((needed + mebibyte - 1) / mebibyte) + "MiB";
    return tl::unexpected(error{
        error_code::usage,
        (requested != 0 ? "output_options::memory is too small: " : "the machine has too little memory: ") +
            std::string("with output_options::shards = ") + std::to_string(shards) +
            " and extract_options::threads = " + std::to_string(threads) + " it takes " + size +
            " at least"});
  }
  return memory_budget(total);
}

memory_budget::memory_budget(std::size_t total)
    : total_(total),
      statm_(::open("/proc/self/statm", O_RDONLY | O_CLOEXEC)),
      page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))) {}

memory_budget::memory_budget(memory_budget&& other) noexcept
    : total_(other.total_), statm_(std::exchange(other.statm_, -1)), page_(other.page_) {}

memory_budget::~memory_budget() {
  if (statm_ >= 0) ::close(statm_);
}

std::size_t memory_budget::for_sets(std::size_t set_bytes) const {
  std::array<char, 128> text{};
  std::size_t resident = 0;
  const ssize_t got = statm_ < 0 ? 0 : ::pread(statm_, text.data(), text.size(), 0);
  const std::string_view numbers(text.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
  const std::size_t second = std::min(numbers.find(' ') + 1, numbers.size());
  std::from_chars(numbers.data() + second, numbers.data() + numbers.size(), resident);
  resident = resident == 0 ? set_bytes + for_program + total_ / 8 : resident * page_;
  // Memory of sets exceeds the resident part a little until they are sorted.
  const std::size_t others = resident - std::min(resident, set_bytes);
  // A reserve for the memory of allocators, which varies between two calls.
  const std::size_t free = total_ - for_merges() - total_ / 32;
  // Sets always get enough memory for a worthwhile write to disk.
  return std::max(free - std::min(free, others), total_ / 8);
}

}  // namespace urlsieve
