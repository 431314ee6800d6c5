#include "src/pipeline/outputs/remote_output.hpp"

#include <string>
#include <utility>

#include "src/pipeline/leftover_warning.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/remote_upload.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/outcome.hpp"

namespace urlsieve {
namespace {

// Removes a function for the duration of a run, and restores it afterwards.
class deferred_call {
 public:
  explicit deferred_call(std::function<void()>& function)
      : function_(function), deferred_(std::exchange(function, nullptr)) {}
  ~deferred_call() { function_ = std::move(deferred_); }
  deferred_call(const deferred_call&) = delete;
  deferred_call& operator=(const deferred_call&) = delete;

  void call() const {
    if (deferred_) deferred_();
  }

 private:
  std::function<void()>& function_;
  std::function<void()> deferred_;
};

}  // namespace

result<run_summary> run_to_s3(const extract_options& options, run_monitor& monitor,
                              const std::function<result<run_summary>(const extract_options&)>& run_here) {
  warn_of_leftovers(locked_directory::remove_leftovers_below(scratch_parent(options.output.temporary)),
                    monitor);
  const deferred_call published(monitor.after_publishing);
  result<run_summary> done = tl::unexpected(error{error_code::interrupted, ""});
  const result<void> uploaded = build_and_upload(
      options.remote, options.output.directory, options.output.force, options.output.temporary, &monitor.stop,
      [&](const std::string& directory) -> result<bool> {
        extract_options local_options = options;
        local_options.output.directory = directory;
        local_options.output.force = false;
        local_options.output.temporary.clear();
        done = run_here(local_options);
        if (!done) return tl::unexpected(done.error());
        return done->ended != outcome::nothing_read;
      });
  if (!uploaded) return tl::unexpected(uploaded.error());
  if (done->ended == outcome::nothing_read) return done;
  done->directory = options.output.directory;
  published.call();
  return done;
}

}  // namespace urlsieve
