// The counts of a run whose inputs have gaps (input_gap.hpp), divided at the gaps, so that what is read later
// in a gap is counted in its place: examples are the first of a run, whichever run met them.
#ifndef URLSIEVE_PIPELINE_GAP_COUNTS_HPP
#define URLSIEVE_PIPELINE_GAP_COUNTS_HPP

#include <cstddef>
#include <utility>
#include <vector>

#include "src/pipeline/input_gap.hpp"
#include "src/pipeline/resume/gap_walk.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class gap_counts {
 public:
  // Goes on with the counts of an earlier run: `gaps`, and `behind` the last of them.
  void go_on_from(std::vector<counted_gap> gaps, stats behind);

  void add(const stats& more) { current_.add(more); }
  void meet(const gap_event& event);

  [[nodiscard]] const std::vector<counted_gap>& gaps() const { return gaps_; }
  [[nodiscard]] const stats& behind() const { return current_; }
  [[nodiscard]] stats total() const;

  // True if counts of an earlier run were divided: total() counts the run then.
  [[nodiscard]] bool went_on_with_gaps() const { return !earlier_.empty(); }

  // True if all that may be read another time is in the gaps.
  [[nodiscard]] bool lacks_gaps_alone() const;

  // True if total() is exact: names beyond a bound are counted together, in the order of the run.
  [[nodiscard]] bool is_exact() const;

 private:
  std::vector<counted_gap> earlier_;
  std::size_t next_ = 0;  // of them
  stats earlier_behind_;
  std::vector<counted_gap> gaps_;
  stats current_;
};

}  // namespace urlsieve

#endif
