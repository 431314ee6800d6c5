// Cuts large files into ranges, each of which becomes a batch that other threads read. Bytes for which no
// range is possible are read here like any other input, so the ranges of a file may begin and end repeatedly.
#include <algorithm>
#include <limits>
#include <optional>

#include "src/pipeline/batches_in_flight.hpp"
#include "src/pipeline/input_reader.hpp"
#include "urlsieve/filter_options.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {

// Begins ranges, except in these cases: lines are counted; a limit of rows may end the run at any row, which
// would change the counts; a window of text may be cut by force, at a place that depends on all earlier cuts.
bool input_reader::begin_ranges() {
  constexpr std::size_t least_ranges = 16;
  const std::uint64_t stored_size = input_.source->stored_size();
  if (!input_.cutter || input_.skip != 0 || input_.offset < ranges_from_ || input_.is_part ||
      !archives_.empty() || input_.places.counts_lines() || options_.filters.limit != 0 ||
      stored_size < least_ranges * options_.batch_bytes || !input_.cutter->fork_at_cut())
    return false;
  const std::size_t size = range_bytes(batch_memory_of(options_.all), stored_size);
  if (options_.input.max_document < size) return false;
  // The source may have read more bytes than it has delivered.
  const std::optional<stored_file> file = input_.source->random_access();
  if (!file || file->descriptor < 0 || file->counted != input_.offset + window_.carried()) return false;
  read_before_ = file->counted;
  return ranges_->begin(*file, *input_.cutter, input_.name, input_.offset, size);
}

// Gives the batch a range. The range includes the carried bytes, which are read again.
bool input_reader::deliver_range(batch& next) {
  if (!ranges_ || !input_.source || (!ranges_->begun() && !begin_ranges())) return false;
  const std::optional<std::uint64_t> end = ranges_->give(next);
  if (!end) {
    end_ranges();
    return false;
  }
  const std::uint64_t counted = *end - std::min(*end, std::max(input_.offset, read_before_));
  next.counted.bytes += counted;
  next.counted.bytes_read += counted;
  window_.forget_carried();
  input_.offset = *end;
  input_.settle(next);
  next.stored_bytes_done = queue_.stored_bytes() + input_.offset;
  return true;
}

// Ends the ranges. The following bytes are read here: the rest of a file with a void range; otherwise a
// little, and more each time if cuts are rare.
void input_reader::end_ranges() {
  constexpr std::uint64_t many = 8;
  const file_ranges::sequence_end last = ranges_->end();
  ranges_rest_ = last.count >= many ? 0 : 2 * ranges_rest_ + options_.batch_bytes;
  if (last.count != 0) {
    input_.offset = last.at;
    input_.source->resume_at(input_.offset);
    input_.needed = 0;
  }
  ranges_from_ = last.whole ? input_.offset + ranges_rest_ : std::numeric_limits<std::uint64_t>::max();
}

}  // namespace urlsieve
