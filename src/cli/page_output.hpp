// Where a page goes: a file, which appears whole or not at all, or standard output; and what it tells besides
// what directories hold. Used as output_file is.
#ifndef URLSIEVE_CLI_PAGE_OUTPUT_HPP
#define URLSIEVE_CLI_PAGE_OUTPUT_HPP

#include <atomic>
#include <string>
#include <string_view>
#include <utility>

#include "src/report/run_facts.hpp"
#include "src/shards/output_file.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve::cli {

class page_output {
 public:
  // "-" is standard output. As output_file::create().
  [[nodiscard]] static result<page_output> create(const std::string& path, const std::atomic<bool>* stop);

  // All of it, once: then it has its name, until it is settled or put back. A page for standard output is
  // kept.
  [[nodiscard]] result<void> publish(std::string page);
  // It stays, or is printed.
  [[nodiscard]] result<void> settle();

  // As output_file::removed().
  [[nodiscard]] std::string removed() const { return file_.removed(); }

 private:
  output_file file_;
  std::string printed_;
  bool to_standard_output_ = false;
};

// What the file says that was written by extract --stats.
[[nodiscard]] result<void> add_statistics_file(const std::string& path, run_facts& to);

}  // namespace urlsieve::cli

#endif
