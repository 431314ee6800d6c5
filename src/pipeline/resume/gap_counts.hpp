// The counts of a run with gaps (input_gap.hpp), divided at the gaps. Inputs that are read later in a gap are
// counted at their place, because a run keeps only the first examples, whichever run found them.
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
  // Resumes the counts of an earlier run: `gaps`, and the counts `behind` the last gap.
  void resume_from(std::vector<counted_gap> gaps, stats behind);

  // Adds counts at the current position of the run.
  void add(const stats& more) { current_.add(more); }

  // Divides the counts at an event: attributes the counts since the last event, or inserts counts of the
  // earlier run. Requires: events in the order of gap_walk::take_events().
  void meet(const gap_event& event);

  // Return the gaps of this run with their counts, and the counts behind the last gap.
  [[nodiscard]] const std::vector<counted_gap>& gaps() const { return gaps_; }
  [[nodiscard]] const stats& behind() const { return current_; }

  // Returns the counts of the whole run, in the order of the listing.
  [[nodiscard]] stats total() const;

  // True if the counts of an earlier run were divided; total() then has the counts of the whole run.
  [[nodiscard]] bool has_earlier_gaps() const { return !earlier_.empty(); }

  // True if all inputs that may be readable another time are in gaps.
  [[nodiscard]] bool lacks_only_gaps() const;

  // True if total() is exact. Names beyond a limit are counted together, in the order of the run.
  [[nodiscard]] bool is_exact() const;

 private:
  std::vector<counted_gap> earlier_;
  std::size_t next_ = 0;  // index into earlier_
  stats earlier_behind_;
  std::vector<counted_gap> gaps_;
  stats current_;
};

}  // namespace urlsieve

#endif
