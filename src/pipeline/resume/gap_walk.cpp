#include "src/pipeline/resume/gap_walk.hpp"

#include <algorithm>

namespace urlsieve {

error changed_inputs() {
  return {error_code::cannot_read, "inputs that were read before have changed"};
}

void gap_walk::resume_from(std::vector<input_gap> gaps, std::uint64_t inputs, std::string checksum,
                           std::uint64_t next_batch) {
  known_ = std::move(gaps);
  until_ = inputs;
  expected_ = std::move(checksum);
  next_batch_ = next_batch;
  resumes_ = true;
}

gap_walk::step gap_walk::next_step() const {
  if (!resumes_) return step::read;
  if (inside_) return step::inside;
  if (at_ < known_.size() && passed_ == known_[at_].inputs) return step::reach;
  return passed_ < until_ ? step::pass : step::finish;
}

std::uint64_t gap_walk::reach() {
  inside_ = true;
  events_.push_back({gap_event::kind::reached});
  return known_[at_].first_batch;
}

std::uint64_t gap_walk::finish() {
  resumes_ = false;
  events_.push_back({gap_event::kind::passed});
  return next_batch_;
}

bool gap_walk::passes_behind() const {
  const bool is_next_gap = at_ + 1 < known_.size() && known_[at_ + 1].inputs == known_[at_].inputs;
  return !is_next_gap && passed_ < until_;
}

void gap_walk::leave() {
  inside_ = false;
  ++at_;
}

void gap_walk::pass(std::string_view words) {
  ++passed_;
  passed_sum_.add(words);
  open(words);
}

void gap_walk::open(std::string_view words) {
  ++opened_;
  opened_sum_.add(words);
}

// Gaps inside a gap divide its numbers: each takes an eighth of the rest, so most numbers are left for later
// inputs.
bool gap_walk::begin(std::uint64_t next_batch) {
  const std::uint64_t free = inside_ ? (limit() - std::min(limit(), next_batch)) / 8 : numbers;
  if (gaps_ == most_gaps || free < least_numbers || next_batch + free > most_numbers) return false;
  ++gaps_;
  is_open_ = true;
  found_ = {opened_, next_batch, next_batch + free, {}};
  events_.push_back({gap_event::kind::begins});
  return true;
}

std::uint64_t gap_walk::end(std::string_view next) {
  is_open_ = false;
  found_.next = next;
  if (inside_ && ends_at(next)) found_.end_batch = limit() - 1;  // one number for passing the next input
  events_.push_back({gap_event::kind::ends, found_});
  return found_.end_batch;
}

}  // namespace urlsieve
