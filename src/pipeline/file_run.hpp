// The options of a run whose output is one file: learnt rules, or an index.
#ifndef URLSIEVE_PIPELINE_FILE_RUN_HPP
#define URLSIEVE_PIPELINE_FILE_RUN_HPP

#include <string>

#include "urlsieve/options.hpp"

namespace urlsieve {

// Returns the options of `given` for inputs, requests, memory, threads and errors; other options have their
// defaults. `file`: the output, which the run must not read; empty: standard output.
[[nodiscard]] inline extract_options options_of_file_run(const extract_options& given,
                                                         const std::string& file) {
  extract_options run;
  run.input = given.input;
  run.remote = given.remote;
  run.output.memory = given.output.memory;
  run.output.temporary = given.output.temporary;
  run.threads = given.threads;
  run.batch_bytes = given.batch_bytes;
  run.on_error = given.on_error;
  run.also_read = given.also_read;
  run.also_written = given.also_written;
  if (!file.empty()) run.also_written.push_back(file);
  return run;
}

}  // namespace urlsieve

#endif
