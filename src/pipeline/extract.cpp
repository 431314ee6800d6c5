// The flow: read and cut (serial) > find, resolve, normalize (parallel) > dedup and write (in order, or a
// shard at a time). The number of batches in flight is bounded, so memory is bounded by their size.
#include "urlsieve/extract.hpp"

#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "src/dedup/redirect_table.hpp"
#include "src/pipeline/harvest.hpp"
#include "src/pipeline/intake.hpp"
#include "src/pipeline/output.hpp"
#include "src/pipeline/redirect_file.hpp"
#include "src/pipeline/redirect_reader.hpp"
#include "src/pipeline/shard_output.hpp"
#include "src/pipeline/sink_output.hpp"
#include "src/pipeline/stopwatch.hpp"
#include "src/pipeline/stream_output.hpp"
#include "src/shards/partition.hpp"
#include "urlsieve/password.hpp"

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

// One run. The three stations are its methods; the first error stops the intake and what is in flight runs
// dry.
class run {
 public:
  // `known`, `redirects` and `monitor` may be null.
  run(const extract_options& options, intake& source, output& sink, const redirect_table* known,
      redirect_file* redirects, run_monitor* monitor)
      : options_(options),
        source_(source),
        sink_(sink),
        known_redirects_(known),
        redirects_(redirects),
        monitor_(monitor) {}

  // What was counted before the first batch.
  void begin_with(const stats& counted) {
    tell_damage(counted);
    summary_.counted.add(counted);
  }

  result<run_summary> in_parallel() {
    const unsigned threads =
        options_.threads != 0 ? options_.threads : std::max(1U, std::thread::hardware_concurrency());
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
    tbb::task_arena arena(static_cast<int>(threads));
    return finished([&] { arena.execute([&] { pipeline(threads); }); },
                    [&] { return arena.execute([&] { return sink_.finish(summary_.counted); }); });
  }

  result<run_summary> in_this_thread() {
    harvester station(options_, sink_.wants_contexts(), known_redirects_);
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
      flow();
      if (!failed_ && stopped()) keep(tl::make_unexpected(error{error_code::interrupted, "interrupted"}));
      if (!failed_) {
        const stopwatch writing(summary_.seconds.write);
        keep(finish());
        if (!failed_ && redirects_ != nullptr) keep(redirects_->finish());
      }
    }
    if (failed_) return tl::make_unexpected(*failure_);
    return std::move(summary_);
  }

  void pipeline(unsigned threads) {
    tbb::enumerable_thread_specific<harvester> stations(
        [&] { return harvester(options_, sink_.wants_contexts(), known_redirects_); });
    tbb::task_group ahead;
    if (threads > 1) {
      source_.work_ahead(runs_a_thread * threads, [&](std::function<void()> decode) {
        ahead.run([this, decode = std::move(decode)] {
          double seconds = 0;
          {
            const stopwatch timer(seconds);
            decode();
          }
          ahead_seconds_.fetch_add(seconds, std::memory_order_relaxed);
        });
      });
    }
    tbb::parallel_pipeline(
        tokens_a_thread * threads + 1,
        tbb::make_filter<void, batch*>(tbb::filter_mode::serial_in_order, [&](tbb::flow_control& flow) {
          batch* const next = read();
          if (next == nullptr) flow.stop();
          return next;
        }) & tbb::make_filter<batch*, batch*>(tbb::filter_mode::parallel, [&](batch* work) {
          find(*work, stations.local());
          return work;
        }) & tbb::make_filter<batch*, void>(tbb::filter_mode::serial_in_order, [&](batch* work) {
          deliver(*work);
        }));
    ahead.wait();
    summary_.seconds.read += ahead_seconds_;
  }

  batch* read() {
    if (failed_ || stopped()) return nullptr;
    batch* const next = pool_.take();
    double seconds = 0;
    {
      const stopwatch timer(seconds);
      if (!source_.fill(*next)) return nullptr;
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
    keep(sink_.deliver(done));
    if (redirects_ != nullptr) redirects_->add(done.redirects);
    tell(done);
    summary_.counted.add(done.counted);
    summary_.seconds.read += done.read_seconds;
    summary_.seconds.find += done.find_seconds;
    summary_.seconds.dedup += done.dedup_seconds;
    summary_.seconds.write += done.write_seconds;
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
  static constexpr unsigned runs_a_thread = 2;

  const extract_options& options_;
  intake& source_;
  output& sink_;
  const redirect_table* known_redirects_;
  redirect_file* redirects_;
  run_monitor* monitor_;
  batch_pool pool_;
  run_summary summary_;
  std::atomic<double> ahead_seconds_{0};  // that members took which were decoded ahead
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

tl::unexpected<error> refuse(std::string why) {
  return tl::make_unexpected(error{error_code::usage, std::move(why)});
}

result<void> check_edges(const output_options& output) {
  if (output.edges == edge_choice::none) return {};
  if (output.jsonl) return refuse("--edges writes columns and cannot be used with --jsonl");
  for (const field name : output.fields) {
    if (name != field::url && name != field::count && name != field::shard)
      return refuse("--edges has the fields shard, url (both ends) and count only");
  }
  return {};
}

result<void> check(const extract_options& options) {
  if (options.output.fields.empty()) return refuse("no fields are asked for");
  if (!options.output.directory.empty()) {
    if (!options.output.dedup)
      return refuse("--no-dedup writes to standard output and cannot be used with -o");
    if (options.output.shards == 0 || options.output.shards > max_shards) {
      return refuse("the number of shards is from 1 to " + std::to_string(max_shards));
    }
    if (std::find(options.output.fields.begin(), options.output.fields.end(), field::url) ==
        options.output.fields.end()) {
      return refuse("shards are sorted by their URLs: --fields must name url");
    }
  }
  if (result<void> sound = check_edges(options.output); !sound) return sound;
  base_url base;
  if (!options.base.empty() && !base.assign(options.base, options.url)) {
    return tl::make_unexpected(
        error{error_code::invalid_url, "--base is no absolute URL: " + without_password(options.base)});
  }
  return {};
}

}  // namespace

result<run_summary> extract(const extract_options& options, int stream, run_monitor* monitor) {
  return guarded([&]() -> result<run_summary> {
    if (result<void> sound = check(options); !sound) return tl::make_unexpected(sound.error());
    stats before;
    redirect_table known;
    if (result<void> done = load_redirects(options.url, options.redirects, known, before); !done)
      return tl::make_unexpected(done.error());
    result<intake> source = intake::open(options, monitor == nullptr ? nullptr : &monitor->stop);
    if (!source) return tl::make_unexpected(source.error());
    std::unique_ptr<output> sink;
    if (options.output.directory.empty()) {
      sink = make_stream_output(options.output, stream);
    } else {
      result<std::unique_ptr<output>> made = make_shard_output(options, monitor);
      if (!made) return tl::make_unexpected(made.error());
      sink = std::move(*made);
    }
    std::optional<redirect_file> redirects;
    if (!options.redirects.write_to.empty()) {
      result<redirect_file> made = redirect_file::create(options.redirects.write_to);
      if (!made) return tl::make_unexpected(made.error());
      redirects.emplace(std::move(*made));
    }
    run whole(options, *source, *sink, options.url.ladder == rung::protocol ? &known : nullptr,
              redirects ? &*redirects : nullptr, monitor);
    whole.begin_with(before);
    return whole.in_parallel();
  });
}

result<run_summary> extract(std::string_view bytes, const extract_options& options, url_sink& sink) {
  return guarded([&]() -> result<run_summary> {
    extract_options in_memory = options;
    in_memory.output.directory.clear();
    in_memory.redirects.write_to.clear();
    if (result<void> sound = check(in_memory); !sound) return tl::make_unexpected(sound.error());
    stats before;
    redirect_table known;
    if (result<void> done = load_redirects(options.url, options.redirects, known, before); !done)
      return tl::make_unexpected(done.error());
    intake source = intake::over(bytes, in_memory);
    sink_output handed_on(sink, in_memory.output.dedup);
    run whole(in_memory, source, handed_on, options.url.ladder == rung::protocol ? &known : nullptr, nullptr,
              nullptr);
    whole.begin_with(before);
    return whole.in_this_thread();
  });
}

}  // namespace urlsieve
