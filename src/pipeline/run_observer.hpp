// The interface of components beside the output: redirects that are learnt or written, checkpoints, reports
// to the caller. An observer sees batches in input order, cannot change them, and may end the run.
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

// The position of a run while nothing is in flight.
struct run_position {
  std::uint64_t inputs = 0;     // inputs of the listing that were opened and read to their ends
  std::string inputs_checksum;  // checksum of these inputs
  std::uint64_t next_batch = 0;
  bool more_follow = false;              // inputs are left
  const std::vector<counted_gap>& gaps;  // of inputs that could not be opened
  bool lacks_only_gaps = false;          // a later run that reads the gaps completes this run
};

// Calls come from one thread at a time, in the order of the observers. If an observer fails, later observers
// are not called, and the run ends with the error.
class run_observer {
 public:
  virtual ~run_observer() = default;

  // Receives redirects in input order, before on_batch() of their batch.
  virtual result<void> on_redirects(std::span<const redirect>) { return {}; }

  // Receives pages in input order, before on_batch() of their batch.
  virtual result<void> on_pages(std::span<const captured_page>) { return {}; }

  // Receives rows of rejected references (rejected_row.hpp), each with its LF, in input order, before
  // on_batch() of their batch.
  virtual result<void> on_rejected(std::string_view /*rows*/) { return {}; }

  // Called when the output has the whole batch; the output holds at most `unique` URLs now.
  virtual void on_batch(const batch&, std::uint64_t /*unique*/) {}

  // Receives counts of the run: of a batch, or verdicts on inputs that ended.
  virtual void on_counted(const stats&) {}

  // Receives a sentence for the user.
  virtual void on_notice(std::string_view /*sentence*/) {}

  // Called at a pause between inputs, while nothing is in flight. `counted`: all counts so far, or the counts
  // behind the last gap.
  virtual result<void> on_pause(const run_position&, const stats& /*counted*/) { return {}; }

  // Called after the last batch, while the output can still be changed.
  virtual result<void> before_finish() { return {}; }

  // Called if nothing could be read, so there will be no output.
  virtual result<void> without_output(const run_summary& /*summary*/) { return {}; }

  // Called when the output is written and about to appear; `manifest` is empty if the output has none.
  virtual result<void> before_publish(std::string_view /*manifest*/, const run_summary& /*summary*/) {
    return {};
  }

  // Called when the output has appeared.
  virtual void after_publish() {}
};

using run_observers = std::vector<std::unique_ptr<run_observer>>;

}  // namespace urlsieve

#endif
