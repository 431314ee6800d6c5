// What is known of a URL once its sightings are put together.
#ifndef URLSIEVE_DEDUP_KNOWN_URL_HPP
#define URLSIEVE_DEDUP_KNOWN_URL_HPP

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace urlsieve {

inline constexpr std::uint64_t max_count = (std::uint64_t{1} << 38U) - 1;

struct known_url {
  std::string_view url;
  std::uint64_t count = 0;        // sightings; stays at max_count from there on
  std::uint64_t order = 0;        // the smallest one
  std::string_view columns = {};  // those of the sighting with the smallest order
  std::string_view sources = {};  // a list as source_list.hpp has it
  bool earlier = false;           // an earlier run had it; set only for readers who ask for that
};

// The same whatever was added to what first.
[[nodiscard]] constexpr std::uint64_t added_counts(std::uint64_t a, std::uint64_t b) {
  return std::min(a + b, max_count);
}

}  // namespace urlsieve

#endif
