// Entry points of a run: extract URLs from inputs into shards or a stream, or from inputs or memory to a
// consumer.
//
// A function returns an error only if the error ends the run (see error.hpp). Damaged input is counted in the
// summary's stats and reported through run_monitor::on_damage as it occurs. No function prints, exits or
// installs signal handlers. Several runs may go on at the same time in a process, if their outputs differ;
// the smallest number of threads then limits all runs. Running out of memory is error_code::out_of_memory;
// only exceptions of a consumer propagate.
#ifndef URLSIEVE_EXTRACT_HPP
#define URLSIEVE_EXTRACT_HPP

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "urlsieve/error.hpp"
#include "urlsieve/outcome.hpp"
#include "urlsieve/sieved_url.hpp"
#include "urlsieve/stats.hpp"
#include "urlsieve/timeline.hpp"

namespace urlsieve {

struct extract_options;

// The time of a run by stage: seconds of work, summed over all threads, without waiting.
struct stage_times {
  double read = 0;     // reading, decompressing, cutting into documents
  double find = 0;     // finding references, resolving, normalizing
  double dedup = 0;    // deduplicating
  double write = 0;    // sorting, formatting, compressing, writing
  double elapsed = 0;  // wall-clock time of the run
};

struct run_summary {
  stats counted;
  stage_times seconds;
  timeline pace;                      // bytes and URLs over time
  outcome ended = outcome::complete;  // of `counted` under options.on_error
  bool stopped = false;  // the consumer stopped the run; `counted` includes the batch in which it stopped
  // The output directory; in before_publishing(), the hidden directory that becomes the output, still without
  // _SUCCESS. Empty: no directory.
  std::string directory;
};

// Progress of a run, and a request to stop the run. Any thread may use the atomic members during the run. The
// caller sets the functions before the run; one thread of the run at a time calls the functions. A monitor
// serves one run: the run neither resets the counters nor `stop`.
struct run_monitor {
  std::atomic<std::uint64_t> stored_bytes_total{0};  // of all inputs, as stored; 0: unknown (standard input)
  std::atomic<std::uint64_t> stored_bytes_done{0};
  std::atomic<std::uint64_t> bytes_done{0};  // decompressed
  std::atomic<std::uint64_t> documents{0};
  std::atomic<std::uint64_t> unique{0};
  std::atomic<bool> waiting{false};              // a live input (a pipe, a terminal) has no data yet
  std::atomic<bool> writing{false};              // all input is read; shards are being written
  std::atomic<std::uint32_t> shards_total{0};    // shards to write
  std::atomic<std::uint32_t> shards_written{0};  // shards written so far
  std::atomic<bool> stop{false};  // the caller sets this member to end the run with error_code::interrupted
  std::function<void(const damage_example&)> on_damage;
  std::function<void(std::string_view)> on_warning;  // receives one sentence

  // Called after all URLs are counted and written, before the output directory appears (for a stream: after
  // its end). An error ends the run, and nothing is published.
  std::function<result<void>(const run_summary& so_far)> before_publishing;
  std::function<void()> after_publishing;  // called after the output directory appeared
};

// Reads options.input.paths and writes options.output.directory atomically. If the option is empty, writes
// rows to the file descriptor `stream`, and does not close the descriptor. `monitor` may be null. Equal
// inputs and options give the same bytes for any number of threads and any batch size.
//
// If no input can be read, the run writes no output (outcome::nothing_read). After an error, an existing
// output directory is unchanged, and a stream may hold the rows written so far. Contradictory options and
// missing inputs are errors before the run writes anything (usage, no_such_input, invalid_url).
[[nodiscard]] result<run_summary> extract(const extract_options& options, int stream,
                                          run_monitor* monitor = nullptr);

// Reads options.input.paths with options.threads threads and calls `take` with every URL in input order, or
// with every distinct URL if options.output.dedup. Calls come from one thread at a time, not always the same
// thread. `take` returns void, or bool: false ends the run early and sets run_summary::stopped. An exception
// of `take` ends the run and propagates to the caller. Requires: options.output.directory is empty
// (error_code::usage); other options of written output are ignored.
[[nodiscard]] result<run_summary> extract_files(const extract_options& options, const url_consumer& take,
                                                run_monitor* monitor = nullptr);

// Extracts URLs from `bytes` (in options.input.format, compressed or not) in the calling thread and calls
// `take` as extract_files() does. Ignores options.input.paths, and neither writes nor learns redirects. For
// many pages, an extractor (extractor.hpp) is faster.
[[nodiscard]] result<run_summary> extract(std::string_view bytes, const extract_options& options,
                                          const url_consumer& take);

}  // namespace urlsieve

#endif
