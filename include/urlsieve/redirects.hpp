// Which URLs were observed to be others (rfc2396bis-01 section 6.2.4): what the rung `protocol` follows.
#ifndef URLSIEVE_REDIRECTS_HPP
#define URLSIEVE_REDIRECTS_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class observed_redirects;

// A permanent redirect that was observed.
struct redirect {
  std::string_view from;
  std::string_view to;
};

// A handle on a table that does not change any more: copies share it, and any number of threads may ask it.
// Chains are followed to their ends. A URL with two different targets, one on a cycle, and one whose chain
// leads into a cycle stay what they are.
class known_redirects {
 public:
  known_redirects() = default;  // none

  // From the files of redirects.read_from: "from", a TAB, "to" on each line, compressed or not, as
  // redirect_options::write_to gives them. Where options.ladder is not `protocol` there must be none
  // (error_code::usage). Beyond a third of `memory` (bytes for the whole process; 0: half of what the machine
  // has) it goes to disk, below `temporary` (empty: where temporary files go).
  [[nodiscard]] static result<known_redirects> load(const url_options& options,
                                                    const redirect_options& redirects,
                                                    std::uint64_t memory = 0,
                                                    const std::string& temporary = {});

  [[nodiscard]] bool empty() const;

  // The end of the chain that begins at `url`, which is in normal form; empty if it leads nowhere. The target
  // inherits the fragment (RFC 9110 section 10.2.2). What is given lives as long as `room` is left alone.
  [[nodiscard]] std::string_view find(std::string_view url, std::string& room) const;

  // Whether all answers were right: what is on disk may fail to be read.
  [[nodiscard]] result<void> state() const;

  // What was wrong with the files: lines that are no pair of absolute URLs.
  [[nodiscard]] const stats& counted() const;

  // What runs that were killed had left below `temporary`, and is gone now.
  [[nodiscard]] const std::vector<std::string>& removed() const;

  // For the library itself; null: none.
  [[nodiscard]] const observed_redirects* table() const;

 private:
  struct loaded;
  std::shared_ptr<const loaded> loaded_;
};

}  // namespace urlsieve

#endif
