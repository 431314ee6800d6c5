#include "src/dedup/fingerprint_set.hpp"

#include <algorithm>

namespace urlsieve {
namespace {

constexpr std::size_t stretch = 1024;  // fingerprints between two looks at whether the table must grow
constexpr std::size_t ahead = 24;      // fingerprints between the fetch of a slot and its use

}  // namespace

fingerprint_set::fingerprint_set(std::size_t expected) {
  if (expected != 0) table_.reserve(expected + stretch);
}

void fingerprint_set::insert(std::span<const fingerprint> fingerprints, std::span<bool> is_new) {
  for (std::size_t begin = 0; begin < fingerprints.size(); begin += stretch) {
    const auto part = fingerprints.subspan(begin, std::min(stretch, fingerprints.size() - begin));
    table_.reserve(size_ + part.size());
    const fingerprint* const slots = table_.slots();
    const auto fetch = [&](std::size_t i) { __builtin_prefetch(slots + table_.home(part[i].high), 1); };
    for (std::size_t i = 0; i < std::min(ahead, part.size()); ++i) fetch(i);
    std::size_t i = 0;
    for (; i + ahead < part.size(); ++i) {
      fetch(i + ahead);
      is_new[begin + i] = add(part[i]);
    }
    for (; i < part.size(); ++i) is_new[begin + i] = add(part[i]);
  }
}

void fingerprint_set::clear() {
  constexpr std::size_t largest_kept = std::size_t{64} << 10U;  // bytes
  if (table_.memory() > largest_kept) static_cast<void>(table_.take_memory());
  if (size_ != 0) table_.wipe();
  size_ = 0;
  has_zero_ = false;
}

std::size_t fingerprint_set::memory_with(std::size_t more) const {
  return table_.memory_for(size_ + more);
}

bool fingerprint_set::add(const fingerprint& entry) {
  if (slot_rules::empty(entry)) {
    const bool first = !has_zero_;
    has_zero_ = true;
    size_ += first ? 1U : 0U;
    return first;
  }
  fingerprint* const slots = table_.slots();
  std::size_t place = table_.home(entry.high);
  for (const std::size_t end = table_.end(); place != end; ++place) {
    const fingerprint& here = slots[place];
    if (here == entry) return false;
    if (slot_rules::empty(here)) {
      slots[place] = entry;
      ++size_;
      return true;
    }
  }
  table_.lengthen();
  return add(entry);
}

}  // namespace urlsieve
