// The parts of a run over files, opened in the order in which they depend on one another: inputs, output,
// observers. Owns the parts, except an output of the caller.
#ifndef URLSIEVE_PIPELINE_RUN_ASSEMBLY_HPP
#define URLSIEVE_PIPELINE_RUN_ASSEMBLY_HPP

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "src/dedup/observed_redirects.hpp"
#include "src/pipeline/filters/run_filters.hpp"
#include "src/pipeline/input_reader.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/run.hpp"
#include "src/pipeline/run_observer.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class run_assembly {
 public:
  // The objects that a run needs besides its options. Requires: all of them outlive the assembly.
  struct surroundings {
    const observed_redirects& known;
    run_filters filters;
    run_monitor& monitor;
    std::atomic<bool>* has_enough = nullptr;  // as run::parts::has_enough
    stage_trace* trace = nullptr;             // as run::parts::trace
  };

  // Opens the parts. `make_output` is called after the inputs were listed, so that a bad list leaves no
  // output behind. Fails as input_reader::open(), `make_output` and observers_for() do. Requires: `options`
  // outlive the assembly.
  [[nodiscard]] static result<std::unique_ptr<run_assembly>> open(
      const extract_options& options, const surroundings& around,
      const std::function<result<std::unique_ptr<output>>()>& make_output);

  // Like open() above, for an output of the caller, which outlives the assembly.
  [[nodiscard]] static result<std::unique_ptr<run_assembly>> open(const extract_options& options,
                                                                  const surroundings& around, output& sink);

  [[nodiscard]] input_reader& source() { return *source_; }
  [[nodiscard]] output& sink() { return *sink_; }
  // Observers may be added before the run starts.
  [[nodiscard]] run_observers& observers() { return observers_; }
  [[nodiscard]] run& pipeline() { return *run_; }

 private:
  explicit run_assembly(const extract_options& options);
  [[nodiscard]] result<void> open_source(const surroundings& around);
  [[nodiscard]] result<void> open_pipeline(const extract_options& options, const surroundings& around,
                                           output& sink);

  extract_options fitted_;  // to the memory (large_documents.hpp)
  std::optional<input_reader> source_;
  std::unique_ptr<output> owned_;  // null for an output of the caller
  output* sink_ = nullptr;
  run_observers observers_;
  std::optional<run> run_;
};

}  // namespace urlsieve

#endif
