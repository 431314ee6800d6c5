// The flow: read and cut (serial) > find, resolve, normalize (parallel) > dedup and write (in order, or a
// shard at a time). Compressed members, and small files, are decoded ahead by threads that have nothing to
// find. The number of batches in flight is bounded, so memory is bounded by their size.
#include "urlsieve/extract.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "src/dedup/redirect_table.hpp"
#include "src/pipeline/harvest.hpp"
#include "src/pipeline/input_ledger.hpp"
#include "src/pipeline/intake.hpp"
#include "src/pipeline/large_documents.hpp"
#include "src/pipeline/option_check.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/outputs/shard_output.hpp"
#include "src/pipeline/outputs/sink_output.hpp"
#include "src/pipeline/outputs/stream_output.hpp"
#include "src/pipeline/path_check.hpp"
#include "src/pipeline/redirects/redirect_file.hpp"
#include "src/pipeline/redirects/redirect_reader.hpp"
#include "src/pipeline/resources.hpp"
#include "src/pipeline/resume/journal.hpp"
#include "src/pipeline/stopwatch.hpp"
#include "src/pipeline/thread_supply.hpp"
#include "src/shards/manifest.hpp"
#include "src/text/fingerprint.hpp"
#include "src/url/canonical.hpp"
#include "urlsieve/version.hpp"

namespace urlsieve {

namespace {

// Owns the batches of a run; those that are done wait here to be filled again.
class batch_pool {
 public:
  batch* take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return all_.emplace_back(std::make_unique<batch>()).get();
    batch* const taken = free_.back();
    free_.pop_back();
    return taken;
  }
  void give_back(batch* done) {
    const std::lock_guard lock(mutex_);
    free_.push_back(done);
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<batch>> all_;
  std::vector<batch*> free_;
};

// The checksum of what an output directory says of itself; empty if there is none.
std::string published_manifest(const std::string& directory) {
  std::ifstream file(directory + "/manifest.json", std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return file && !text.empty() ? checksum_of(text) : std::string();
}

std::uint64_t memory_for_redirects(const extract_options& options) {
  return memory_or_half(options.output.memory) / redirects_of_memory;
}

// What must be the same for a run to be taken up: everything that shapes its rows.
std::string identity_of(const extract_options& options, const redirect_table& known) {
  running_checksum sum;
  sum.add(manifest_json(version, options, {}, {}));
  for (const redirect& one : known.pairs()) sum.add(std::string(one.from).append(1, '\t').append(one.to));
  // Without it the pairs met are not recorded.
  if (!options.redirects.write_to.empty()) sum.add("\nwrites redirects");
  for (const std::string& directory : options.output.seen)
    sum.add(std::string("\n").append(directory).append(published_manifest(directory)));
  return sum.hex();
}

// One run. The three stations are its methods; the first error stops the intake and what is in flight runs
// dry.
class run {
 public:
  struct parts {
    const redirect_table* known = nullptr;  // redirects to follow
    redirect_table* learnt = nullptr;       // takes those that are met, to be followed at the end
    redirect_file* written = nullptr;       // takes those that are met
    journal* record = nullptr;              // says what is done
    run_monitor* monitor = nullptr;
  };

  // Each of `others` but `known` may be null.
  run(const extract_options& options, intake& source, output& sink, const parts& others)
      : options_(options), source_(source), sink_(sink), others_(others), monitor_(others.monitor) {}

  // Begins where the journal says that an earlier run was.
  result<void> take_up() {
    if (!others_.record->found()) return {};
    const journal_state& then = *others_.record->found();
    summary_.counted = then.counted;
    recorded_ = then;
    return source_.skip(then.inputs, then.inputs_checksum, then.next_batch)
        .and_then([&] { return sink_.restore(then.runs); })
        .and_then([&] {
          result<void> taken;
          result<void> read = others_.record->read_redirects([&](std::string_view from, std::string_view to) {
            const redirect seen{from, to};
            if (taken) taken = take_redirects({&seen, 1});
          });
          return read ? taken : read;
        });
  }

  // What was counted before the first batch.
  void begin_with(const stats& counted) {
    tell_damage(counted);
    summary_.counted.add(counted);
  }

  result<run_summary> in_parallel() {
    const unsigned threads = threads_or_all(options_.threads);
    require_threads(threads);
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(static_cast<int>(threads));
    return finished([&] { arena.execute([&] { in_stretches(threads); }); },
                    [&] { return arena.execute([&] { return sink_.finish(summary_.counted); }); });
  }

  result<run_summary> in_this_thread() {
    harvester station(options_, sink_.wants_sieved(), *others_.known);
    return finished(
        [&] {
          while (batch* const next = read()) {
            find(*next, station);
            deliver(*next);
          }
        },
        [&] { return sink_.finish(summary_.counted); });
  }

 private:
  template <class Flow, class Finish>
  result<run_summary> finished(Flow&& flow, Finish&& finish) {
    {
      const stopwatch timer(summary_.seconds.elapsed);
      begun_ = std::chrono::steady_clock::now();
      flow();
      judge(ledger_.close());
      if (!failed_ && stopped()) keep(tl::make_unexpected(error{error_code::interrupted, "interrupted"}));
      if (!failed_) keep(source_.state());
      summary_.ended = outcome_of(summary_.counted, options_.bad_input);
      if (!failed_) summary_.ended == outcome::nothing_read ? tell_of_nothing() : publish(finish);
    }
    if (failed_) return tl::make_unexpected(*failure_);
    if (others_.written != nullptr && summary_.ended != outcome::nothing_read) others_.written->settle();
    if (monitor_ != nullptr && monitor_->after_publishing) monitor_->after_publishing();
    return std::move(summary_);
  }

  template <class Finish>
  void publish(Finish&& finish) {
    const stopwatch writing(summary_.seconds.write);
    if (others_.learnt != nullptr) follow_learnt();
    sink_.before_publishing = [this](std::string_view manifest) { return complete_files(manifest); };
    if (!failed_) keep(finish());
    // A stream has no moment at which all of it appears.
    if (!failed_ && !completed_) keep(complete_files({}));
  }

  // There is no output, but what was counted says why.
  void tell_of_nothing() {
    if (monitor_ != nullptr && monitor_->before_publishing) keep(monitor_->before_publishing(summary_));
  }

  // What a run writes besides its shards is in its place before they are; should they fail, it is put back.
  // Should the run be killed in between, it goes on from the checkpoint all the same.
  result<void> complete_files(std::string_view manifest) {
    completed_ = true;
    if (others_.record != nullptr) {
      recorded_.publishing = checksum_of(manifest);
      recorded_.totals = summary_.counted;
      if (result<void> recorded = others_.record->record(recorded_); !recorded) return recorded;
    }
    if (others_.written != nullptr) {
      if (result<void> written = others_.written->finish(); !written) return written;
    }
    if (monitor_ == nullptr || !monitor_->before_publishing) return {};
    run_summary so_far = summary_;
    so_far.seconds.elapsed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
    return monitor_->before_publishing(so_far);
  }

  // What the intake will need soon is decoded by threads that have nothing to find. A group of tasks whose
  // run() throws, as for want of a thread, waits for ever for what it could not begin: that ends the process.
  void work_ahead(unsigned threads) {
    source_.work_ahead(std::size_t{runs_a_thread} * threads, [this](std::function<void()> decode) noexcept {
      ahead_.run([this, decode = std::move(decode)] {
        double seconds = 0;
        {
          const stopwatch timer(seconds);
          decode();
        }
        ahead_seconds_.fetch_add(seconds, std::memory_order_relaxed);
      });
    });
  }

  // What is done is recorded where a stretch of inputs ends and nothing is in flight.
  void in_stretches(unsigned threads) {
    if (threads > 1) work_ahead(threads);
    const std::uint64_t stretch = others_.record == nullptr ? 0 : options_.output.checkpoint_bytes;
    bool recorded = false;
    do {
      source_.pause_after(stretch);
      until_dry(threads);
      if (failed_ || stopped() || !source_.state() || others_.record == nullptr) return;
      judge(ledger_.close());
      // A run of one stretch is not worth a checkpoint.
      if (source_.paused() || recorded) record_checkpoint();
      recorded = true;
    } while (!failed_ && source_.paused());
  }

  void record_checkpoint() {
    result<std::vector<shard_run>> runs = sink_.checkpoint();
    if (!runs) return keep(tl::make_unexpected(runs.error()));
    recorded_ = journal_state{};
    recorded_.inputs = source_.inputs_listed();
    recorded_.inputs_checksum = source_.inputs_checksum();
    recorded_.next_batch = source_.next_batch();
    recorded_.counted = summary_.counted;
    recorded_.runs = std::move(*runs);
    keep(others_.record->record(recorded_));
  }

  // The pairs met in this run and those that were given make the chains together.
  void follow_learnt() {
    for (const redirect& one : others_.known->pairs())
      if (result<void> learnt = learn(one); !learnt) return keep(learnt);
    others_.learnt->settle(keeps_target(options_.url));
    keep(sink_.follow(others_.learnt->pairs()));
  }

  result<void> learn(const redirect& one) {
    others_.learnt->add(one.from, one.to);
    const std::uint64_t needed = others_.learnt->memory_to_move() + others_.known->memory();
    if (needed <= memory_for_redirects(options_)) return {};
    return tl::make_unexpected(redirects_too_many("--learn-redirects", needed, true));
  }

  result<void> take_redirects(std::span<const redirect> seen) {
    if (others_.learnt != nullptr) {
      for (const redirect& one : seen)
        if (result<void> learnt = learn(one); !learnt) return learnt;
    }
    return others_.written != nullptr ? others_.written->add(seen) : result<void>{};
  }

  void until_dry(unsigned threads) {
    for (pipeline(threads); waiting_ != nullptr && !failed_ && !stopped(); pipeline(threads)) {
      if (large_.goes_alone(large_.needed_by(*waiting_))) go_alone(*std::exchange(waiting_, nullptr));
    }
  }

  // The next batch, if there is memory for it; else it waits.
  batch* read_to_flow() {
    batch* const next = waiting_ != nullptr ? std::exchange(waiting_, nullptr) : read();
    if (next == nullptr) return nullptr;
    const std::uint64_t needed = large_.needed_by(*next);
    if (needed == 0 || large_.reserve(needed)) return next;
    waiting_ = next;
    return nullptr;
  }

  // A batch too large to be in the flow with others: what came before it is delivered.
  void go_alone(batch& work) {
    if (failed_ || stopped()) return;
    harvester station(options_, sink_.wants_sieved(), *others_.known);
    station.hand_over_with([&] {
      if (!failed_) keep(sink_.prepare(work));
      if (!failed_) keep(pass_on(work));
      work.clear_found();
    });
    find(work, station);
    large_.take(large_.needed_by(work));
    deliver(work);
  }

  // To the output, and to those who record redirects.
  result<void> pass_on(batch& done) {
    return sink_.deliver(done).and_then([&] { return take_redirects(done.redirects); }).and_then([&] {
      return others_.record != nullptr ? others_.record->add(done.redirects) : result<void>{};
    });
  }

  void pipeline(unsigned threads) {
    tbb::enumerable_thread_specific<harvester> stations(
        [&] { return harvester(options_, sink_.wants_sieved(), *others_.known); });
    tbb::parallel_pipeline(
        tokens_a_thread * threads + 1,
        tbb::make_filter<void, batch*>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control& flow) {
          batch* const next = read_to_flow();
          if (next == nullptr) flow.stop();
          return next;
        }) & tbb::make_filter<batch*, batch*>(tbb::filter_mode::parallel, [&](batch* work) {
          find(*work, stations.local());
          return work;
        }) & tbb::make_filter<batch*, void>(tbb::filter_mode::serial_in_order, [&](batch* work) {
          deliver(*work);
        }));
    ahead_.wait();
    summary_.seconds.read += ahead_seconds_.exchange(0);
  }

  batch* read() {
    if (failed_ || stopped()) return nullptr;
    batch* const next = pool_.take();
    double seconds = 0;
    {
      const stopwatch timer(seconds);
      if (!source_.fill(*next)) {
        keep(source_.state());
        return nullptr;
      }
    }
    next->read_seconds = seconds;
    return next;
  }

  void find(batch& work, harvester& station) {
    if (failed_) return;
    {
      const stopwatch timer(work.find_seconds);
      station.harvest(work);
    }
    keep(sink_.prepare(work));
  }

  void deliver(batch& done) {
    if (failed_) return;
    keep(pass_on(done));
    tell(done);
    summary_.counted.add(done.counted);
    judge(ledger_.add(done));
    summary_.seconds.read += done.read_seconds;
    summary_.seconds.find += done.find_seconds;
    summary_.seconds.dedup += done.dedup_seconds;
    summary_.seconds.write += done.write_seconds;
    if (const std::uint64_t needed = large_.needed_by(done); needed != 0) {
      done.release();
      large_.release(needed);
    }
    pool_.give_back(&done);
  }

  void tell(const batch& done) {
    if (monitor_ == nullptr) return;
    monitor_->stored_bytes_done = done.stored_bytes_done;
    monitor_->bytes_done += done.counted.bytes;
    monitor_->documents += done.counted.documents;
    monitor_->unique = sink_.unique();
    if (monitor_->on_warning) {
      for (const std::string& warning : done.warnings) monitor_->on_warning(warning);
    }
    tell_damage(done.counted);
  }

  // Verdicts on inputs that ended.
  void judge(const stats& verdicts) {
    tell_damage(verdicts);
    summary_.counted.add(verdicts);
  }

  void tell_damage(const stats& counted) {
    if (monitor_ == nullptr || !monitor_->on_damage) return;
    for (const damage_example& example : counted.examples) {
      std::uint64_t& told = told_[static_cast<std::size_t>(example.reason)];
      if (told++ < stats::max_examples) monitor_->on_damage(example);
    }
  }

  [[nodiscard]] bool stopped() const { return monitor_ != nullptr && monitor_->stop; }

  void keep(const result<void>& outcome) {
    if (outcome) return;
    const std::lock_guard lock(failure_mutex_);
    if (!failure_) failure_ = outcome.error();
    failed_ = true;
  }

  static constexpr unsigned tokens_a_thread = 2;
  static constexpr unsigned runs_a_thread = 3;

  const extract_options& options_;
  intake& source_;
  output& sink_;
  const parts others_;
  run_monitor* monitor_;
  batch_pool pool_;
  input_ledger ledger_;
  large_documents large_{options_};
  batch* waiting_ = nullptr;  // the next one, which is large
  run_summary summary_;
  std::chrono::steady_clock::time_point begun_;
  bool completed_ = false;  // complete_files() was called
  journal_state recorded_;  // what the journal has
  tbb::task_group ahead_;
  std::atomic<double> ahead_seconds_{0};  // of work in it
  std::array<std::uint64_t, damage_count> told_{};
  std::atomic<bool> failed_{false};
  std::mutex failure_mutex_;
  std::optional<error> failure_;
};

// What the standard library throws becomes the error it means.
template <class Run>
result<run_summary> guarded(Run&& start) {
  try {
    return start();
  } catch (const std::bad_alloc&) {
    return tl::make_unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

result<std::unique_ptr<output>> make_output(const extract_options& options, int stream,
                                            run_monitor* monitor) {
  if (!options.output.directory.empty()) return make_shard_output(options, monitor);
  return make_stream_output(options, stream);
}

// The file of --write-redirects, if there is to be one.
result<std::optional<redirect_file>> make_redirect_file(const extract_options& options,
                                                        run_monitor* monitor) {
  std::optional<redirect_file> written;
  if (options.redirects.write_to.empty()) return written;
  result<redirect_file> made = redirect_file::create(options, monitor == nullptr ? nullptr : &monitor->stop);
  if (!made) return tl::make_unexpected(made.error());
  // What a run left that is taken up again is no news.
  if (monitor != nullptr && monitor->on_warning && !options.output.resume) {
    for (const std::string& left : made->removed())
      monitor->on_warning(left + " was left behind by a run that was killed: removed");
  }
  written.emplace(std::move(*made));
  return written;
}

result<run_summary> follow_through(const extract_options& options, intake& source, output& sink,
                                   const redirect_table& known, const stats& before, journal* record,
                                   run_monitor* monitor) {
  result<std::optional<redirect_file>> written = make_redirect_file(options, monitor);
  if (!written) return tl::make_unexpected(written.error());
  redirect_table learnt;
  run::parts others;
  others.known = &known;
  if (options.redirects.learn) others.learnt = &learnt;
  if (*written) others.written = &**written;
  others.record = record;
  others.monitor = monitor;
  run whole(options, source, sink, others);
  whole.begin_with(before);
  if (record != nullptr) {
    if (result<void> taken_up = whole.take_up(); !taken_up) return tl::make_unexpected(taken_up.error());
  }
  return whole.in_parallel();
}

// The run of the journal had published its shards: what is told and written besides is done again.
result<run_summary> finish_ended(const extract_options& options, const journal& record,
                                 const journal_state& ended, run_monitor* monitor) {
  run_summary done;
  done.counted = ended.totals;
  done.ended = outcome_of(done.counted, options.bad_input);
  if (record.has_redirects()) {
    result<std::optional<redirect_file>> written = make_redirect_file(options, monitor);
    if (!written) return tl::make_unexpected(written.error());
    if (*written) {
      result<void> added;
      result<void> finished = record.read_redirects([&](std::string_view from, std::string_view to) {
        const redirect seen{from, to};
        if (added) added = (*written)->add({&seen, 1});
      });
      if (finished) finished = added;
      if (finished) finished = (*written)->finish();
      if (!finished) return tl::make_unexpected(finished.error());
      (*written)->settle();
    }
  }
  if (monitor != nullptr && monitor->before_publishing) {
    if (result<void> told = monitor->before_publishing(done); !told) return tl::make_unexpected(told.error());
    if (monitor->after_publishing) monitor->after_publishing();
  }
  return done;
}

// With a journal: from where an earlier run was killed, or from the beginning.
result<run_summary> go_on(const extract_options& options, const redirect_table& known, const stats& before,
                          journal& record, run_monitor* monitor) {
  const std::string published = published_manifest(options.output.directory);
  if (const journal_state* const ended = record.ended(published); ended != nullptr && !published.empty())
    return finish_ended(options, record, *ended, monitor);
  if (result<void> cleaned = record.clean(); !cleaned) return tl::make_unexpected(cleaned.error());
  extract_options with_journal = options;
  with_journal.output.temporary = record.run_directory();
  result<intake> source = intake::open(with_journal, monitor == nullptr ? nullptr : &monitor->stop);
  if (!source) return tl::make_unexpected(source.error());
  source->protect(files_at_stake(options));
  result<std::unique_ptr<output>> sink = make_shard_output(with_journal, monitor);
  if (!sink) return tl::make_unexpected(sink.error());
  return follow_through(with_journal, *source, **sink, known, before, &record, monitor);
}

result<run_summary> take_up(const extract_options& options, const redirect_table& known, const stats& before,
                            run_monitor* monitor) {
  result<journal> record = journal::open(options.output.directory, identity_of(options, known));
  if (!record) return tl::make_unexpected(record.error());
  result<run_summary> done = go_on(options, known, before, *record, monitor);
  // The very last thing: a run that is killed before can say that it was done.
  if (done) record->discard();
  return done;
}

}  // namespace

result<run_summary> extract(const extract_options& options, int stream, run_monitor* monitor) {
  return guarded([&]() -> result<run_summary> {
    if (result<void> sound = check_options(options); !sound) return tl::make_unexpected(sound.error());
    if (result<void> sound = check_paths(options); !sound) return tl::make_unexpected(sound.error());
    stats before;
    redirect_table known;
    if (result<void> done =
            load_redirects(options.url, options.redirects, known, before, memory_for_redirects(options));
        !done)
      return tl::make_unexpected(done.error());
    if (options.output.resume) return take_up(options, known, before, monitor);
    result<intake> source = intake::open(options, monitor == nullptr ? nullptr : &monitor->stop);
    if (!source) return tl::make_unexpected(source.error());
    source->protect(files_at_stake(options));
    result<std::unique_ptr<output>> sink = make_output(options, stream, monitor);
    if (!sink) return tl::make_unexpected(sink.error());
    return follow_through(options, *source, **sink, known, before, nullptr, monitor);
  });
}

result<run_summary> extract(std::string_view bytes, const extract_options& options, url_sink& sink) {
  return guarded([&]() -> result<run_summary> {
    extract_options in_memory = options;
    in_memory.input.paths.clear();
    in_memory.input.files_from.clear();
    in_memory.output.directory.clear();
    in_memory.redirects.write_to.clear();
    in_memory.redirects.learn = false;
    in_memory.output.resume = false;
    if (result<void> sound = check_options(in_memory); !sound) return tl::make_unexpected(sound.error());
    stats before;
    redirect_table known;
    if (result<void> done =
            load_redirects(options.url, options.redirects, known, before, memory_for_redirects(options));
        !done)
      return tl::make_unexpected(done.error());
    intake source = intake::over(bytes, in_memory);
    sink_output handed_on(sink, in_memory.output.dedup);
    run::parts others;
    others.known = &known;
    run whole(in_memory, source, handed_on, others);
    whole.begin_with(before);
    return whole.in_this_thread();
  });
}

}  // namespace urlsieve
