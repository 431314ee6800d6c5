// Writes a page to a file, which appears whole or not at all, or to standard output. Reads the statistics
// that a page shows besides the contents of directories. Used like output_file.
#ifndef URLSIEVE_CLI_PAGE_OUTPUT_HPP
#define URLSIEVE_CLI_PAGE_OUTPUT_HPP

#include <atomic>
#include <string>
#include <string_view>
#include <utility>

#include "src/report/run_facts.hpp"
#include "src/shards/output_file.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/remote_options.hpp"

namespace urlsieve::cli {

class page_output {
 public:
  // Creates the output, like output_file::create(), also in S3. "-" is standard output.
  [[nodiscard]] static result<page_output> create(const std::string& path, const remote_options& remote,
                                                  const std::atomic<bool>* stop);

  // Publishes the whole page; call once. A file gets its name, and the destructor restores the old file
  // unless settle() is called. A page for standard output is kept until settle().
  [[nodiscard]] result<void> publish(std::string page);
  // Makes a published file permanent, or prints a page for standard output.
  [[nodiscard]] result<void> settle();

  // See output_file::removed().
  [[nodiscard]] std::string removed() const { return file_.removed(); }

 private:
  output_file file_;
  std::string printed_;
  bool to_standard_output_ = false;
};

// Adds the contents of a file that extract --stats wrote. Fails with error_code::no_such_input or cannot_open
// if `path` cannot be opened, and as add_statistics() does if the contents are malformed.
[[nodiscard]] result<void> add_statistics_file(const std::string& path, run_facts& to);

}  // namespace urlsieve::cli

#endif
