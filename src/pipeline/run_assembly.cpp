#include "src/pipeline/run_assembly.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "src/pipeline/large_documents.hpp"
#include "src/pipeline/observers.hpp"

namespace urlsieve {

run_assembly::run_assembly(const extract_options& options) : fitted_(options) {
  fitted_.input.max_document = std::min<std::uint64_t>(
      fitted_.input.max_document, large_documents::max_held_whole(options.output.memory));
}

result<void> run_assembly::open_source(const surroundings& around) {
  return input_reader::open(fitted_, &around.monitor.stop).map([&](input_reader&& opened) {
    source_.emplace(std::move(opened));
    source_->set_waiting_flag(around.monitor.waiting);
  });
}

result<void> run_assembly::open_pipeline(const extract_options& options, const surroundings& around,
                                         output& sink) {
  sink_ = &sink;
  return observers_for({options.url, options.redirects, options.rejects, options.output}, around.known, sink,
                       around.monitor)
      .map([&](run_observers&& observers) {
        observers_ = std::move(observers);
        run_.emplace(fitted_, run::parts{*source_, around.known, sink, observers_, around.monitor.stop,
                                         around.filters, around.has_enough, around.trace});
      });
}

result<std::unique_ptr<run_assembly>> run_assembly::open(
    const extract_options& options, const surroundings& around,
    const std::function<result<std::unique_ptr<output>>()>& make_output) {
  std::unique_ptr<run_assembly> parts(new run_assembly(options));
  return parts->open_source(around)
      .and_then(make_output)
      .and_then([&](std::unique_ptr<output>&& opened) {
        parts->owned_ = std::move(opened);
        return parts->open_pipeline(options, around, *parts->owned_);
      })
      .map([&] { return std::move(parts); });
}

result<std::unique_ptr<run_assembly>> run_assembly::open(const extract_options& options,
                                                         const surroundings& around, output& sink) {
  std::unique_ptr<run_assembly> parts(new run_assembly(options));
  return parts->open_source(around)
      .and_then([&] { return parts->open_pipeline(options, around, sink); })
      .map([&] { return std::move(parts); });
}

}  // namespace urlsieve
