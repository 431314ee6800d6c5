// Creates the observers that the options of a run request.
#ifndef URLSIEVE_PIPELINE_OBSERVERS_HPP
#define URLSIEVE_PIPELINE_OBSERVERS_HPP

#include "src/dedup/observed_redirects.hpp"
#include "src/pipeline/outputs/output.hpp"
#include "src/pipeline/run_observer.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {

struct extract_options;

// Creates the observers in this order: learnt_redirects, redirect_file, rejects_file (each if requested), and
// monitor_feed. Fails if a file cannot be created. Requires: all arguments outlive the result.
[[nodiscard]] result<run_observers> observers_for(const extract_options& options,
                                                  const observed_redirects& known, output& sink,
                                                  run_monitor& monitor);

// Appends the observer that writes options.redirects.write_to, if the option is set. Fails if the file cannot
// be created.
[[nodiscard]] result<void> add_redirect_file(const extract_options& options, run_monitor& monitor,
                                             run_observers& observers);

}  // namespace urlsieve

#endif
