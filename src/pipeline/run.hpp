// Runs the pipeline: batches pass from a source through the parallel stage to an output, in input order, and
// observers follow. The number of batches in flight is limited (batches_in_flight.hpp); their size limits
// memory. The first error stops the source, and the batches in flight are drained.
#ifndef URLSIEVE_PIPELINE_RUN_HPP
#define URLSIEVE_PIPELINE_RUN_HPP

#include <oneapi/tbb/task_group.h>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "src/dedup/observed_redirects.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/batch_supply.hpp"
#include "src/pipeline/filters/run_filters.hpp"
#include "src/pipeline/input_ledger.hpp"
#include "src/pipeline/input_reader.hpp"
#include "src/pipeline/option_parts.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/reference_extractor.hpp"
#include "src/pipeline/resume/gap_counts.hpp"
#include "src/pipeline/run_observer.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class stage_trace;

// Decodes compressed members and small files ahead of the reader, on idle threads.
class decoding_ahead {
 public:
  // Starts decoding ahead for `source` on `threads` threads of the calling task arena. Call before the first
  // batch is filled. `trace` may be null. If a task cannot be started, the process ends. Requires: `source`
  // is not read after the destruction of this object.
  void serve(input_reader& source, unsigned threads, stage_trace* trace);

  // Waits until all started tasks have ended, and returns their seconds of work since the last call.
  [[nodiscard]] double wait();

 private:
  tbb::task_group work_;
  std::atomic<double> seconds_{0};
};

// Stores the first error that any thread of a run meets.
class first_error {
 public:
  // Stores the error of `outcome` unless there is none, or an error is stored already. Thread-safe.
  void record(const result<void>& outcome) {
    if (outcome) return;
    const std::lock_guard lock(mutex_);
    if (!first_) first_ = outcome.error();
    has_error_ = true;
  }
  // Returns true once an error is stored. Thread-safe.
  [[nodiscard]] bool has_error() const { return has_error_; }

  // Returns the stored error. Requires: has_error(), and no thread records.
  [[nodiscard]] const error& get() const { return *first_; }

 private:
  std::atomic<bool> has_error_{false};
  std::mutex mutex_;
  std::optional<error> first_;
};

class run {
 public:
  // The objects that a run connects. Requires: all of them outlive the run.
  struct parts {
    input_reader& source;
    const observed_redirects& known;  // redirects to follow
    output& sink;
    const run_observers& observers;
    const std::atomic<bool>& stop;  // asks the run to end early
    run_filters filters = {};
    std::atomic<bool>* has_enough = nullptr;  // set once the output has enough, to end waiting; may be null
    stage_trace* trace = nullptr;             // receives the times of the stages; may be null
  };

  // Requires: `options` outlives the run.
  run(const extract_options& options, const parts& components);

  // Adds counts from before the pipeline: of its preparation, or of the resumed run.
  void count(const stats& more);
  // Passes new sentences about fruitless inputs to the observers.
  void notice();
  // Resumes the counts of an earlier run. Without gaps, `behind` holds all counts.
  void resume_from(const std::vector<counted_gap>& gaps, const stats& behind);

  // Run the pipeline to its end, and return the summary or the first error (error_code::interrupted after a
  // stop). Call one of both functions, once. in_parallel() uses the calling thread alone if threads are not
  // worthwhile (is_worth_threads()). Both throw std::bad_alloc, and call observers in the order of
  // run_observer's functions.
  [[nodiscard]] result<run_summary> in_parallel();
  [[nodiscard]] result<run_summary> in_this_thread();

  // Returns the summary so far; also valid after an error.
  [[nodiscard]] run_summary current_summary() const;

  // True if the counts of a run resumed with gaps may differ from an undisturbed run.
  [[nodiscard]] bool counts_are_inexact() const {
    return gap_counts_.has_earlier_gaps() && !gap_counts_.is_exact();
  }

 private:
  void flow(unsigned threads);
  void flow_in_this_thread();
  template <class Flow>
  void drain(const Flow& flow_once);
  void run_in_sections(unsigned threads);
  void run_exclusively(batch& work);

  [[nodiscard]] reference_extractor new_stage() const {
    return reference_extractor(options_.all, parts_.sink.wanted_rows(), parts_.known, parts_.filters);
  }
  [[nodiscard]] batch* read();
  void find(batch& work, reference_extractor& stage);
  [[nodiscard]] bool ends_early() const { return parts_.stop || parts_.sink.has_enough(); }
  [[nodiscard]] result<void> pass_on(batch& found);
  void deliver(batch& done);

  [[nodiscard]] std::uint64_t milliseconds_so_far() const;
  bool pause_at_gap();
  [[nodiscard]] bool lacks_only_gaps() const;
  void pause();
  void finish();
  [[nodiscard]] result<void> publish(std::string_view manifest, const std::string& directory);
  [[nodiscard]] result<run_summary> take_summary();
  template <class Ask>
  [[nodiscard]] result<void> notify_observers(const Ask& ask);

  option_parts options_;
  const parts parts_;
  batch_pool pool_;
  batch_gate gate_;
  input_ledger ledger_;
  decoding_ahead ahead_;
  first_error failed_;
  bool is_over_ = false;  // the output has enough; later batches are dropped
  run_summary summary_;
  gap_counts gap_counts_;  // the same counts divided at gaps, if the source keeps gaps
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace urlsieve

#endif
