#include "src/pipeline/outputs/remote_output.hpp"

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "src/pipeline/leftover_warning.hpp"
#include "src/shards/locked_directory.hpp"
#include "src/shards/remote_upload.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/outcome.hpp"
#include "urlsieve/output_options.hpp"

namespace urlsieve {
namespace {

std::string place_for_building(const output_options& options) {
  if (!options.temporary.empty()) return options.temporary;
  const char* const named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

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
  const std::string parent = place_for_building(options.output);
  warn_of_leftovers(locked_directory::remove_leftovers_below(parent), monitor);
  const result<locked_directory> place = locked_directory::new_directory(parent);
  if (!place) return tl::unexpected(place.error());
  result<remote_upload> upload =
      remote_upload::begin(std::make_shared<remote_access>(options.remote), options.output.directory,
                           options.output.force, place->path(), &monitor.stop);
  if (!upload) return tl::unexpected(std::move(upload.error()));
  extract_options local_options = options;
  local_options.output.directory = place->path() + "/output";
  local_options.output.force = false;
  local_options.output.temporary.clear();
  const deferred_call published(monitor.after_publishing);
  result<run_summary> done = run_here(local_options);
  if (!done || done->ended == outcome::nothing_read) return done;
  if (result<void> sent = upload->send(local_options.output.directory); !sent)
    return tl::unexpected(std::move(sent.error()));
  done->directory = options.output.directory;
  published.call();
  return done;
}

}  // namespace urlsieve
