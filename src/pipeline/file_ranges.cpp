#include "src/pipeline/file_ranges.hpp"

#include <algorithm>
#include <exception>
#include <span>
#include <string_view>
#include <utility>

#include "src/pipeline/batch.hpp"

namespace urlsieve {
namespace {

// The search for a cut begins with this number of bytes at the end of a range, and doubles it up to a
// fraction of the range, because the searched bytes are read twice.
constexpr std::size_t looked_at = std::size_t{4} << 10;
constexpr std::size_t part_looked_at = 4;

}  // namespace

bool file_ranges::begin(const stored_file& file, const splitter& cuts, std::string input, std::uint64_t from,
                        std::size_t size) {
  if (size / part_looked_at < cuts.cut_context_size() + looked_at) return false;
  file_ = file;
  input_ = std::move(input);
  size_ = size;
  cuts_ = &cuts;
  next_ = from;
  count_ = 0;
  scanned_.resize(size / part_looked_at);
  return true;
}

std::optional<std::uint64_t> file_ranges::give(batch& next) {
  {
    const std::lock_guard lock(mutex_);
    if (any_void_) return std::nullopt;
  }
  const std::uint64_t cut = find_cut();
  if (cut == next_) return std::nullopt;
  const auto range = std::make_shared<file_range>();
  range->ranges_ = this;
  range->batch_ = &next;
  range->cuts_ = cuts_->fork_at_cut();
  range->order_ = orders_++;
  range->begin_ = next_;
  range->size_ = static_cast<std::size_t>(cut - next_);
  range->filling_.open();
  {
    const std::lock_guard lock(mutex_);
    pending_.push_back(range);
  }
  next.range = range;
  next_ = cut;
  ++count_;
  return cut;
}

// Returns the last cut of the next range, or the beginning of the range if there is no cut. Leaves the end of
// the file to the caller, who sees that the file ends.
std::uint64_t file_ranges::find_cut() {
  if (file_.size - std::min(file_.size, next_) <= size_) return next_;
  const std::uint64_t end = next_ + size_;
  std::size_t seen = 0;
  for (std::size_t wanted = cuts_->cut_context_size() + looked_at; seen != scanned_.size(); wanted *= 2) {
    wanted = std::min(wanted, scanned_.size());
    const std::span<char> more(scanned_.data() + (scanned_.size() - wanted), wanted - seen);
    if (file_.read(end - wanted, more).value_or(0) != more.size()) return next_;
    seen = wanted;
    const std::size_t cut = cuts_->last_cut({more.data(), seen});
    if (cut != 0) return end - seen + cut;
  }
  return next_;
}

file_ranges::sequence_end file_ranges::end() {
  std::deque<std::shared_ptr<file_range>> open;
  {
    const std::lock_guard lock(mutex_);
    open = pending_;
  }
  for (const std::shared_ptr<file_range>& range : open) read(*range);
  const std::lock_guard lock(mutex_);
  drop_valid_front();
  const sequence_end found{count_, pending_.empty() ? next_ : pending_.front()->begin_, pending_.empty()};
  for (const std::shared_ptr<file_range>& range : pending_) range->reading_ = file_range::reading::is_void;
  pending_.clear();
  any_void_ = false;
  cuts_ = nullptr;
  return found;
}

void file_ranges::drop_valid_front() {
  while (!pending_.empty() && pending_.front()->reading_ == file_range::reading::valid) pending_.pop_front();
}

void file_ranges::read(const batch& work) {
  if (work.range) work.range->ranges_->read(*work.range);
}

bool file_ranges::is_valid(const batch& work) {
  return !work.range || work.range->ranges_->is_valid(*work.range);
}

bool file_ranges::is_valid(const file_range& range) {
  for (;;) {
    std::shared_ptr<file_range> first;
    {
      const std::lock_guard lock(mutex_);
      drop_valid_front();
      if (range.reading_ == file_range::reading::is_void) return false;
      if (pending_.empty() || pending_.front()->order_ > range.order_) return true;
      if (pending_.front()->reading_ == file_range::reading::is_void) return false;
      first = pending_.front();
    }
    read(*first);
  }
}

// Reads a range, or waits until another thread has read it.
void file_ranges::read(file_range& range) {
  if (!range.filling_.claim()) return range.filling_.wait();
  bool is_valid_range = false;
  try {
    is_valid_range = fill(range);
  } catch (const std::exception&) {
    // Out of memory: the serial stage tries again, and reports the error.
  }
  if (!is_valid_range) range.batch_->slices.clear();
  {
    const std::lock_guard lock(mutex_);
    range.reading_ = is_valid_range ? file_range::reading::valid : file_range::reading::is_void;
    any_void_ = any_void_ || !is_valid_range;
  }
  range.filling_.finish();
}

// Fills the batch of a range. Returns false, which makes the range void, after any damage or read error; the
// serial stage meets the fault again, at its place.
bool file_ranges::fill(file_range& range) const {
  batch& into = *range.batch_;
  into.bytes.grow(size_, 0);
  const std::span<char> buffer(into.bytes.data(), range.size_);
  std::size_t filled = 0;
  while (filled < buffer.size()) {
    const std::size_t got = file_.read(range.begin_ + filled, buffer.subspan(filled)).value_or(0);
    if (got == 0) return false;
    filled += got;
  }
  stats counted;
  static_cast<void>(
      range.cuts_->split({buffer.data(), buffer.size()}, range.begin_, true, input_, into.slices, counted));
  return counted.total_damage() == 0;
}

}  // namespace urlsieve
