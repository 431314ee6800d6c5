// A sum with a greatest value, so that the order of additions does not matter.
#ifndef URLSIEVE_TEXT_SATURATED_SUM_HPP
#define URLSIEVE_TEXT_SATURATED_SUM_HPP

#include <cstdint>
#include <limits>

namespace urlsieve {

// Returns the smaller of `a` + `b` and `most`. Requires: `a` is at most `most`.
[[nodiscard]] constexpr std::uint64_t saturated_sum(
    std::uint64_t a, std::uint64_t b, std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
  return b < most - a ? a + b : most;
}

}  // namespace urlsieve

#endif
