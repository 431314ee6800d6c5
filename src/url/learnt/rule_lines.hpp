// The lines of a file of learnt rules.
#ifndef URLSIEVE_URL_LEARNT_RULE_LINES_HPP
#define URLSIEVE_URL_LEARNT_RULE_LINES_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/learnt_rules.hpp"

namespace urlsieve {

// The first line of a file of rules.
inline constexpr std::string_view rules_header = "urlsieve-rules 1";

// A rule, and the place of its line. Files can have millions of rules, so the place is two numbers.
struct placed_rule {
  learnt_rule rule;
  std::uint32_t file = 0;  // index among the files
  std::uint32_t line = 0;  // 1 for the first line
};

// Appends the rules of files[index] to `rules`. Fails with error_code::usage for the first line that is no
// rule.
[[nodiscard]] result<void> read_rule_lines(std::span<const rule_text> files, std::size_t index,
                                           std::vector<placed_rule>& rules);

// Checks that no rule occurs twice, and that no rule undoes another (learnt_rule_set::parse()). Sorts the
// rules, which are from `files`. Fails with error_code::usage.
[[nodiscard]] result<void> check_rule_set(std::span<const rule_text> files, std::vector<placed_rule>& rules);

// Checks for the convention "fold-www" that no rule has a host with "www.", which this convention changes
// before rules apply. Accepts an alias of the host without "www.", which is redundant. Fails with
// error_code::usage. Requires: read_rule_lines() accepts the files.
[[nodiscard]] result<void> check_hosts_without_www(std::span<const rule_text> files);

// Returns true if `host` is in normal form and can have rules: a name, or an IPv4 address.
[[nodiscard]] bool can_have_rules(std::string_view host);

// Returns `host` without "www." at its front, as the convention "fold-www" would write it.
[[nodiscard]] std::string_view host_without_www(std::string_view host);

// Returns true if `argument` is an argument of the kind.
[[nodiscard]] bool is_argument(host_rule_kind kind, std::string_view argument);

}  // namespace urlsieve

#endif
