// Creates the observers that the options of a run request.
#ifndef URLSIEVE_PIPELINE_OBSERVERS_HPP
#define URLSIEVE_PIPELINE_OBSERVERS_HPP

#include "src/dedup/observed_redirects.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/run_observer.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {

struct output_options;
struct redirect_options;
struct reject_options;
struct url_options;

// The options that observers need. The groups outlive the observers.
struct observer_options {
  const url_options& url;
  const redirect_options& redirects;
  const reject_options& rejects;
  const output_options& output;
};

// Creates the observers in this order: learnt_redirects, redirect_file, rejects_file (each if requested), and
// monitor_feed. Fails if a file cannot be created. Requires: all arguments outlive the result.
[[nodiscard]] result<run_observers> observers_for(const observer_options& options,
                                                  const observed_redirects& known, output& sink,
                                                  run_monitor& monitor);

// Appends the observer that writes redirects.write_to, if the option is set. Fails if the file cannot be
// created.
[[nodiscard]] result<void> add_redirect_file(const redirect_options& redirects, const output_options& output,
                                             run_monitor& monitor, run_observers& observers);

}  // namespace urlsieve

#endif
