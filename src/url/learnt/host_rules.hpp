// The learnt rules of one host, and their application to a URL.
#ifndef URLSIEVE_URL_LEARNT_HOST_RULES_HPP
#define URLSIEVE_URL_LEARNT_HOST_RULES_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/learnt_rules.hpp"

namespace urlsieve {

struct host_rules {
  std::vector<std::string> parameters;   // sorted
  std::vector<std::string> index_names;  // lower case
  bool drops_slash = false;
  bool lowers_path = false;
  bool is_secure = false;  // "http:" becomes "https:"
  std::string alias;       // the host of which this host is an alias; empty: none
};

// Adds a rule of the kind. Takes logarithmic time per rule if the arguments come sorted.
void add_rule(host_rule_kind kind, std::string_view argument, host_rules& rules);

// Applies the rules to `url` in place and returns the new size. Requires: `url` is a normalized http or https
// URL of the host without user information and port, and has learnt_rule_set::most_growth bytes of space
// behind its end.
[[nodiscard]] std::size_t apply_rules(const host_rules& rules, char* url, std::size_t size);

// Returns the authority of `url`; empty for a URL that is neither http nor https. Requires: `url` is
// normalized.
[[nodiscard]] std::string_view web_authority(std::string_view url);

}  // namespace urlsieve

#endif
