// The option --stats of extract and update: the statistics of a run as JSON.
#ifndef URLSIEVE_CLI_STATS_OPTION_HPP
#define URLSIEVE_CLI_STATS_OPTION_HPP

#include <CLI/App.hpp>
#include <atomic>
#include <string>
#include <vector>

#include "src/shards/output_file.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/remote_options.hpp"

namespace urlsieve::cli {

class stats_option {
 public:
  // Adds --stats to `flags`, which must outlive the object.
  void declare(CLI::App& flags);

  // Returns true if the statistics go to a file, which the run must not use otherwise.
  [[nodiscard]] bool has_file() const { return !path_.empty() && path_ != "-"; }
  [[nodiscard]] const std::string& path() const { return path_; }

  // Returns the statistics of `run` with inputs `paths`: stats_json() with the command line.
  [[nodiscard]] std::string text_of(const run_summary& run, const std::vector<std::string>& paths) const;

  // Prints the statistics to standard error for "-".
  void print(const run_summary& run, const std::vector<std::string>& paths) const;

 private:
  const CLI::App* flags_ = nullptr;
  std::string path_;  // empty: no statistics; "-": standard error
};

// The file of --stats. Without a file, the functions have no effect. The order of calls: create(), write(),
// publish(), settle(). The destructor removes an unpublished file, so the object must be destroyed before
// end_failed_run(), which may end the process by a signal.
class stats_file {
 public:
  explicit stats_file(const stats_option& option) : option_(option) {}

  // Creates the file as output_file::create() does, also in S3.
  [[nodiscard]] result<void> create(const remote_options& remote, const std::atomic<bool>& stop);
  // Returns the leftover of a killed run that create() has removed; empty if there was none.
  [[nodiscard]] std::string removed() const { return file_.removed(); }
  // Writes `text` and closes the file.
  [[nodiscard]] result<void> write(const std::string& text);
  // Do what the functions of output_file do.
  [[nodiscard]] result<void> publish();
  void settle() noexcept;

 private:
  const stats_option& option_;
  output_file file_;
};

}  // namespace urlsieve::cli

#endif
