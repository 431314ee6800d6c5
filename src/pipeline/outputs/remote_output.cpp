#include "src/pipeline/outputs/remote_output.hpp"

#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

#include "src/pipeline/leftover_warning.hpp"
#include "src/shards/claim.hpp"
#include "src/shards/remote_upload.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/outcome.hpp"

namespace urlsieve {
namespace {

std::string place_for_building(const output_options& options) {
  if (!options.temporary.empty()) return options.temporary;
  const char* const named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/tmp";
}

// Removes a function for the duration of a run, and restores it afterwards.
class put_off {
 public:
  explicit put_off(std::function<void()>& one) : one_(one), kept_(std::exchange(one, nullptr)) {}
  ~put_off() { one_ = std::move(kept_); }
  put_off(const put_off&) = delete;
  put_off& operator=(const put_off&) = delete;

  void call() const {
    if (kept_) kept_();
  }

 private:
  std::function<void()>& one_;
  std::function<void()> kept_;
};

}  // namespace

result<run_summary> run_to_s3(const extract_options& options, run_monitor& monitor,
                              const std::function<result<run_summary>(const extract_options&)>& run_here) {
  const std::string parent = place_for_building(options.output);
  warn_of_leftovers(claim::remove_leftovers_below(parent), monitor);
  const result<claim> place = claim::new_directory(parent);
  if (!place) return tl::unexpected(place.error());
  result<remote_upload> upload =
      remote_upload::begin(std::make_shared<remote_access>(options.remote), options.output.directory,
                           options.output.force, place->path(), &monitor.stop);
  if (!upload) return tl::unexpected(std::move(upload.error()));
  extract_options here = options;
  here.output.directory = place->path() + "/output";
  here.output.force = false;
  here.output.temporary.clear();
  const put_off published(monitor.after_publishing);
  result<run_summary> done = run_here(here);
  if (!done || done->ended == outcome::nothing_read) return done;
  if (result<void> sent = upload->send(here.output.directory); !sent)
    return tl::unexpected(std::move(sent.error()));
  done->directory = options.output.directory;
  published.call();
  return done;
}

}  // namespace urlsieve
