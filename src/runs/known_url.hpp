// A distinct URL with the merged facts of all its sightings.
#ifndef URLSIEVE_RUNS_KNOWN_URL_HPP
#define URLSIEVE_RUNS_KNOWN_URL_HPP

#include <cstdint>
#include <string_view>

namespace urlsieve {

inline constexpr std::uint64_t max_count = (std::uint64_t{1} << 38U) - 1;

struct known_url {
  std::string_view url;
  std::uint64_t count = 0;        // sightings, saturated at max_count
  std::uint64_t order = 0;        // the smallest order of a sighting
  std::string_view columns = {};  // columns of that sighting
  std::string_view sources = {};  // a list in the format of source_list.hpp
  bool earlier = false;           // an earlier run had the URL; set only if the reader asks for it
};

}  // namespace urlsieve

#endif
