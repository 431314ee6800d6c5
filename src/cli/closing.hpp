// The closing line: what a subcommand did and how long it took, for a person at a terminal. Said where it
// worked longer than a second or wrote a directory.
#ifndef URLSIEVE_CLI_CLOSING_HPP
#define URLSIEVE_CLI_CLOSING_HPP

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/verify_shards.hpp"

namespace urlsieve::cli {

class closing {
 public:
  // The clock begins. `quiet`: nothing will be said.
  explicit closing(bool quiet);

  // Whether somebody sees it.
  [[nodiscard]] bool is_seen() const { return is_seen_; }

  // "`did` in 0:48 -> `directory`/", if there is reason to; where no directory was written it is empty.
  void say(std::string_view did, std::string_view directory = {}) const;

 private:
  bool is_seen_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

// "237,660 distinct of 9,191,000 URLs (9,829,625 references, 638,625 rejected)". Without `dedup` none are
// told apart.
[[nodiscard]] std::string extracted(const stats& counted, bool dedup);

// "237,660 distinct URLs of 300,000 rows in 2 directories, 16 shards of 12.3 MiB"
[[nodiscard]] std::string merged(const manifest& made, std::uint64_t rows, std::size_t directories);

// "all is well: 64 shards, 237,660 rows, 1.2 GiB", "3 faults: ..."
[[nodiscard]] std::string verified(const verify_report& found, std::uint64_t bytes);

// "1,200 lines, 3 rejected"
[[nodiscard]] std::string read_lines(std::uint64_t lines, std::uint64_t rejected);

// Of each kind of fault that was met: which there were, one of them, and what can be done.
[[nodiscard]] std::vector<std::string> fault_lines(const stats& counted);

}  // namespace urlsieve::cli

#endif
