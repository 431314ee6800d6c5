// How many batches may be under way, from the first of them that is not written yet on.
#ifndef URLSIEVE_PIPELINE_BATCHES_IN_FLIGHT_HPP
#define URLSIEVE_PIPELINE_BATCHES_IN_FLIGHT_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "src/pipeline/resources.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Measured: bytes that a batch takes for a byte of input, when most of it is URLs.
inline constexpr std::size_t room_of_batch = 4;

// So that each thread has one at hand while another is read or written.
[[nodiscard]] constexpr std::size_t least_batches(std::size_t threads) {
  return 2 * threads + 1;
}

// More of them, where memory allows: a page of megabytes takes one thread ten milliseconds, and what the
// others find meanwhile has to wait for it, as rows come in the order of the input. Seldom used, so that it
// is not what a run takes otherwise.
[[nodiscard]] inline std::size_t batches_in_flight(const extract_options& options, std::size_t threads) {
  if (threads == 1) return least_batches(threads);
  constexpr std::uint64_t most = 16;
  constexpr std::uint64_t part_of_memory = 32;
  const std::uint64_t memory = memory_or_half(options.output.memory);
  const std::uint64_t fit = memory / part_of_memory / (room_of_batch * options.batch_bytes);
  return least_batches(threads) + static_cast<std::size_t>(std::min(most, fit));
}

}  // namespace urlsieve

#endif
