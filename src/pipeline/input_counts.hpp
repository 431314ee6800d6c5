// The counters of one input, for its verdict. A batch has the counters of all its inputs together (stats).
#ifndef URLSIEVE_PIPELINE_INPUT_COUNTS_HPP
#define URLSIEVE_PIPELINE_INPUT_COUNTS_HPP

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "urlsieve/stats.hpp"

namespace urlsieve {

// Numbers of skipped items by name.
using skipped_names = std::map<std::string, std::uint64_t, std::less<>>;

// Prefixes of names in input_counts::skipped: "part:image/png" of a message, "encoding:dcb" of a body.
inline constexpr std::string_view skipped_part = "part:";
inline constexpr std::string_view skipped_coding = "encoding:";

struct input_counts {
  input_counts() = default;
  // Copies these counters of `counted`.
  explicit input_counts(const stats& counted);

  void add(const input_counts& more);

  // Adds the counts that `now` has more than `before`. Requires: no counter of `before` is greater.
  void add_increase(const input_counts& now, const input_counts& before);

  std::uint64_t documents = 0;
  std::uint64_t references = 0;
  std::uint64_t filtered = 0;       // documents that a filter skipped
  std::uint64_t lines_without = 0;  // lines of JSON Lines without any requested field
  damage_counts damaged{};
  std::array<std::uint64_t, rejection_count> rejected{};
  skipped_names skipped;          // documents by type, or behind one of the prefixes above
  skipped_names skipped_files;    // files by what they are, "PDF document"
  skipped_names without_value;    // documents that lack the value that a filter examines, by verdict
  skipped_names missing_columns;  // missing input_options::columns, with numbers of tables
};

}  // namespace urlsieve

#endif
