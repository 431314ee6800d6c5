// Selects learnt rules from candidates: by support and false merges, and so that no rule undoes another.
#ifndef URLSIEVE_PIPELINE_RULE_SELECTION_HPP
#define URLSIEVE_PIPELINE_RULE_SELECTION_HPP

#include <cstdint>
#include <vector>

#include "src/pipeline/learning/rule_evidence.hpp"
#include "urlsieve/learnt_rules.hpp"

namespace urlsieve {

struct rule_thresholds {
  std::uint64_t min_support = 5;
  double max_false = 0.01;  // of all pairs that a rule makes equal
};

// Returns true if at most the part `max_false` of the pairs are false merges.
[[nodiscard]] bool is_precise(const pair_counts& counts, double max_false);

class rule_selection {
 public:
  explicit rule_selection(rule_thresholds thresholds) : thresholds_(thresholds) {}

  // Adds a candidate, and keeps the rule if its counts meet the thresholds.
  void add(evaluated_rule&& candidate);

  // Returns the rules, sorted. Of aliases that would undo each other, those stay that canonical URLs declare
  // most often, then those with most support, then those that remove "www.".
  [[nodiscard]] std::vector<learnt_rule> finish();

 private:
  rule_thresholds thresholds_;
  std::vector<learnt_rule> rules_;
  std::vector<evaluated_rule> aliases_;
};

}  // namespace urlsieve

#endif
