#include "src/pipeline/outputs/remote_output.hpp"

#include <string>
#include <utility>

#include "src/pipeline/leftover_warning.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/remote_upload.hpp"
#include "urlsieve/outcome.hpp"
#include "urlsieve/output_options.hpp"

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

result<run_summary> run_to_s3(const output_options& output, const remote_options& remote,
                              run_monitor& monitor,
                              const std::function<result<run_summary>(const output_options&)>& run_here) {
  warn_of_leftovers(locked_directory::remove_leftovers_below(scratch_parent(output.temporary)), monitor);
  const deferred_call published(monitor.after_publishing);
  result<run_summary> done = tl::unexpected(error{error_code::interrupted, ""});
  const result<void> uploaded =
      build_and_upload(remote, output.directory, output.force, output.temporary, &monitor.stop,
                       [&](const std::string& directory) -> result<bool> {
                         output_options local_output = output;
                         local_output.directory = directory;
                         local_output.force = false;
                         local_output.temporary.clear();
                         done = run_here(local_output);
                         if (!done) return tl::unexpected(done.error());
                         return done->ended != outcome::nothing_read;
                       });
  if (!uploaded) return tl::unexpected(uploaded.error());
  if (done->ended == outcome::nothing_read) return done;
  done->directory = output.directory;
  published.call();
  return done;
}

}  // namespace urlsieve
