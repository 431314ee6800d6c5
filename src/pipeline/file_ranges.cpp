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
  seen_.resize(size / part_looked_at);
  return true;
}

std::optional<std::uint64_t> file_ranges::give(batch& next) {
  {
    const std::lock_guard lock(mutex_);
    if (any_void_) return std::nullopt;
  }
  const std::uint64_t cut = find_cut();
  if (cut == next_) return std::nullopt;
  const auto one = std::make_shared<file_range>();
  one->of_ = this;
  one->into_ = &next;
  one->cuts_ = cuts_->twin();
  one->order_ = orders_++;
  one->begin_ = next_;
  one->size_ = static_cast<std::size_t>(cut - next_);
  one->turn_.open();
  {
    const std::lock_guard lock(mutex_);
    given_.push_back(one);
  }
  next.range = one;
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
  for (std::size_t wanted = cuts_->cut_context_size() + looked_at; seen != seen_.size(); wanted *= 2) {
    wanted = std::min(wanted, seen_.size());
    const std::span<char> more(seen_.data() + (seen_.size() - wanted), wanted - seen);
    if (file_.read(end - wanted, more).value_or(0) != more.size()) return next_;
    seen = wanted;
    const std::size_t cut = cuts_->last_cut({more.data(), seen});
    if (cut != 0) return end - seen + cut;
  }
  return next_;
}

file_ranges::ended file_ranges::end() {
  std::deque<std::shared_ptr<file_range>> open;
  {
    const std::lock_guard lock(mutex_);
    open = given_;
  }
  for (const std::shared_ptr<file_range>& one : open) read(*one);
  const std::lock_guard lock(mutex_);
  drop_valid_front();
  const ended found{count_, given_.empty() ? next_ : given_.front()->begin_, given_.empty()};
  for (const std::shared_ptr<file_range>& one : given_) one->found_ = file_range::reading::is_void;
  given_.clear();
  any_void_ = false;
  cuts_ = nullptr;
  return found;
}

void file_ranges::drop_valid_front() {
  while (!given_.empty() && given_.front()->found_ == file_range::reading::sound) given_.pop_front();
}

void file_ranges::read(const batch& work) {
  if (work.range) work.range->of_->read(*work.range);
}

bool file_ranges::stands(const batch& work) {
  return !work.range || work.range->of_->stands(*work.range);
}

bool file_ranges::stands(const file_range& one) {
  for (;;) {
    std::shared_ptr<file_range> first;
    {
      const std::lock_guard lock(mutex_);
      drop_valid_front();
      if (one.found_ == file_range::reading::is_void) return false;
      if (given_.empty() || given_.front()->order_ > one.order_) return true;
      if (given_.front()->found_ == file_range::reading::is_void) return false;
      first = given_.front();
    }
    read(*first);
  }
}

// Reads a range, or waits until another thread has read it.
void file_ranges::read(file_range& one) {
  if (!one.turn_.claim()) return one.turn_.wait();
  bool is_sound = false;
  try {
    is_sound = fill(one);
  } catch (const std::exception&) {
    // Out of memory: the serial stage tries again, and reports the error.
  }
  if (!is_sound) one.into_->slices.clear();
  {
    const std::lock_guard lock(mutex_);
    one.found_ = is_sound ? file_range::reading::sound : file_range::reading::is_void;
    any_void_ = any_void_ || !is_sound;
  }
  one.turn_.finish();
}

// Fills the batch of a range. Returns false, which makes the range void, after any damage or read error; the
// serial stage meets the fault again, at its place.
bool file_ranges::fill(file_range& one) const {
  batch& into = *one.into_;
  into.bytes.grow(size_, 0);
  const std::span<char> room(into.bytes.data(), one.size_);
  std::size_t filled = 0;
  while (filled < room.size()) {
    const std::size_t got = file_.read(one.begin_ + filled, room.subspan(filled)).value_or(0);
    if (got == 0) return false;
    filled += got;
  }
  stats counted;
  static_cast<void>(
      one.cuts_->split({room.data(), room.size()}, one.begin_, true, input_, into.slices, counted));
  return counted.total_damage() == 0;
}

}  // namespace urlsieve
