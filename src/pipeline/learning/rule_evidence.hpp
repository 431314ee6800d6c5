// Evidence for learnt rules: collects the pages of a run, and counts for each candidate rule the pairs of
// URLs that the rule makes equal.
//
// Each page gives a line for its URL, and a line for the form of its URL under each candidate. Lines are
// sorted by forms, so the URLs that a rule makes equal are adjacent. The URL that has the form already, else
// the first URL, represents such a group; each other URL is a pair with the representative. A canonical URL
// that declares the change (rule_candidate::is_declared) is a pair, too.
//
// Memory is bounded: lines beyond the bound are in sorted runs on disk (sorted_lines). The result depends
// only on the set of pages, not on their order.
#ifndef URLSIEVE_PIPELINE_RULE_EVIDENCE_HPP
#define URLSIEVE_PIPELINE_RULE_EVIDENCE_HPP

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "src/dedup/sorted_entries.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/learning/page_pairs.hpp"
#include "src/runs/spill_area.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/learnt_rules.hpp"

namespace urlsieve {

struct evaluated_rule {
  learnt_rule rule;  // without counts
  pair_counts counts;
};

class rule_evidence {
 public:
  using place_maker = std::function<spill_area::directory_maker()>;

  // Each of three sorts holds at most `memory` bytes. Calls `new_place` for the directory of each sort.
  rule_evidence(std::size_t memory, place_maker new_place);

  // Adds a page.
  [[nodiscard]] result<void> add(const captured_page& page);

  // Passes the candidates with support or false merges to `take`, in the order of hosts, kinds and arguments.
  // Fails with error_code::interrupted once `stop` is set. Requires: called once, after the last page.
  [[nodiscard]] result<void> evaluate(const std::function<void(evaluated_rule&&)>& take,
                                      const std::atomic<bool>& stop);

  // Returns the pairs of URLs that all of `rules` together make equal, by the host of the URL that is not the
  // representative. Fails as evaluate() does. Requires: called once, after evaluate().
  using counts_by_host = std::map<std::string, pair_counts, std::less<>>;
  [[nodiscard]] result<counts_by_host> check(const learnt_rule_set& rules, const std::atomic<bool>& stop);

  [[nodiscard]] std::uint64_t pages() const { return pages_; }
  [[nodiscard]] std::uint64_t urls() const { return urls_; }  // distinct; known after evaluate()

 private:
  class form_evaluator;

  std::size_t memory_;
  place_maker new_place_;
  sorted_lines forms_;
  sorted_lines captures_;  // filled by evaluate()
  std::uint64_t pages_ = 0;
  std::uint64_t urls_ = 0;
  std::string line_;
};

}  // namespace urlsieve

#endif
