#include "src/pipeline/run_assembly.hpp"

#include <utility>

#include "src/pipeline/large_documents.hpp"
#include "src/pipeline/observers.hpp"

namespace urlsieve {

run_assembly::run_assembly(const extract_options& options) : fitted_(large_documents::fitted(options)) {}

result<std::unique_ptr<run_assembly>> run_assembly::open(const extract_options& options,
                                                         const observed_redirects& known,
                                                         const url_filter* filter, run_monitor& monitor,
                                                         const std::function<result<output*>()>& make_output,
                                                         std::atomic<bool>* enough) {
  std::unique_ptr<run_assembly> parts(new run_assembly(options));
  result<input_reader> source = input_reader::open(parts->fitted_, &monitor.stop);
  if (!source) return tl::unexpected(std::move(source.error()));
  parts->source_.emplace(std::move(*source));
  parts->source_->set_waiting_flag(monitor.waiting);
  const result<output*> sink = make_output();
  if (!sink) return tl::unexpected(sink.error());
  result<run_observers> observers = observers_for(options, known, **sink, monitor);
  if (!observers) return tl::unexpected(std::move(observers.error()));
  parts->observers_ = std::move(*observers);
  parts->run_.emplace(parts->fitted_, run::parts{*parts->source_, known, **sink, parts->observers_,
                                                 monitor.stop, filter, enough});
  return parts;
}

}  // namespace urlsieve
