// The entry points: from inputs into shards or a stream, and from inputs or memory to whoever takes URLs.
//
// Errors: only what ends the run comes back as an error (see error.hpp). Damaged input is counted in the
// summary's stats, and named through run_monitor::on_damage as it is met. Nothing here prints, exits or
// installs handlers.
#ifndef URLSIEVE_EXTRACT_HPP
#define URLSIEVE_EXTRACT_HPP

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/outcome.hpp"
#include "urlsieve/sieved_url.hpp"
#include "urlsieve/stats.hpp"
#include "urlsieve/timeline.hpp"

namespace urlsieve {

// Where the time of a run went: seconds of work added up over all threads, waiting not counted.
struct stage_times {
  double read = 0;     // reading, decompressing, cutting into documents
  double find = 0;     // finding references, resolving, normalizing
  double dedup = 0;    // telling new URLs from known ones
  double write = 0;    // sorting, formatting, compressing, writing
  double elapsed = 0;  // of the run by the clock
};

struct run_summary {
  stats counted;
  stage_times seconds;
  timeline pace;                      // of the documents and references that went through
  outcome ended = outcome::complete;  // of `counted` under options.bad_input
  bool stopped = false;   // who took the URLs wanted no more; counted up to the batch in which that was
  std::string directory;  // with the output, all but its _SUCCESS: hidden until it is published; empty: none
};

// What another thread may look at, or ask for, while a run goes on. All members may be used from any thread,
// but for the functions, which are set before the run and called by one thread of the run at a time.
struct run_monitor {
  std::atomic<std::uint64_t> stored_bytes_total{
      0};  // of all inputs, as stored; 0: not known (standard input)
  std::atomic<std::uint64_t> stored_bytes_done{0};
  std::atomic<std::uint64_t> bytes_done{0};  // decompressed
  std::atomic<std::uint64_t> documents{0};
  std::atomic<std::uint64_t> unique{0};
  std::atomic<bool> waiting{false};              // for whoever writes an input (a pipe, a terminal) to go on
  std::atomic<bool> writing{false};              // all input is read; shards are being written
  std::atomic<std::uint32_t> shards_total{0};    // of those
  std::atomic<std::uint32_t> shards_written{0};  // so far
  std::atomic<bool> stop{false};                 // ask the run to end early: error_code::interrupted
  std::function<void(const damage_example&)> on_damage;
  std::function<void(std::string_view)> on_warning;  // one sentence; as on_damage

  // Called once all is counted and written, before the output directory appears (a stream: after its end). An
  // error ends the run, and nothing is published.
  std::function<result<void>(const run_summary& so_far)> before_publishing;
  std::function<void()> after_publishing;  // and once it is there
};

// Reads options.input.paths and writes to options.output.directory (whole or not at all), or, where that is
// empty, to the file descriptor `stream`. `monitor` may be null. On the same inputs and options the output is
// the same bytes, whatever the number of threads or the batch size. Where none of the inputs can be read
// there is no output (outcome::nothing_read).
[[nodiscard]] result<run_summary> extract(const extract_options& options, int stream,
                                          run_monitor* monitor = nullptr);

// Reads options.input.paths in as many threads as options.threads says, and hands every URL to `take` in
// input order, each once if options.output.dedup; from one thread at a time, not always the same. `take`
// returns nothing, or false where it wants no more: then the run ends early, and run_summary::stopped tells
// so. What it throws ends the run in the same way and arrives here. The rest of options.output is for what is
// written: options.output.directory must be empty (error_code::usage).
[[nodiscard]] result<run_summary> extract_files(const extract_options& options, const url_taker& take,
                                                run_monitor* monitor = nullptr);

// The same of `bytes` (of options.input.format, compressed or not) in the calling thread. options.input.paths
// is not used, nor is what of options.redirects is written or learnt. For many pages there is extractor.hpp.
[[nodiscard]] result<run_summary> extract(std::string_view bytes, const extract_options& options,
                                          const url_taker& take);

}  // namespace urlsieve

#endif
