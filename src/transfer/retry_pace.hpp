// How long is waited before a request is tried once more: twice as long each time, never the same for two.
#ifndef URLSIEVE_TRANSFER_RETRY_PACE_HPP
#define URLSIEVE_TRANSFER_RETRY_PACE_HPP

#include <algorithm>
#include <charconv>
#include <chrono>
#include <random>
#include <string_view>

namespace urlsieve {

// `failures`: in a row, 1 after the first; `asked`: the server's Retry-After, of which seconds are followed,
// a minute of them at the most.
[[nodiscard]] inline std::chrono::milliseconds pause_before_retry(unsigned failures, std::string_view asked) {
  using std::chrono::milliseconds;
  constexpr milliseconds first{100};
  constexpr milliseconds longest{20'000};
  constexpr unsigned most_asked = 60;
  const milliseconds grown = std::min(longest, first * (1U << std::min(failures - 1, 10U)));
  thread_local std::minstd_rand chance{std::random_device{}()};
  const milliseconds apart(std::uniform_int_distribution<long>(0, grown.count() / 2)(chance));
  unsigned seconds = 0;
  std::from_chars(asked.data(), asked.data() + asked.size(), seconds);
  return std::max(grown + apart, milliseconds(1000 * std::min(seconds, most_asked)));
}

}  // namespace urlsieve

#endif
