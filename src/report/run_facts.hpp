// The facts about a run in the report: counts of its shards, options and counts of its manifest, and data
// that only its statistics hold (command, input names, time; written by stats_json in src/cli).
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

#include "src/report/name_counts.hpp"
#include "src/text/json/json_reader.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/shard_census.hpp"

namespace urlsieve {

// Numbers by name, in display order.
using named_numbers = std::vector<std::pair<std::string, std::uint64_t>>;

// Texts by name, in display order.
using named_texts = std::vector<std::pair<std::string, std::string>>;

// The most frequent names of a kind (schemes, hosts, ...).
struct name_ranking {
  std::vector<top_counts::entry> top;
  std::size_t names = 0;            // number of distinct names, if lacking is 0
  std::uint64_t lacking = 0;        // maximum by which a count may be too low
  named_numbers comparison_counts;  // top names of all compared runs, with their URLs in this run
};

// An input that was not read, or was read with damage.
struct faulty_input {
  std::string name;
  std::string format;     // empty: not read
  named_numbers damaged;  // by reason
  std::string detail;     // reason for not reading the input
};

// A damaged place in an input.
struct damage_note {
  std::string reason;
  std::string input;
  std::optional<std::uint64_t> stored;  // stored and plain: offsets as in input_place (stats.hpp)
  std::optional<std::uint64_t> plain;
  std::string document;
  std::string detail;
};

// The progress of a run over time, in intervals of equal length.
struct run_pace {
  std::uint64_t milliseconds = 0;    // length of an interval
  std::vector<std::uint64_t> bytes;  // read in each interval, as the statistics file has them
  std::vector<std::uint64_t> urls;   // found in each interval
};

struct run_facts {
  std::string name;
  bool has_shards = false;      // the members from `written_by` to `suffixes` are set
  bool has_statistics = false;  // the members from `command` on are set

  std::uint64_t references = 0;                                 // found, including rejected references
  std::uint64_t kept = 0;                                       // references that gave a URL
  std::uint64_t unique = 0;                                     // distinct URLs
  std::vector<std::pair<std::string, named_numbers>> headings;  // counts as in a manifest's totals
  std::vector<manifest_examples> examples;

  std::string written_by;  // version of urlsieve
  named_texts layout;      // of rows and shards
  named_texts options;     // flags and values that differ from the defaults
  std::uint64_t shards = 0;
  std::uint64_t lines = 0;          // rows of all shards
  std::uint64_t bytes = 0;          // stored bytes of all shards
  std::uint64_t content_bytes = 0;  // decompressed bytes of all shards
  std::uint64_t without_host = 0;   // URLs without a host
  bool counted = false;             // top_counts::entry::references of the rankings is known
  named_numbers host_urls;          // number of hosts by URLs per host: name = log_histogram::least_of()
  name_ranking schemes;
  name_ranking hosts;
  name_ranking domains;
  name_ranking suffixes;

  std::string command;  // for a shell; empty in statistics of older versions
  std::uint64_t documents = 0;
  std::uint64_t bytes_read = 0;     // stored bytes of inputs
  std::uint64_t bytes_decoded = 0;  // decompressed bytes of inputs
  std::vector<faulty_input> faulty;
  std::vector<damage_note> damages;
  named_numbers milliseconds;  // by stage, "elapsed" last
  run_pace pace;

  // Returns the counts of a heading; empty if the heading is absent.
  [[nodiscard]] const named_numbers& under(std::string_view heading) const;
  // Returns the number of the name `count_name` under a heading, or 0.
  [[nodiscard]] std::uint64_t number(std::string_view heading, std::string_view count_name) const;
};

// Adds the facts of shards and manifest, with up to `most` names of each kind.
void add_census(const shard_census& census, std::size_t most, run_facts& facts);

// Sets comparison_counts of each compared run to its counts of the top names of all runs. Requires: `counts`
// and `runs` have the same size and order.
void add_comparison_counts(std::span<const name_counts> counts, std::span<run_facts> runs);

// Adds the facts of a statistics file. Fails with error_code::usage if `json` is not a statistics file, or if
// `facts` has shards with other numbers of references, kept references or unique URLs. Requires: add_census()
// is called before, if at all.
[[nodiscard]] result<void> add_statistics(std::string_view json, run_facts& facts);

}  // namespace urlsieve

#endif
