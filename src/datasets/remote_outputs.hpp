// Access to remote output directories, and a wrapper that uploads the output of a run to S3.
#ifndef URLSIEVE_DATASETS_REMOTE_OUTPUTS_HPP
#define URLSIEVE_DATASETS_REMOTE_OUTPUTS_HPP

#include <algorithm>
#include <atomic>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "src/shards/remote_upload.hpp"
#include "src/transfer/remote_access.hpp"
#include "src/transfer/remote_context.hpp"
#include "src/transfer/remote_name.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve {

// Returns the access of a run to remote directories. `monitor`, which may be null, outlives the result.
[[nodiscard]] inline remote_context remote_context_of(const remote_options& options,
                                                      const run_monitor* monitor) {
  return {std::make_shared<remote_access>(options), monitor == nullptr ? nullptr : &monitor->stop};
}

// Returns the directories that are not remote.
[[nodiscard]] inline std::vector<std::string> on_this_machine(const std::vector<std::string>& directories) {
  std::vector<std::string> local;
  std::copy_if(directories.begin(), directories.end(), std::back_inserter(local),
               [](const std::string& directory) { return !is_remote_name(directory); });
  return local;
}

// Returns run(options), which writes the directory options.output. If that directory is in S3, `run` gets
// options for a directory on this machine, which is then uploaded: build_and_upload() has the errors. `stop`
// may be null.
template <class Options, class Run>
[[nodiscard]] auto run_with_output(const Options& options, const std::atomic<bool>* stop, const Run& run)
    -> decltype(run(options)) {
  if (!is_s3_name(options.output)) return run(options);
  decltype(run(options)) done = tl::unexpected(error{error_code::interrupted, "interrupted"});
  const result<void> uploaded =
      build_and_upload(options.remote, options.output, options.force, options.temporary, stop,
                       [&](const std::string& directory) -> result<bool> {
                         Options local = options;
                         local.output = directory;
                         local.force = false;
                         done = run(local);
                         if (!done) return tl::unexpected(done.error());
                         return true;
                       });
  if (!uploaded) return tl::unexpected(uploaded.error());
  return done;
}

}  // namespace urlsieve

#endif
