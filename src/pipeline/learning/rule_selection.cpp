#include "src/pipeline/learning/rule_selection.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "src/url/learnt/rule_lines.hpp"

namespace urlsieve {

bool is_precise(const pair_counts& counts, double max_false) {
  const auto false_merges = static_cast<double>(counts.false_merges);
  return false_merges <= max_false * (static_cast<double>(counts.support) + false_merges);
}

void rule_selection::add(evaluated_rule&& candidate) {
  if (candidate.counts.support < thresholds_.min_support ||
      !is_precise(candidate.counts, thresholds_.max_false))
    return;
  candidate.rule.support = candidate.counts.support;
  candidate.rule.false_merges = candidate.counts.false_merges;
  if (candidate.rule.kind == host_rule_kind::host_alias)
    aliases_.push_back(std::move(candidate));
  else
    rules_.push_back(std::move(candidate.rule));
}

std::vector<learnt_rule> rule_selection::finish() {
  std::ranges::sort(aliases_, [](const evaluated_rule& a, const evaluated_rule& b) {
    const auto key = [](const evaluated_rule& alias) {
      return std::tuple(~alias.counts.declared, ~alias.counts.support, !alias.rule.host.starts_with("www."),
                        std::string_view(alias.rule.host), std::string_view(alias.rule.argument));
    };
    return key(a) < key(b);
  });
  // The checks of check_rule_set(), for one alias after the other.
  std::set<std::string_view> sources;
  std::set<std::string_view> targets;
  std::set<std::string_view> moved;  // sources and targets without "www.", of aliases that differ in more
  std::set<std::string_view> reached;
  for (const evaluated_rule& alias : aliases_) {
    const std::string_view from = alias.rule.host;
    const std::string_view to = alias.rule.argument;
    const std::string_view bare_from = host_without_www(from);
    const std::string_view bare_to = host_without_www(to);
    const bool moves = bare_from != bare_to;
    if (sources.contains(from) || sources.contains(to) || targets.contains(from) || moved.contains(bare_to) ||
        (moves && reached.contains(bare_from)))
      continue;
    sources.insert(from);
    targets.insert(to);
    reached.insert(bare_to);
    if (moves) moved.insert(bare_from);
    rules_.push_back(alias.rule);
  }
  std::ranges::sort(rules_);
  return std::move(rules_);
}

}  // namespace urlsieve
