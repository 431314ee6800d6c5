// What a page tells of one run: what its shards hold, what its manifest counts, and what only its statistics
// know (stats_json in src/cli writes those): inputs by name, time.
#ifndef URLSIEVE_REPORT_RUN_FACTS_HPP
#define URLSIEVE_REPORT_RUN_FACTS_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/text/json_reader.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/shard_census.hpp"

namespace urlsieve {

// Numbers by their names, in the order in which they are told.
using named_numbers = std::vector<std::pair<std::string, std::uint64_t>>;

// The most frequent names of a kind.
struct name_ranking {
  std::vector<top_counts::entry> top;
  std::size_t names = 0;      // in all, where lacking is 0
  std::uint64_t lacking = 0;  // what a count may lack at most
  named_numbers also_asked;   // URLs of other names; of runs that are compared
};

// An input that was not read, or not all of it.
struct faulty_input {
  std::string name;
  std::string format;     // empty: not read
  named_numbers damaged;  // by reason
  std::string detail;     // why it was not read
};

struct damage_note {
  std::string reason;
  std::string input;
  std::optional<std::uint64_t> stored;  // places as damage_example has them
  std::optional<std::uint64_t> plain;
  std::string document;
  std::string detail;
};

struct run_pace {
  std::uint64_t milliseconds = 0;  // of an interval
  std::vector<std::uint64_t> bytes;
  std::vector<std::uint64_t> urls;
};

struct run_facts {
  std::string name;
  bool has_shards = false;      // the members from `shards` to `suffixes` are known
  bool has_statistics = false;  // and those from `documents` on

  std::uint64_t references = 0;
  std::uint64_t kept = 0;
  std::uint64_t unique = 0;
  std::vector<std::pair<std::string, named_numbers>> headings;  // as a manifest's totals has them
  std::vector<manifest_examples> examples;

  std::uint64_t shards = 0;
  std::uint64_t lines = 0;
  std::uint64_t bytes = 0;
  std::uint64_t content_bytes = 0;
  std::uint64_t without_host = 0;
  bool counted = false;  // names have references, too
  named_numbers host_urls;
  name_ranking schemes;
  name_ranking hosts;
  name_ranking domains;
  name_ranking suffixes;

  std::uint64_t documents = 0;
  std::uint64_t bytes_read = 0;
  std::uint64_t bytes_decoded = 0;
  std::vector<faulty_input> faulty;
  std::vector<damage_note> damages;
  named_numbers milliseconds;  // by stage, "elapsed" last
  run_pace pace;

  // What was counted under a heading; empty where nothing was.
  [[nodiscard]] const named_numbers& under(std::string_view heading) const;
  // The number of that name, 0 where there is none.
  [[nodiscard]] std::uint64_t number(std::string_view heading, std::string_view of) const;
};

// What shards and manifest say; of each kind the `most` first names.
void add_census(const shard_census& of, std::size_t most, run_facts& to);

// Runs that are compared are asked for each other's first names. REQUIRES: as many of both, in the same
// order.
void ask_for_names_of_others(std::span<const shard_census> of, std::span<run_facts> to);

// What statistics say. error_code::usage where they are none, or where they are of another run than the one
// that `to` tells of already.
[[nodiscard]] result<void> add_statistics(std::string_view json, run_facts& to);

}  // namespace urlsieve

#endif
