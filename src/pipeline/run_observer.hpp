// What goes beside the output of a run: redirects that are learnt or written, checkpoints, what the caller is
// told. An observer sees batches in input order, changes none of them, and may end the run.
#ifndef URLSIEVE_PIPELINE_RUN_OBSERVER_HPP
#define URLSIEVE_PIPELINE_RUN_OBSERVER_HPP

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/dedup/redirect.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/input_gap.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Where a run stands while nothing is in flight.
struct run_position {
  std::uint64_t inputs = 0;     // of the listing, opened and read to their ends
  std::string inputs_checksum;  // which ones
  std::uint64_t next_batch = 0;
  bool more_follow = false;              // there are inputs left
  const std::vector<counted_gap>& gaps;  // of inputs that could not be opened
  bool lacks_gaps_alone = false;         // a later run that reads the gaps completes this run
};

// Calls come from one thread at a time. Observers are asked in their order; where one of them fails, those
// behind it are not asked, and the run ends with that error.
class run_observer {
 public:
  virtual ~run_observer() = default;

  // Redirects that were seen, in input order; those of a batch come before on_batch().
  virtual result<void> on_redirects(std::span<const redirect>) { return {}; }

  // Rows of references that gave no URL (rejected_row.hpp), in input order, each with its LF; as above.
  virtual result<void> on_rejected(std::string_view /*rows*/) { return {}; }

  // All of a batch is with the output, which holds at most `unique` URLs now.
  virtual void on_batch(const batch&, std::uint64_t /*unique*/) {}

  // These counts are part of the run's from now on: those of a batch, and verdicts on inputs that ended.
  virtual void on_counted(const stats&) {}

  // What the user had better know of an input that ended.
  virtual void on_notice(std::string_view /*sentence*/) {}

  // A stretch of inputs is through: nothing is in flight. `counted`: all so far, or behind the last gap.
  virtual result<void> on_pause(const run_position&, const stats& /*counted*/) { return {}; }

  // All batches are through. The output can still be changed.
  virtual result<void> before_finish() { return {}; }

  // Nothing could be read: there will be no output.
  virtual result<void> without_output(const run_summary& /*so_far*/) { return {}; }

  // The output is written and about to appear; `manifest` is empty where it has none.
  virtual result<void> before_publish(std::string_view /*manifest*/, const run_summary& /*so_far*/) {
    return {};
  }

  // The output has appeared.
  virtual void after_publish() {}
};

using run_observers = std::vector<std::unique_ptr<run_observer>>;

}  // namespace urlsieve

#endif
