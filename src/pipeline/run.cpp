#include "src/pipeline/run.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

#include <cstdint>
#include <memory>
#include <thread>
#include <utility>

#include "src/pipeline/batches_in_flight.hpp"
#include "src/pipeline/resources.hpp"
#include "src/pipeline/stopwatch.hpp"
#include "src/pipeline/thread_supply.hpp"
#include "urlsieve/outcome.hpp"

namespace urlsieve {

// Runs three stages: read and cut, in order > find, resolve, normalize, in parallel > deduplicate and write,
// in order.
void run::flow(unsigned threads) {
  tbb::enumerable_thread_specific<reference_extractor> stages([this] { return new_stage(); });
  tbb::parallel_pipeline(
      batches_in_flight(options_, threads),
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
void run::until_dry(const Flow& flow_once) {
  for (flow_once(); gate_.has_waiting_batch() && !failed_.met() && !ends_early(); flow_once()) {
    if (batch* const lone = gate_.take_exclusive()) run_exclusively(*lone);
  }
}

result<run_summary> run::in_parallel() {
  if (!is_worth_threads(options_)) return in_this_thread();
  const unsigned threads =
      available_threads(threads_or_all(options_.threads), [this](std::string_view warning) {
        for (const auto& one : of_.observers) one->on_notice(warning);
      });
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  tbb::task_arena arena(static_cast<int>(threads));
  begun_ = std::chrono::steady_clock::now();
  arena.execute([&] {
    run_in_sections(threads);
    finish();
  });
  return ended();
}

result<run_summary> run::in_this_thread() {
  begun_ = std::chrono::steady_clock::now();
  until_dry([this] { flow_in_this_thread(); });
  finish();
  return ended();
}

// Runs the pipeline in sections. A resumable run pauses between sections to record its state.
void run::run_in_sections(unsigned threads) {
  if (threads > 1) {
    ahead_.serve(of_.source, threads);
    of_.source.use_file_ranges();
  }
  const std::uint64_t stretch = options_.output.resume ? options_.output.checkpoint_bytes : 0;
  of_.source.queue().pause_after(stretch);
  do {
    until_dry([&] { flow(threads); });
    if (failed_.met() || ends_early() || !of_.source.state()) return;
    if (pause_at_gap()) continue;
    pause();
    of_.source.queue().pause_after(stretch);
  } while (!failed_.met() && of_.source.paused());
}

void run::resume_from(const std::vector<counted_gap>& gaps, const stats& behind) {
  divided_.resume_from(gaps, behind);
  summary_.counted = gaps.empty() ? behind : stats();
}

// Divides the counts at a gap. Returns false if the source paused for another reason.
bool run::pause_at_gap() {
  if (of_.source.queue().gaps() == nullptr || !of_.source.queue().gaps()->has_events()) return false;
  count(ledger_.close());
  notice();
  for (const gap_event& event : of_.source.queue().gaps()->take_events()) divided_.meet(event);
  return true;
}

// Processes a batch exclusively, after all earlier batches were delivered, and delivers its results in
// pieces.
void run::run_exclusively(batch& work) {
  failed_.record(of_.sink.make_room(large_documents::exclusive_batch_cost(work)));
  reference_extractor stage = new_stage();
  stage.set_flush([&] {
    if (!failed_.met()) failed_.record(of_.sink.prepare(work));
    if (!failed_.met()) failed_.record(pass_on(work));
    work.clear_found();
  });
  find(work, stage);
  deliver(work);
}

batch* run::read() {
  if (failed_.met() || ends_early()) return nullptr;
  batch* const next = pool_.take();
  double seconds = 0;
  {
    const stopwatch timer(seconds);
    if (!of_.source.fill(*next)) {
      if (!of_.sink.has_enough()) failed_.record(of_.source.state());
      return nullptr;
    }
  }
  next->read_seconds = seconds;
  return next;
}

void run::find(batch& work, reference_extractor& stage) {
  work.worker = std::this_thread::get_id();
  if (failed_.met()) return;
  {
    const stopwatch reading(work.read_seconds);
    file_ranges::read(work);
  }
  {
    const stopwatch timer(work.find_seconds);
    stage.extract(work);
  }
  if (!file_ranges::stands(work)) work.clear();
  failed_.record(of_.known.state());
  failed_.record(of_.sink.prepare(work));
}

result<void> run::pass_on(batch& found) {
  if (of_.sink.has_enough()) return {};
  if (result<void> delivered = of_.sink.deliver(found); !delivered) return delivered;
  if (!found.rejected.empty()) {
    result<void> told = ask_observers([&](run_observer& one) { return one.on_rejected(found.rejected); });
    if (!told) return told;
  }
  if (found.redirects.empty()) return {};
  return ask_observers([&](run_observer& one) { return one.on_redirects(found.redirects); });
}

// Delivers a batch. Batches behind the limit of the output are not counted.
void run::deliver(batch& done) {
  if (failed_.met() || over_) return;
  failed_.record(pass_on(done));
  over_ = of_.sink.has_enough();
  if (over_ && of_.enough != nullptr) *of_.enough = true;
  for (const auto& one : of_.observers) one->on_batch(done, of_.sink.unique());
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
  for (const auto& one : of_.observers) one->on_counted(more);
  summary_.counted.add(more);
  if (of_.source.queue().gaps() != nullptr) divided_.add(more);
}

void run::notice() {
  for (const std::string& sentence : ledger_.take_notices())
    for (const auto& one : of_.observers) one->on_notice(sentence);
}

// True at the end of a run that a later run would complete by reading the gaps.
bool run::lacks_gaps_alone() const {
  return !of_.source.paused() && divided_.lacks_gaps_alone() && divided_.is_exact() &&
         outcome_of(divided_.total(), options_.on_error) == outcome::faulty;
}

void run::pause() {
  count(ledger_.close());
  notice();
  const gap_walk* const gaps = of_.source.queue().gaps();
  if (gaps == nullptr) return;
  const run_position at{gaps->inputs(),      gaps->checksum(), of_.source.queue().next_batch(),
                        of_.source.paused(), divided_.gaps(),  lacks_gaps_alone()};
  const stats& counted =
      divided_.gaps().empty() && !divided_.went_on_with_gaps() ? summary_.counted : divided_.behind();
  failed_.record(ask_observers([&](run_observer& one) { return one.on_pause(at, counted); }));
}

void run::finish() {
  count(ledger_.close());
  notice();
  if (const std::optional<std::string> further = ledger_.further_notices())
    for (const auto& one : of_.observers) one->on_notice(*further);
  const bool has_enough = of_.sink.has_enough();
  if (!failed_.met() && of_.stop && !has_enough)
    failed_.record(tl::unexpected(error{error_code::interrupted, "interrupted"}));
  if (!failed_.met() && !has_enough) failed_.record(of_.source.state());
  if (failed_.met()) return;
  if (counts_are_inexact()) return failed_.record(tl::unexpected(changed_inputs()));
  if (divided_.went_on_with_gaps()) summary_.counted = divided_.total();
  summary_.ended = outcome_of(summary_.counted, options_.on_error);
  if (summary_.ended == outcome::nothing_read) {
    failed_.record(ask_observers([this](run_observer& one) { return one.without_output(so_far()); }));
    return;
  }
  const stopwatch writing(summary_.seconds.write);
  failed_.record(ask_observers([](run_observer& one) { return one.before_finish(); }).and_then([this] {
    return of_.sink.finish(summary_.counted, [this](std::string_view manifest, const std::string& directory) {
      return publish(manifest, directory);
    });
  }));
}

// Publishes the files besides the output right before the output. If the output then fails, the files are
// restored.
result<void> run::publish(std::string_view manifest, const std::string& directory) {
  run_summary now = so_far();
  now.directory = directory;
  return ask_observers([&](run_observer& one) { return one.before_publish(manifest, now); });
}

result<run_summary> run::ended() {
  if (failed_.met()) return tl::unexpected(failed_.get());
  summary_ = so_far();
  if (summary_.ended != outcome::nothing_read) summary_.directory = options_.output.directory;
  if (summary_.ended != outcome::nothing_read)
    for (const auto& one : of_.observers) one->after_publish();
  return std::move(summary_);
}

std::uint64_t run::milliseconds_so_far() const {
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun_)
          .count());
}

run_summary run::so_far() const {
  run_summary now = summary_;
  now.seconds.elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
  return now;
}

template <class Ask>
result<void> run::ask_observers(const Ask& ask) {
  for (const auto& one : of_.observers)
    if (result<void> answer = ask(*one); !answer) return answer;
  return {};
}

}  // namespace urlsieve
