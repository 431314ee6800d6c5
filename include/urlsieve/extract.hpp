// The entry points: from inputs into shards or a stream, and from memory into a sink.
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
#include <string_view>

#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/outcome.hpp"
#include "urlsieve/reference.hpp"
#include "urlsieve/stats.hpp"

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
  outcome ended = outcome::complete;  // of `counted` under options.bad_input
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
  std::atomic<bool> writing{false};  // all input is read; shards are being written
  std::atomic<bool> stop{false};     // ask the run to end early: error_code::interrupted
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

// One URL that was found, as it is handed to a sink; the views live until the call returns.
struct sieved_url {
  std::string_view url;     // normalized to options.url.ladder
  std::string_view raw;     // as written
  std::string_view source;  // the document
  std::string_view where;
  std::uint64_t offset = 0;
  std::uint16_t flags = 0;
  delimiter delimited = delimiter::none;
  std::string_view rel;         // with link_options::note_context
  std::string_view text;        // likewise: the anchor text
  std::string_view message_id;  // of the message that it stood in
  std::string_view part;        // of that message: "1.2"
};

class url_sink {
 public:
  virtual ~url_sink() = default;
  virtual void take(const sieved_url& found) = 0;
};

// Sieves `bytes` (of options.input.format, compressed or not) in the calling thread and hands every URL to
// `sink` in input order, each once if options.output.dedup. options.input.paths and the rest of
// options.output are not used; of options.redirects those to be read are.
[[nodiscard]] result<run_summary> extract(std::string_view bytes, const extract_options& options,
                                          url_sink& sink);

}  // namespace urlsieve

#endif
