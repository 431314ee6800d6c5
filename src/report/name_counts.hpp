// The URLs of each name in a census, in 24 bytes a name.
#ifndef URLSIEVE_REPORT_NAME_COUNTS_HPP
#define URLSIEVE_REPORT_NAME_COUNTS_HPP

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/text/scan/fingerprint.hpp"
#include "urlsieve/enum_table.hpp"
#include "urlsieve/shard_census.hpp"

namespace urlsieve {

// Kinds of names that a census counts.
enum class counted_name : std::uint8_t { scheme, host, domain, suffix };

// The part of a census that a comparison with other runs needs. Names are replaced by fingerprints under a
// random seed, so that several censuses fit into the memory of one.
class name_counts {
  struct counted {
    fingerprint name;
    std::uint64_t urls;
  };

 public:
  // The maximum of bytes() for any census.
  static constexpr std::uint64_t most_bytes =
      enumerator_count<counted_name> * 2 * shard_census::names_kept * sizeof(counted);

  explicit name_counts(const shard_census& census);

  // Returns the URLs of a name; 0 for an unknown name.
  [[nodiscard]] std::uint64_t urls_of(counted_name kind, std::string_view name) const;

  // Returns the bytes in memory.
  [[nodiscard]] std::uint64_t bytes() const;

 private:
  std::uint64_t seed_;
  std::array<std::vector<counted>, enumerator_count<counted_name>>
      counts_;  // by counted_name, sorted by fingerprint
};

}  // namespace urlsieve

#endif
