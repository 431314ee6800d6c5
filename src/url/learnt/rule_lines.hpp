// The lines of a file of learnt rules.
#ifndef URLSIEVE_URL_LEARNT_RULE_LINES_HPP
#define URLSIEVE_URL_LEARNT_RULE_LINES_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/learnt_rules.hpp"

namespace urlsieve {

// The first line of a file of rules.
inline constexpr std::string_view rules_header = "urlsieve-rules 1";

// A rule, and the place of its line: "rules.tsv, line 7".
struct placed_rule {
  learnt_rule rule;
  std::string place;
  std::size_t order = 0;  // among the rules of all files
};

// Appends the rules of `file` to `to`. Fails with error_code::usage for the first line that is no rule.
[[nodiscard]] result<void> read_rule_lines(const rule_text& file, std::vector<placed_rule>& to);

// Checks that no rule occurs twice, and that no rule undoes another (learnt_rule_set::parse()). Sorts the
// rules. Fails with error_code::usage.
[[nodiscard]] result<void> check_rule_set(std::vector<placed_rule>& rules);

// Returns true if `host` is in normal form and can have rules: a name, or an IPv4 address.
[[nodiscard]] bool can_have_rules(std::string_view host);

// Returns `host` without "www." at its front, as the convention "fold-www" would write it.
[[nodiscard]] std::string_view host_without_www(std::string_view host);

// Returns true if `argument` is an argument of the kind.
[[nodiscard]] bool is_argument(host_rule_kind kind, std::string_view argument);

}  // namespace urlsieve

#endif
