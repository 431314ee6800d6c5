// The entry points: check the options > open the source > open the output > run. run.hpp is the pipeline
// itself.
#include "urlsieve/extract.hpp"

#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <utility>

#include "src/api/extract_layer.hpp"
#include "src/api/option_check.hpp"
#include "src/dedup/observed_redirects.hpp"
#include "src/pipeline/filters/run_filters.hpp"
#include "src/pipeline/input_reader.hpp"
#include "src/pipeline/observers.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/outputs/remote_output.hpp"
#include "src/pipeline/outputs/shard_output.hpp"
#include "src/pipeline/outputs/sink_output.hpp"
#include "src/pipeline/outputs/stream_output.hpp"
#include "src/pipeline/path_check.hpp"
#include "src/pipeline/redirects/followed_redirects.hpp"
#include "src/pipeline/redirects/redirect_reader.hpp"
#include "src/pipeline/resumed_run.hpp"
#include "src/pipeline/run.hpp"
#include "src/pipeline/run_assembly.hpp"
#include "src/shards/manifest_reader.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/learnt_rules.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

namespace {

result<run_summary> extract_to(int stream, const extract_options& options, const state_rows& state,
                               run_monitor& monitor);
result<run_summary> extract_files_to(const extract_options& options, sink_output& sink, run_monitor& monitor);
result<run_summary> extract_bytes_to(std::string_view bytes, const extract_options& options,
                                     sink_output& sink);

// Turns exceptions of the standard library into errors.
template <class Run>
result<run_summary> guarded(Run&& start) {
  try {
    return start();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

// Calls `start` with the options, and the rules in the files that they name.
template <class Run>
result<run_summary> with_rules(const extract_options& options, const run_monitor& monitor, Run&& start) {
  return guarded([&]() -> result<run_summary> {
    if (options.url.tracking_rules.empty() && options.url.rules.empty()) return start(options);
    if (result<void> status = check_options(options); !status)
      return tl::unexpected(std::move(status.error()));
    extract_options loaded = options;
    if (result<void> read = load_rules(loaded.url, monitor.on_warning); !read)
      return tl::unexpected(std::move(read.error()));
    return start(loaded);
  });
}

// Parquet shards without a given partition take the partition of the first earlier output, so that the shards
// correspond. An unreadable output is reported when the run compares the URLs.
extract_options with_partition_of_seen(const extract_options& options) {
  extract_options fitted = options;
  output_options& output = fitted.output;
  if (output.shard_by || output.format != row_form::parquet || output.seen.empty()) return fitted;
  const result<manifest> earlier = open_manifest(output.seen.front(), success_marker_policy::may_be_missing,
                                                 {std::make_shared<remote_access>(options.remote)});
  if (earlier) output.shard_by = earlier->shard_by;
  return fitted;
}

// Rethrows exceptions of the consumer of URLs, after the threads of the run have ended.
template <class Run>
result<run_summary> run_with_sink(const url_consumer& take, const extract_options& options, Run&& start) {
  sink_output sink(take, options.output.dedup, options.filters, options.output.dedup_by);
  result<run_summary> done = guarded([&] { return start(sink); });
  if (sink.thrown()) std::rethrow_exception(sink.thrown());
  return done;
}

}  // namespace

result<run_summary> extract(const extract_options& options, int stream, run_monitor* monitor) {
  run_monitor unwatched;
  run_monitor& watched = monitor == nullptr ? unwatched : *monitor;
  return with_rules(options, watched, [&](const extract_options& loaded) {
    return extract_to(stream, with_partition_of_seen(loaded), {}, watched);
  });
}

result<run_summary> extract_layer(const extract_options& options, const state_rows& state,
                                  run_monitor* monitor) {
  run_monitor unwatched;
  run_monitor& watched = monitor == nullptr ? unwatched : *monitor;
  constexpr int no_stream = -1;
  return with_rules(options, watched, [&](const extract_options& loaded) {
    return extract_to(no_stream, loaded, state, watched);
  });
}

result<run_summary> extract_files(const extract_options& options, const url_consumer& take,
                                  run_monitor* monitor) {
  run_monitor unwatched;
  run_monitor& watched = monitor == nullptr ? unwatched : *monitor;
  return run_with_sink(take, options, [&](sink_output& sink) {
    return with_rules(options, watched,
                      [&](const extract_options& loaded) { return extract_files_to(loaded, sink, watched); });
  });
}

result<run_summary> extract(std::string_view bytes, const extract_options& options,
                            const url_consumer& take) {
  extract_options in_memory = options;
  in_memory.input.paths.clear();
  in_memory.input.files_from.clear();
  in_memory.output.directory.clear();
  in_memory.output.resume = false;
  in_memory.redirects.write_to.clear();
  in_memory.rejects.write_to.clear();
  in_memory.redirects.learn = false;
  run_monitor unwatched;
  return run_with_sink(take, in_memory, [&](sink_output& sink) {
    return with_rules(in_memory, unwatched,
                      [&](const extract_options& loaded) { return extract_bytes_to(bytes, loaded, sink); });
  });
}

namespace {

// The redirects that a run follows, and the counts from reading them.
struct option_redirects {
  explicit option_redirects(const extract_options& options)
      : found(new_redirects(options.redirects, options.output)) {}
  std::unique_ptr<observed_redirects> found;
  stats counted;
};

result<void> load(const extract_options& options, option_redirects& redirects,
                  const std::atomic<bool>* stop = nullptr) {
  return load_redirects(options.url, options.redirects, *redirects.found, redirects.counted, stop);
}

result<std::unique_ptr<output>> make_output(const extract_options& options, int stream,
                                            const state_rows& state, run_monitor& monitor) {
  if (!options.output.directory.empty()) return make_shard_output(options, state, monitor);
  return make_stream_output(options, stream);
}

result<run_summary> extract_to(int stream, const extract_options& options, const state_rows& state,
                               run_monitor& monitor) {
  if (is_remote_name(options.output.directory)) {
    return check_options(options).and_then([&] {
      return run_to_s3(options.output, options.remote, monitor, [&](const output_options& local_output) {
        extract_options local_options = options;
        local_options.output = local_output;
        return extract_to(stream, local_options, state, monitor);
      });
    });
  }
  option_redirects redirects(options);
  if (result<void> status =
          check_options(options).and_then([&] { return check_paths(options); }).and_then([&] {
            if (options.url.ladder == rung::protocol) remove_left_redirects(options.output, monitor);
            return load(options, redirects, &monitor.stop);
          });
      !status)
    return tl::unexpected(std::move(status.error()));
  const result<loaded_filters> filters =
      loaded_filters::load(options.filters, options.documents, &monitor.stop);
  if (!filters) return tl::unexpected(filters.error());
  if (options.output.resume)
    return resume_run(options, *redirects.found, filters->view(), redirects.counted, monitor);
  const result<std::unique_ptr<run_assembly>> whole =
      run_assembly::open(options, {*redirects.found, filters->view(), monitor, &monitor.stop},
                         [&] { return make_output(options, stream, state, monitor); });
  if (!whole) return tl::unexpected(whole.error());
  run& pipeline = (*whole)->pipeline();
  pipeline.count(redirects.counted);
  result<run_summary> ended = pipeline.in_parallel();
  if ((*whole)->sink().has_enough()) monitor.stop = false;
  return ended;
}

// Turns a stop at the request of the consumer into success.
result<run_summary> stopped_early_is_success(result<run_summary> ended, const run& whole,
                                             const sink_output& sink) {
  if (!sink.stopped()) return ended;
  run_summary up_to_here = whole.current_summary();
  up_to_here.counted.unique = sink.unique();
  up_to_here.stopped = true;
  return up_to_here;
}

result<run_summary> extract_files_to(const extract_options& options, sink_output& sink,
                                     run_monitor& monitor) {
  option_redirects redirects(options);
  if (!options.output.directory.empty())
    return tl::unexpected(error{
        error_code::usage,
        "output_options::directory is an option of extract(): extract_files() passes URLs to its caller"});
  if (result<void> status =
          check_options(options).and_then([&] { return check_paths(options); }).and_then([&] {
            return load(options, redirects, &monitor.stop);
          });
      !status)
    return tl::unexpected(std::move(status.error()));
  const result<loaded_filters> filters =
      loaded_filters::load(options.filters, options.documents, &monitor.stop);
  if (!filters) return tl::unexpected(filters.error());
  const result<std::unique_ptr<run_assembly>> whole =
      run_assembly::open(options, {*redirects.found, filters->view(), monitor, &monitor.stop}, sink);
  if (!whole) return tl::unexpected(whole.error());
  run& pipeline = (*whole)->pipeline();
  pipeline.count(redirects.counted);
  result<run_summary> ended = stopped_early_is_success(pipeline.in_parallel(), pipeline, sink);
  if (sink.has_enough()) monitor.stop = false;
  return ended;
}

result<run_summary> extract_bytes_to(std::string_view bytes, const extract_options& options,
                                     sink_output& sink) {
  option_redirects redirects(options);
  if (result<void> status = check_options(options).and_then([&] { return load(options, redirects); });
      !status)
    return tl::unexpected(std::move(status.error()));
  const result<loaded_filters> filters = loaded_filters::load(options.filters, options.documents, nullptr);
  if (!filters) return tl::unexpected(filters.error());
  input_reader source = input_reader::over(bytes, options);
  const run_observers no_observers;
  const std::atomic<bool> no_stop{false};
  run pipeline(options, {source, *redirects.found, sink, no_observers, no_stop, filters->view()});
  pipeline.count(redirects.counted);
  return stopped_early_is_success(pipeline.in_this_thread(), pipeline, sink);
}

}  // namespace

}  // namespace urlsieve
