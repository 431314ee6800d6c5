// Of large files that can be cut at many places only the cuts are found here, and each range up to one
// becomes a batch that others read. Where that cannot be, it is read here as any other input, so the ranges
// of a file may begin and end many times.
#include <algorithm>
#include <limits>
#include <optional>

#include "src/pipeline/intake.hpp"

namespace urlsieve {

// Not where lines are counted; nor where the run may end at any row, as what was counted up to there would
// differ; nor where a window of a text may be cut by force, as where depends on all cuts before.
bool intake::begin_ranges() {
  constexpr std::size_t least_batches = 16;
  const std::size_t size = options_->batch_bytes;
  if (!splitter_ || skip_ != 0 || offset_ < ranges_from_ || is_part_ || !archives_.empty() ||
      places_.counts_lines() || options_->filters.limit != 0 || options_->input.max_document < size ||
      source_->stored_size() < least_batches * size || !splitter_->twin())
    return false;
  // The source may hold more that it has read.
  const std::optional<stored_file> file = source_->in_any_order();
  if (!file || file->descriptor < 0 || file->counted != offset_ + carried_.size()) return false;
  read_before_ = file->counted;
  return ranges_->begin(*file, *splitter_, name_, offset_, size);
}

// Makes the batch that of a range. What is carried over is read once more with it.
bool intake::give_range(batch& next) {
  if (!ranges_ || !source_ || (!ranges_->begun() && !begin_ranges())) return false;
  const std::optional<std::uint64_t> end = ranges_->give(next);
  if (!end) {
    end_ranges();
    return false;
  }
  const std::uint64_t counted = *end - std::min(*end, std::max(offset_, read_before_));
  next.counted.bytes += counted;
  next.counted.bytes_read += counted;
  carried_.clear();
  offset_ = *end;
  settle(next);
  next.stored_bytes_done = stored_before_ + offset_;
  return true;
}

// What follows is read here: all that is left of a file that turned out to be odd; else a little, and more
// each time where cuts are seldom found.
void intake::end_ranges() {
  constexpr std::uint64_t many = 8;
  const file_ranges::ended last = ranges_->end();
  ranges_rest_ = last.given >= many ? 0 : 2 * ranges_rest_ + options_->batch_bytes;
  if (last.given != 0) {
    offset_ = last.at;
    source_->go_on_at(offset_);
    needed_ = 0;
  }
  ranges_from_ = last.whole ? offset_ + ranges_rest_ : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace urlsieve
