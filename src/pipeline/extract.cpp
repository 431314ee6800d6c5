// The entry points: check the options > open the source > open the output > run. run.hpp is the flow itself.
#include "urlsieve/extract.hpp"

#include <atomic>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

#include "src/dedup/observed_redirects.hpp"
#include "src/pipeline/intake.hpp"
#include "src/pipeline/observers.hpp"
#include "src/pipeline/option_check.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/outputs/shard_output.hpp"
#include "src/pipeline/outputs/sink_output.hpp"
#include "src/pipeline/outputs/stream_output.hpp"
#include "src/pipeline/path_check.hpp"
#include "src/pipeline/redirects/followed_redirects.hpp"
#include "src/pipeline/redirects/redirect_reader.hpp"
#include "src/pipeline/resumed_run.hpp"
#include "src/pipeline/run.hpp"

namespace urlsieve {

namespace {

result<run_summary> extract_to(int stream, const extract_options& options, run_monitor& monitor);
result<run_summary> extract_from(std::string_view bytes, const extract_options& options, url_sink& sink);

// What the standard library throws becomes the error it means.
template <class Run>
result<run_summary> guarded(Run&& start) {
  try {
    return start();
  } catch (const std::bad_alloc&) {
    return tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
}

}  // namespace

result<run_summary> extract(const extract_options& options, int stream, run_monitor* monitor) {
  run_monitor unwatched;
  return guarded([&] { return extract_to(stream, options, monitor == nullptr ? unwatched : *monitor); });
}

result<run_summary> extract(std::string_view bytes, const extract_options& options, url_sink& sink) {
  extract_options in_memory = options;
  in_memory.input.paths.clear();
  in_memory.input.files_from.clear();
  in_memory.output.directory.clear();
  in_memory.output.resume = false;
  in_memory.redirects.write_to.clear();
  in_memory.redirects.learn = false;
  return guarded([&] { return extract_from(bytes, in_memory, sink); });
}

namespace {

// Redirects that a run follows, and what was counted while they were read.
struct given_redirects {
  explicit given_redirects(const extract_options& options) : found(new_redirects(options)) {}
  std::unique_ptr<observed_redirects> found;
  stats counted;
};

result<void> load(const extract_options& options, given_redirects& given,
                  const std::atomic<bool>* stop = nullptr) {
  return load_redirects(options.url, options.redirects, *given.found, given.counted, stop);
}

result<std::unique_ptr<output>> make_output(const extract_options& options, int stream,
                                            run_monitor& monitor) {
  if (!options.output.directory.empty()) return make_shard_output(options, monitor);
  return make_stream_output(options, stream);
}

result<run_summary> extract_to(int stream, const extract_options& options, run_monitor& monitor) {
  given_redirects given(options);
  if (result<void> sound =
          check_options(options).and_then([&] { return check_paths(options); }).and_then([&] {
            remove_left_redirects(options, monitor);
            return load(options, given, &monitor.stop);
          });
      !sound)
    return tl::unexpected(std::move(sound.error()));
  if (options.output.resume) return resume_run(options, *given.found, given.counted, monitor);
  result<intake> source = intake::open(options, &monitor.stop);
  if (!source) return tl::unexpected(std::move(source.error()));
  result<std::unique_ptr<output>> sink = make_output(options, stream, monitor);
  if (!sink) return tl::unexpected(std::move(sink.error()));
  result<run_observers> observers = observers_for(options, *given.found, **sink, monitor);
  if (!observers) return tl::unexpected(std::move(observers.error()));
  run whole(options, {*source, *given.found, **sink, *observers, monitor.stop});
  whole.count(given.counted);
  return whole.in_parallel();
}

result<run_summary> extract_from(std::string_view bytes, const extract_options& options, url_sink& sink) {
  given_redirects given(options);
  if (result<void> sound = check_options(options).and_then([&] { return load(options, given); }); !sound)
    return tl::unexpected(std::move(sound.error()));
  intake source = intake::over(bytes, options);
  sink_output handed_on(sink, options.output.dedup);
  const run_observers nobody;
  const std::atomic<bool> never{false};
  run whole(options, {source, *given.found, handed_on, nobody, never});
  whole.count(given.counted);
  return whole.in_this_thread();
}

}  // namespace

}  // namespace urlsieve
