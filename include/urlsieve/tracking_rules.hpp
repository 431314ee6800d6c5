// Rules of ClearURLs, AdGuard and Brave that remove parameters and follow redirectors, from files.
#ifndef URLSIEVE_TRACKING_RULES_HPP
#define URLSIEVE_TRACKING_RULES_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

// A rule that this version cannot apply, such as an expression with look-around.
struct unsupported_rule {
  std::string place;  // "list.txt, line 7"
  std::string reason;
};

// The bytes of a rule file, uncompressed.
struct rule_text {
  std::string name;  // for messages
  std::string bytes;
};

// The rules of one or several files, ready for use. Immutable; any number of threads may use it.
class tracking_rule_set {
 public:
  // Reads rules. Each file is in one of three formats, recognized by content: ClearURLs' data.min.json,
  // Brave's clean-urls.json, or a filter list with $removeparam as of AdGuard. Rules that are not supported
  // are listed in unsupported() and have no effect. Fails with error_code::cannot_read, whose message names
  // the file, for a file in no format or a damaged file.
  [[nodiscard]] static result<std::shared_ptr<const tracking_rule_set>> parse(
      std::span<const rule_text> files);

  ~tracking_rule_set();

  // Return the number of all rules in the files, and the unsupported rules in the order of the files.
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] std::span<const unsupported_rule> unsupported() const;

  // Returns a sentence for each of the first rules that are not supported, and a sentence with their number;
  // nothing if all rules are supported.
  [[nodiscard]] std::vector<std::string> warnings() const;

  // Returns the XXH3-128 of the files' bytes in order, as 32 hex digits.
  [[nodiscard]] const std::string& checksum() const;

  // Removes parameters from the query and the fragment of `url` in place and returns the new size. Only whole
  // parameters are removed, with a separator, or with the "?" or "#" of the last parameter; all other bytes
  // stay. Requires: `url` is normalized. A second call changes nothing.
  [[nodiscard]] std::size_t remove_parameters(char* url, std::size_t size) const;

  // Returns true if a URL without a query and a fragment may be the URL of a redirector.
  [[nodiscard]] bool redirects_paths() const;

  // Returns true if `url` is the URL of a redirector, and sets `target` to the decoded target: an absolute
  // http or https URL, not normalized.
  [[nodiscard]] bool find_target(std::string_view url, std::string& target) const;

 private:
  class state;
  explicit tracking_rule_set(std::unique_ptr<state> content);

  std::unique_ptr<state> state_;
};

}  // namespace urlsieve

#endif
