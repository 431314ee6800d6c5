// Limits the number of batches in flight, counted from the oldest unwritten batch.
#ifndef URLSIEVE_PIPELINE_BATCHES_IN_FLIGHT_HPP
#define URLSIEVE_PIPELINE_BATCHES_IN_FLIGHT_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/pipeline/resources.hpp"

namespace urlsieve {

// Bytes of memory of a batch per byte of its input, for a batch that consists mostly of URLs (measured).
inline constexpr std::size_t memory_per_input_byte = 4;

// Returns two batches per thread and one more, so that each thread has a batch while others are read or
// written.
[[nodiscard]] constexpr std::size_t least_batches(std::size_t threads) {
  return 2 * threads + 1;
}

// The options of a run that decide how much memory its batches take.
struct batch_memory {
  std::size_t batch_bytes = 0;
  std::uint64_t memory = 0;  // bytes for the whole process; 0: half of the machine
  unsigned threads = 0;      // 0: all of the machine
};

// Returns the number of batches in flight: least_batches(), and up to 16 more if memory allows. A page of
// megabytes takes a thread 10 ms, and later results wait for the page, because rows keep the order of the
// input. The additional batches are seldom used, so they rarely increase the memory of a run.
[[nodiscard]] inline std::size_t batches_in_flight(const batch_memory& batches, std::size_t threads) {
  if (threads == 1) return least_batches(threads);
  constexpr std::uint64_t most = 16;
  constexpr std::uint64_t part_of_memory = 32;
  const std::uint64_t memory = memory_or_half(batches.memory);
  const std::uint64_t fit = memory / part_of_memory / (memory_per_input_byte * batches.batch_bytes);
  return least_batches(threads) + static_cast<std::size_t>(std::min(most, fit));
}

// Returns the size of the ranges in which threads read a file of `file_size` bytes: one to four times
// batch_bytes, because fewer ranges cost less in the serial stage. A smaller file has smaller ranges, so that
// every thread has work to the end; so has a run in which batches of this size would take too much memory.
[[nodiscard]] inline std::size_t range_bytes(const batch_memory& batches, std::uint64_t file_size) {
  constexpr std::size_t largest = 4;
  constexpr std::uint64_t least_ranges = 256;
  constexpr std::uint64_t part_of_memory = 16;
  const std::size_t count = batches_in_flight(batches, threads_or_all(batches.threads));
  const std::uint64_t room =
      memory_or_half(batches.memory) / part_of_memory / (memory_per_input_byte * count);
  const std::uint64_t most = std::min(room, file_size / least_ranges);
  std::size_t times = largest;
  while (times > 1 && times * batches.batch_bytes > most) times /= 2;
  return times * batches.batch_bytes;
}

}  // namespace urlsieve

#endif
