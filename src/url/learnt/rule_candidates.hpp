// Candidates for learnt rules: for a URL, the rules that would change the URL, and the form that each rule
// gives.
#ifndef URLSIEVE_URL_LEARNT_RULE_CANDIDATES_HPP
#define URLSIEVE_URL_LEARNT_RULE_CANDIDATES_HPP

#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/learnt_rules.hpp"

namespace urlsieve {

struct rule_candidate {
  host_rule_kind kind = host_rule_kind::drop_parameter;
  std::string argument;
  std::string form;          // of the URL under this rule alone; differs from the URL
  bool is_declared = false;  // the canonical URL of the page needs the change
};

// Returns the candidates of `url` in the order of their kinds: each parameter (at most most_parameters), a
// name of an index page, a slash at the end of the path, capitals in the path, https, and as aliases the host
// with or without "www." and the host of `canonical`. Empty for a URL whose host cannot have rules
// (can_have_rules()).
//
// `canonical`: the canonical URL that the page names; may be empty. The candidates that lead together from
// `url` to `canonical` are declared. If other changes are needed, too, no candidate is declared.
//
// Requires: both URLs are normalized, without fragments.
[[nodiscard]] std::vector<rule_candidate> find_rule_candidates(std::string_view url,
                                                               std::string_view canonical);

}  // namespace urlsieve

#endif
