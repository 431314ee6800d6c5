// What two output directories differ in: rows that one of them has alone, and counts that are not the same.
#ifndef URLSIEVE_DIFF_SHARDS_HPP
#define URLSIEVE_DIFF_SHARDS_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/taker.hpp"

namespace urlsieve {

enum class difference : std::uint8_t {
  removed,  // the first directory has it alone
  added,    // the second one has it alone
  changed   // both have it, with other counts
};

// The views live until the call that hands it on returns.
struct row_difference {
  difference kind = difference::removed;
  std::string_view url;      // of an edge the document's URL, a TAB, and the other one
  std::string_view row;      // as it stands where it is; empty where it changed
  std::uint64_t before = 0;  // the counts of what changed
  std::uint64_t after = 0;
};

struct difference_counts {
  std::array<std::uint64_t, 3> of{};  // by difference
  std::uint64_t same = 0;

  [[nodiscard]] std::uint64_t operator[](difference kind) const { return of[static_cast<unsigned>(kind)]; }
  [[nodiscard]] bool any() const { return of[0] != 0 || of[1] != 0 || of[2] != 0; }
};

struct diff_options {
  std::string first = {};
  std::string second = {};
  mark_demand mark = mark_demand::required;  // of both
  std::uint64_t memory = 0;                  // bytes for the whole process; 0: half of what the machine has
  remote_options remote = {};                // as merge_options has it
};

// Hands on what differs, in the order of the first directory: shard by shard where both have the same
// partition, with whatever numbers of shards; else in one order of all. Counts are compared where both have
// the field `count`. Rows stream: both are read once, and checked at the end of each shard. A taker that says
// false ends it, and then the counts are of what was seen up to there. `monitor` may be null.
// error_code::usage where URLs of the two have different forms or orders, or are in the order first-seen.
[[nodiscard]] result<difference_counts> diff_shards(const diff_options& options,
                                                    const taker<row_difference>& take,
                                                    run_monitor* monitor = nullptr);

}  // namespace urlsieve

#endif
