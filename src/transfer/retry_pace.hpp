// The pause before a retry: exponential backoff with random jitter.
#ifndef URLSIEVE_TRANSFER_RETRY_PACE_HPP
#define URLSIEVE_TRANSFER_RETRY_PACE_HPP

#include <algorithm>
#include <charconv>
#include <chrono>
#include <random>
#include <string_view>

namespace urlsieve {

// Returns the pause after `failures` consecutive failures (1 after the first): 100 ms, doubled up to 20 s,
// plus up to half. The pause is at least `retry_after`, the Retry-After of the server in seconds (dates are
// ignored), up to 60 s.
[[nodiscard]] inline std::chrono::milliseconds backoff_delay(unsigned failures,
                                                             std::string_view retry_after) {
  using std::chrono::milliseconds;
  constexpr milliseconds first{100};
  constexpr milliseconds longest{20'000};
  constexpr unsigned max_retry_after = 60;
  const milliseconds grown = std::min(longest, first * (1U << std::min(failures - 1, 10U)));
  thread_local std::minstd_rand chance{std::random_device{}()};
  const milliseconds jitter(std::uniform_int_distribution<long>(0, grown.count() / 2)(chance));
  unsigned seconds = 0;
  std::from_chars(retry_after.data(), retry_after.data() + retry_after.size(), seconds);
  return std::max(grown + jitter, milliseconds(1000 * std::min(seconds, max_retry_after)));
}

}  // namespace urlsieve

#endif
