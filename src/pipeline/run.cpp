#include "src/pipeline/run.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>

#include "src/pipeline/batches_in_flight.hpp"
#include "src/pipeline/resources.hpp"
#include "src/pipeline/stage_trace.hpp"
#include "src/pipeline/stopwatch.hpp"
#include "src/pipeline/thread_supply.hpp"
#include "urlsieve/input_options.hpp"
#include "urlsieve/outcome.hpp"
#include "urlsieve/output_options.hpp"

namespace urlsieve {

namespace {

constexpr std::uint64_t no_batch = 0;

// Sorts the examples of damage by input and place, because the order in which batches and stages add them
// depends on the number of threads.
void sort_examples(stats& counted) {
  std::ranges::sort(counted.examples, {}, [](const damage_example& example) {
    return std::tuple(std::string_view(example.input), example.place.plain, example.place.stored,
                      example.reason, std::string_view(example.detail));
  });
}

}  // namespace

// noexcept, because a failure to start a task must end the process: if run() of a task group throws, for lack
// of a thread, the group waits forever for the task.
void decoding_ahead::serve(input_reader& source, unsigned threads, stage_trace* trace) {
  constexpr std::size_t runs_a_thread = 4;
  source.work_ahead(runs_a_thread * threads, [this, trace](std::function<void()> decode) noexcept {
    work_.run([this, trace, decode = std::move(decode)] {
      const traced_scope traced(trace, run_stage::decode, no_batch);
      double seconds = 0;
      {
        const stopwatch timer(seconds);
        decode();
      }
      seconds_.fetch_add(seconds, std::memory_order_relaxed);
    });
  });
}

double decoding_ahead::wait() {
  work_.wait();
  return seconds_.exchange(0);
}

run::run(const extract_options& options, const parts& components)
    : options_(options), parts_(components), gate_(batch_memory_of(options)) {
  if (parts_.filters.documents != nullptr) parts_.source.filter_documents(*parts_.filters.documents);
  parts_.source.before_growing([this](std::size_t bytes) { failed_.record(parts_.sink.free_memory(bytes)); });
}

// Runs three stages: read and cut, in order > find, resolve, normalize, in parallel > deduplicate and write,
// in order.
void run::flow(unsigned threads) {
  tbb::enumerable_thread_specific<reference_extractor> stages([this] { return new_stage(); });
  tbb::parallel_pipeline(
      batches_in_flight(batch_memory_of(options_.all), threads),
      tbb::make_filter<void, batch*>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control& control) {
        batch* const next = gate_.enter([this] { return read(); });
        if (next == nullptr) control.stop();
        return next;
      }) & tbb::make_filter<batch*, batch*>(tbb::filter_mode::parallel, [&](batch* work) {
        find(*work, stages.local());
        return work;
      }) & tbb::make_filter<batch*, void>(tbb::filter_mode::serial_in_order, [&](batch* work) {
        deliver(*work);
      }));
  summary_.seconds.read += ahead_.wait();
}

void run::flow_in_this_thread() {
  reference_extractor stage = new_stage();
  while (batch* const next = gate_.enter([this] { return read(); })) {
    find(*next, stage);
    deliver(*next);
  }
}

template <class Flow>
void run::drain(const Flow& flow_once) {
  for (flow_once(); gate_.has_waiting_batch() && !failed_.has_error() && !ends_early(); flow_once()) {
    if (batch* const lone = gate_.take_exclusive()) run_exclusively(*lone);
  }
}

result<run_summary> run::in_parallel() {
  if (options_.output.directory.empty() && !is_worth_threads(options_.input, options_.threads))
    return in_this_thread();
  const unsigned threads =
      available_threads(threads_or_all(options_.threads), [this](std::string_view warning) {
        for (const auto& observer : parts_.observers) observer->on_notice(warning);
      });
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(static_cast<int>(threads));
  begun_ = std::chrono::steady_clock::now();
  arena.execute([&] {
    run_in_sections(threads);
    finish();
  });
  return take_summary();
}

result<run_summary> run::in_this_thread() {
  begun_ = std::chrono::steady_clock::now();
  drain([this] { flow_in_this_thread(); });
  finish();
  return take_summary();
}

// Runs the pipeline in sections. A resumable run pauses between sections to record its state.
void run::run_in_sections(unsigned threads) {
  if (threads > 1) {
    ahead_.serve(parts_.source, threads, parts_.trace);
    parts_.source.use_file_ranges();
  }
  const std::uint64_t stretch = options_.output.resume ? options_.output.checkpoint_bytes : 0;
  parts_.source.queue().pause_after(stretch);
  do {
    drain([&] { flow(threads); });
    if (failed_.has_error() || ends_early() || !parts_.source.state()) return;
    if (pause_at_gap()) continue;
    pause();
    parts_.source.queue().pause_after(stretch);
  } while (!failed_.has_error() && parts_.source.paused());
}

void run::resume_from(const std::vector<counted_gap>& gaps, const stats& behind) {
  gap_counts_.resume_from(gaps, behind);
  summary_.counted = gaps.empty() ? behind : stats();
}

// Divides the counts at a gap. Returns false if the source paused for another reason.
bool run::pause_at_gap() {
  if (parts_.source.queue().gaps() == nullptr || !parts_.source.queue().gaps()->has_events()) return false;
  count(ledger_.close());
  notice();
  for (const gap_event& event : parts_.source.queue().gaps()->take_events()) gap_counts_.meet(event);
  return true;
}

// Processes a batch exclusively, after all earlier batches were delivered, and delivers its results in
// pieces.
void run::run_exclusively(batch& work) {
  failed_.record(parts_.sink.free_memory(large_documents::exclusive_batch_cost(work)));
  reference_extractor stage = new_stage();
  stage.set_flush([&] {
    if (!failed_.has_error()) failed_.record(parts_.sink.prepare(work));
    if (!failed_.has_error()) failed_.record(pass_on(work));
    work.clear_found();
  });
  find(work, stage);
  deliver(work);
}

batch* run::read() {
  if (failed_.has_error() || ends_early()) return nullptr;
  batch* const next = pool_.take();
  const traced_scope traced(parts_.trace, run_stage::read, next->number);
  double seconds = 0;
  {
    const stopwatch timer(seconds);
    if (!parts_.source.fill(*next)) {
      if (!parts_.sink.has_enough()) failed_.record(parts_.source.state());
      return nullptr;
    }
  }
  next->read_seconds = seconds;
  return next;
}

void run::find(batch& work, reference_extractor& stage) {
  const traced_scope traced(parts_.trace, run_stage::find, work.number);
  work.worker = std::this_thread::get_id();
  if (failed_.has_error()) return;
  {
    const stopwatch reading(work.read_seconds);
    file_ranges::read(work);
  }
  {
    const stopwatch timer(work.find_seconds);
    stage.extract(work);
  }
  if (!file_ranges::is_valid(work)) work.clear();
  failed_.record(parts_.known.state());
  failed_.record(parts_.sink.prepare(work));
}

result<void> run::pass_on(batch& found) {
  if (parts_.sink.has_enough()) return {};
  if (result<void> delivered = parts_.sink.deliver(found); !delivered) return delivered;
  if (!found.rejected.empty()) {
    result<void> status =
        notify_observers([&](run_observer& observer) { return observer.on_rejected(found.rejected); });
    if (!status) return status;
  }
  if (!found.pages.empty()) {
    result<void> status =
        notify_observers([&](run_observer& observer) { return observer.on_pages(found.pages); });
    if (!status) return status;
  }
  if (found.redirects.empty()) return {};
  return notify_observers([&](run_observer& observer) { return observer.on_redirects(found.redirects); });
}

// Delivers a batch. Batches behind the limit of the output are not counted.
void run::deliver(batch& done) {
  const std::uint64_t number = done.number;
  const traced_scope traced(parts_.trace, run_stage::deliver, number);
  if (failed_.has_error() || is_over_) return;
  failed_.record(pass_on(done));
  is_over_ = parts_.sink.has_enough();
  if (is_over_ && parts_.has_enough != nullptr) *parts_.has_enough = true;
  for (const auto& observer : parts_.observers) observer->on_batch(done, parts_.sink.unique());
  summary_.pace.add(milliseconds_so_far(), {done.counted.bytes, done.counted.kept});
  count(done.counted);
  count(ledger_.add(done));
  notice();
  summary_.seconds.read += done.read_seconds;
  summary_.seconds.find += done.find_seconds;
  summary_.seconds.dedup += done.dedup_seconds;
  summary_.seconds.write += done.write_seconds;
  gate_.leave(done);
  pool_.give_back(&done);
}

void run::count(const stats& more) {
  for (const auto& observer : parts_.observers) observer->on_counted(more);
  summary_.counted.add(more);
  if (parts_.source.queue().gaps() != nullptr) gap_counts_.add(more);
}

void run::notice() {
  for (const std::string& sentence : ledger_.take_notices())
    for (const auto& observer : parts_.observers) observer->on_notice(sentence);
}

// True at the end of a run that a later run would complete by reading the gaps.
bool run::lacks_only_gaps() const {
  return !parts_.source.paused() && gap_counts_.lacks_only_gaps() && gap_counts_.is_exact() &&
         outcome_of(gap_counts_.total(), options_.on_error) == outcome::faulty;
}

void run::pause() {
  count(ledger_.close());
  notice();
  const gap_walk* const gaps = parts_.source.queue().gaps();
  if (gaps == nullptr) return;
  const run_position at{gaps->inputs(),         gaps->checksum(),   parts_.source.queue().next_batch(),
                        parts_.source.paused(), gap_counts_.gaps(), lacks_only_gaps()};
  const stats& counted =
      gap_counts_.gaps().empty() && !gap_counts_.has_earlier_gaps() ? summary_.counted : gap_counts_.behind();
  failed_.record(notify_observers([&](run_observer& observer) { return observer.on_pause(at, counted); }));
}

void run::finish() {
  const traced_scope traced(parts_.trace, run_stage::finish, no_batch);
  count(ledger_.close());
  notice();
  if (const std::optional<std::string> further = ledger_.further_notices())
    for (const auto& observer : parts_.observers) observer->on_notice(*further);
  const bool has_enough = parts_.sink.has_enough();
  if (!failed_.has_error() && parts_.stop && !has_enough)
    failed_.record(tl::unexpected(error{error_code::interrupted, "interrupted"}));
  if (!failed_.has_error() && !has_enough) failed_.record(parts_.source.state());
  if (failed_.has_error()) return;
  if (counts_are_inexact()) return failed_.record(tl::unexpected(changed_inputs()));
  if (gap_counts_.has_earlier_gaps()) summary_.counted = gap_counts_.total();
  sort_examples(summary_.counted);
  summary_.ended = outcome_of(summary_.counted, options_.on_error);
  if (summary_.ended == outcome::nothing_read) {
    failed_.record(notify_observers(
        [this](run_observer& observer) { return observer.without_output(current_summary()); }));
    return;
  }
  const stopwatch writing(summary_.seconds.write);
  failed_.record(
      notify_observers([](run_observer& observer) { return observer.before_finish(); }).and_then([this] {
        return parts_.sink.finish(summary_.counted,
                                  [this](std::string_view manifest, const std::string& directory) {
                                    return publish(manifest, directory);
                                  });
      }));
}

// Publishes the files besides the output right before the output. If the output then fails, the files are
// restored.
result<void> run::publish(std::string_view manifest, const std::string& directory) {
  run_summary now = current_summary();
  now.directory = directory;
  return notify_observers([&](run_observer& observer) { return observer.before_publish(manifest, now); });
}

result<run_summary> run::take_summary() {
  if (failed_.has_error()) return tl::unexpected(failed_.get());
  summary_ = current_summary();
  if (summary_.ended != outcome::nothing_read) summary_.directory = options_.output.directory;
  if (summary_.ended != outcome::nothing_read)
    for (const auto& observer : parts_.observers) observer->after_publish();
  return std::move(summary_);
}

std::uint64_t run::milliseconds_so_far() const {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun_)
          .count());
}

run_summary run::current_summary() const {
  run_summary now = summary_;
  now.seconds.elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  return now;
}

template <class Ask>
result<void> run::notify_observers(const Ask& ask) {
  for (const auto& observer : parts_.observers)
    if (result<void> answer = ask(*observer); !answer) return answer;
  return {};
}

}  // namespace urlsieve
