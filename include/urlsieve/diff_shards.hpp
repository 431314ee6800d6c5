// Compares two output directories: rows that only one directory has, and rows with different counts.
#ifndef URLSIEVE_DIFF_SHARDS_HPP
#define URLSIEVE_DIFF_SHARDS_HPP

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "urlsieve/consumer_ref.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/remote_options.hpp"

namespace urlsieve {

enum class difference : std::uint8_t {
  removed,  // only the first directory has the row
  added,    // only the second directory has the row
  changed   // both directories have the row, with different counts
};

// A row that differs. The consumer owns nothing: the views are valid during the call of the consumer.
struct row_difference {
  difference kind = difference::removed;
  std::string_view url;      // for an edge: the document's URL, a TAB, and the target
  std::string_view row;      // as stored; empty for `changed`
  std::uint64_t before = 0;  // count in the first directory, for `changed`
  std::uint64_t after = 0;   // count in the second directory, for `changed`
};

struct difference_counts {
  std::array<std::uint64_t, 3> of{};  // rows by difference
  std::uint64_t same = 0;             // rows of both directories, with equal counts if counts are compared

  [[nodiscard]] std::uint64_t operator[](difference kind) const { return of[static_cast<unsigned>(kind)]; }
  [[nodiscard]] bool any() const { return of[0] != 0 || of[1] != 0 || of[2] != 0; }
};

struct diff_options {
  std::string first = {};
  std::string second = {};
  success_marker_policy mark = success_marker_policy::required;  // for both directories
  unsigned threads = 0;        // threads that compare shards; 0: all threads of the machine
  std::uint64_t memory = 0;    // bytes for the whole process; 0: half of the machine's memory
  remote_options remote = {};  // as in merge_options
};

// Calls `take` with each difference, in the order of the first directory, and returns the totals. If both
// directories have the same partition, with any numbers of shards, the order is shard by shard; otherwise
// it is one order over all shards. Counts are compared if both directories have the field `count`.
//
// Streams both directories once and checks each shard at its end. Threads compare the shards, fewer threads
// if memory or descriptors do not suffice; the calling thread calls `take`. If `take` returns false, the
// comparison stops, and the totals cover the differences delivered so far, and the equal rows of the shards
// in front. An exception of `take` propagates to the caller. `monitor` may be null; its `unique` counts rows.
//
// Returns error_code::usage if the URLs of the directories have different forms or orders, if their order is
// first-seen, or if memory or descriptors do not suffice. Returns error_code::cannot_read for a damaged shard
// or manifest; `take` may have received rows of the shard by then.
[[nodiscard]] result<difference_counts> diff_shards(const diff_options& options,
                                                    const consumer_ref<row_difference>& take,
                                                    run_monitor* monitor = nullptr);

}  // namespace urlsieve

#endif
