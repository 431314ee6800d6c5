#include "src/pipeline/slab_window.hpp"

#include "src/documents/input_head.hpp"

namespace urlsieve {

void slab_window::begin(batch& next) {
  in_place_ = 0;
  next.bytes.shrink(max_reused_ + carried_.size());
}

bool slab_window::begin_with_run(batch& next, byte_source& source) {
  is_run_ = false;
  if (carried_.size() > run_headroom || source.pauses()) return false;
  const std::span<char> plain = source.take(next.bytes, next.counted);
  if (plain.empty()) return false;
  is_run_ = true;
  char* const begin = plain.data() - carried_.size();
  std::copy(carried_.begin(), carried_.end(), begin);
  carried_.clear();
  begin_ = static_cast<std::size_t>(begin - next.bytes.data());
  used_ = begin_ + (static_cast<std::size_t>(plain.data() - begin) + plain.size());
  space_ = next.bytes.capacity();
  return true;
}

void slab_window::begin_with_carried(batch& next) {
  is_run_ = false;
  const std::size_t wanted = batch_bytes_ + carried_.size();
  // With a reserve, because carried documents grow in small steps until the largest has occurred.
  if (next.bytes.capacity() < wanted) next.bytes.grow(wanted + batch_bytes_ / 4, 0);
  space_ = std::min(next.bytes.capacity(), wanted + 3 * batch_bytes_);
  std::copy(carried_.begin(), carried_.end(), next.bytes.data());
  begin_ = 0;
  used_ = carried_.size();
  carried_.clear();
}

bool slab_window::ensure_space(batch& next, std::size_t needed) {
  const std::size_t wanted_end = begin_ + std::max(needed, used_ - begin_ + 1);
  if (wanted_end <= space_) return true;
  if (!next.slices.empty()) return false;
  const std::size_t pending = used_ - begin_;
  if (begin_ != 0) std::copy(next.bytes.data() + begin_, next.bytes.data() + used_, next.bytes.data());
  begin_ = 0;
  used_ = pending;
  // Without a hint the capacity doubles, so that repeated searches take linear time.
  const std::size_t capacity = std::max(needed, 2 * pending) + batch_bytes_ / 2;
  if (before_growing_ && capacity > std::max(4 * batch_bytes_, next.bytes.capacity()))
    before_growing_(capacity - pending);
  next.bytes.grow(capacity, pending);
  space_ = capacity;
  return true;
}

bool slab_window::is_full() const {
  const std::size_t filled = used_ + in_place_;
  return filled != 0 && space_ < filled + input_head_size;
}

}  // namespace urlsieve
