// A state: the URLs of all runs so far, which each update extends. A state is a directory of layers; each
// layer is an output directory. Functions that read output directories also read states.
//
//   STATE/state.json               the layers, first layer first; replaced by a rename, or in S3 by a
//                                  conditional write
//   STATE/layer-000001/            an output directory: manifest.json, _SUCCESS, part-...
//   STATE/layer-000002/
//
// The row of a URL unites the rows of all layers as merge_shards() does: counts are added, first-date and
// last-date are the extremes. Any number of readers may read a state while one process changes it.
#ifndef URLSIEVE_UPDATE_STATE_HPP
#define URLSIEVE_UPDATE_STATE_HPP

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// The time at which a change merges all layers of a state into one layer.
enum class compaction_choice : std::uint8_t {
  automatic,  // if later layers have more than a quarter of the rows of the first, or beyond 16 layers
  now,        // after each change
  never
};
template <>
inline constexpr auto words_for<compaction_choice> =
    enum_table<compaction_choice>({{compaction_choice::automatic, "auto"},
                                   {compaction_choice::now, "now"},
                                   {compaction_choice::never, "never"}});

struct update_options {
  std::string state;  // a path, or "s3://BUCKET/PREFIX"; created if missing
  // Inputs and options of the run. output.directory receives the new URLs; empty: rows go to a stream.
  extract_options run = {};
  compaction_choice compact = compaction_choice::automatic;
};

struct update_summary {
  run_summary run;
  std::uint64_t added = 0;   // URLs that were new
  std::uint64_t unique = 0;  // URLs of the state afterwards
  std::size_t layers = 0;
  bool is_published = false;  // the state has changed
};

// Returns the columns of a new state: url, count, first-date, last-date.
[[nodiscard]] std::vector<field> fields_of_new_state();

// output_options::filter_bits of a new state: about 1.3 bytes of disk for each URL, and 0.1 % false
// positives.
inline constexpr std::uint32_t filter_bits_of_new_state = 10;

// Sets the options of `run` that a new state has, and that `is_given` does not name: fields and filter bits.
void set_new_state_options(const std::function<bool(std::string_view)>& is_given, extract_options& run);

// Sets the options of `run` that an update of the state or output `target` must have, and that `is_given`
// does not name: the options that shape URLs, the partition, the order, and the form of rows. `is_given`
// receives names of options (option_words.hpp).
void adopt_options(const manifest& target, const std::function<bool(std::string_view)>& is_given,
                   extract_options& run);

// Calls adopt_options() for the state options.state, or set_new_state_options() if there is no state. Fails
// as update_state() does if the server of a state in S3 does not answer or refuses the access: an error never
// counts as a missing state.
[[nodiscard]] result<void> adopt_state(const std::function<bool(std::string_view)>& is_given,
                                       update_options& options);

// Reads the inputs of options.run, writes the rows of URLs that the state lacks to run.output.directory, or
// to the file descriptor `stream`, and adds all URLs of the inputs to the state. `monitor` may be null.
//
// If inputs have faults (run.ended is not outcome::complete), changes nothing and writes no rows. After an
// error, the state is as before; new rows may have been written already. Returns error_code::usage if the
// directory is not a state, or if the options differ from the options of the state; output_exists if another
// process changes the state, or if run.output.directory is not empty and not forced.
//
// A state in S3 needs no lock: if two processes change the state at the same time, one of them fails with
// error_code::cannot_write, and the state has the change of the other. Fails with not_supported if the server
// ignores conditions of writes.
[[nodiscard]] result<update_summary> update_state(const update_options& options, int stream,
                                                  run_monitor* monitor = nullptr);

}  // namespace urlsieve

#endif
