// Observed permanent redirects (rfc2396bis-01 section 6.2.4), which the rung `protocol` follows.
#ifndef URLSIEVE_REDIRECTS_HPP
#define URLSIEVE_REDIRECTS_HPP

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/redirect_options.hpp"
#include "urlsieve/stats.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

class observed_redirects;

// A handle to an immutable table of redirects. Copies share the table; any number of threads may use it.
// Lookups follow chains to their ends. A URL is not redirected if it has two different targets, or if its
// chain contains a cycle.
class known_redirects {
 public:
  known_redirects() = default;  // none

  // Loads the files of redirects.read_from. Each line is "from", a TAB, "to", as redirect_options::write_to
  // writes them; files may be compressed. Both URLs are normalized by `options`. A table beyond a third of
  // `memory` spills to disk, below `temporary` (empty: the system's directory for temporary files). `memory`:
  // bytes for the whole process; 0: half of the machine's memory.
  //
  // Returns error_code::usage if there are files but options.ladder is not `protocol`. Returns no_such_input
  // for a missing file, and cannot_open or cannot_read for an unreadable or corrupt file. Invalid lines are
  // damage, not an error: see counted(). Throws std::bad_alloc.
  [[nodiscard]] static result<known_redirects> load(const url_options& options,
                                                    const redirect_options& redirects,
                                                    std::uint64_t memory = 0,
                                                    const std::string& temporary = {});

  // Returns true if the table has no redirects, also if nothing is loaded.
  [[nodiscard]] bool empty() const;

  // Returns the end of the chain from `url`, or an empty view if `url` is not redirected. The target inherits
  // the fragment (RFC 9110 section 10.2.2). Requires: `url` is normalized, and is not a view into `buffer`.
  // The view is valid until `buffer` changes, and only as long as a handle to the table exists. Threads must
  // not share `buffer`.
  [[nodiscard]] std::string_view find(std::string_view url, std::string& buffer) const;

  // Returns the first read error of a lookup in a spilled table, if any. Results are unreliable after an
  // error.
  [[nodiscard]] result<void> state() const;

  // Returns the damage in the files: lines that are not pairs of absolute URLs.
  [[nodiscard]] const stats& counted() const;

  // Returns leftover files of killed runs below `temporary`, which load() removed.
  [[nodiscard]] const std::vector<std::string>& removed() const;

  // Internal to the library. Returns the table, or null if nothing is loaded.
  [[nodiscard]] const observed_redirects* table() const;

 private:
  struct loaded;
  std::shared_ptr<const loaded> loaded_;
};

}  // namespace urlsieve

#endif
