#include "src/pipeline/resume/gap_counts.hpp"

#include <algorithm>

namespace urlsieve {

namespace {

// Returns true if an input was interrupted or unreadable, and may be complete another time.
bool has_passing_faults(const stats& counted) {
  const auto times = [&](damage reason) { return counted.damaged[static_cast<std::size_t>(reason)]; };
  return times(damage::unreadable) + times(damage::changed_input) + times(damage::incomplete_output) != 0;
}

}  // namespace

void gap_counts::resume_from(std::vector<counted_gap> gaps, stats behind) {
  earlier_ = std::move(gaps);
  earlier_behind_ = std::move(behind);
  current_ = {};
}

void gap_counts::meet(const gap_event& event) {
  switch (event.is) {
    case gap_event::kind::reached:
      return current_.add(earlier_[next_++].before);
    case gap_event::kind::passed:
      return current_.add(earlier_behind_);
    case gap_event::kind::begins:
      gaps_.push_back({{}, std::exchange(current_, {}), {}});
      return;
    case gap_event::kind::ends:
      gaps_.back().place = event.place;
      gaps_.back().counted = std::exchange(current_, {});
      return;
  }
}

stats gap_counts::total() const {
  stats all;
  for (const counted_gap& gap : gaps_) {
    all.add(gap.before);
    all.add(gap.counted);
  }
  all.add(current_);
  return all;
}

bool gap_counts::lacks_only_gaps() const {
  return !gaps_.empty() && !has_passing_faults(current_) &&
         std::none_of(gaps_.begin(), gaps_.end(),
                      [](const counted_gap& gap) { return has_passing_faults(gap.before); });
}

bool gap_counts::is_exact() const {
  return total().skipped.size() < stats::max_skipped;
}

}  // namespace urlsieve
