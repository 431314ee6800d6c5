// An open-addressing hash table with linear probing, without wrap-around.
//
// The home of a slot is key * capacity / 2^key_bits, so homes ascend with keys, and slots are almost sorted
// by key. The table therefore grows in place, by any factor, in two sequential sweeps: one pushes all slots
// to the end of the larger table, the other deals them out from the front. Dealing never overwrites a slot
// that still waits: all later slots fit between it and the end, so its new place is not beyond its waiting
// place.
//
//   before  [a.b|cd..]                         capacity 6, and a tail for overflow beyond the last home
//   pushed  [.......|...abcd]
//   dealt   [a..b.|c.d....]
#ifndef URLSIEVE_DEDUP_PROBE_TABLE_HPP
#define URLSIEVE_DEDUP_PROBE_TABLE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/dedup/memory_block.hpp"

namespace urlsieve {

// `Rules` has: `slot` (trivial; all bytes zero: empty), `empty(slot)`, `key(slot)` of `key_bits` uniformly
// distributed bits.
template <class Rules>
class probe_table {
 public:
  using slot = typename Rules::slot;

  // The maximal load. A probe then visits 2.5 (found) or 8.5 slots (not found) on average; half of that just
  // after the table has grown.
  static constexpr std::size_t load_numerator = 3;
  static constexpr std::size_t load_denominator = 4;

  [[nodiscard]] slot* slots() { return reinterpret_cast<slot*>(memory_.data()); }
  [[nodiscard]] const slot* slots() const { return reinterpret_cast<const slot*>(memory_.data()); }
  [[nodiscard]] std::size_t end() const { return capacity_ + tail_; }  // one past the last slot

  [[nodiscard]] std::size_t home(std::uint64_t key) const {
    if constexpr (Rules::key_bits == 64) {
      __extension__ using wide = unsigned __int128;
      return static_cast<std::size_t>((static_cast<wide>(key) * capacity_) >> 64U);
    } else {
      return static_cast<std::size_t>((key * capacity_) >> Rules::key_bits);
    }
  }

  // Grows the table if necessary, so that `entries` slots can be in use. Throws std::bad_alloc.
  void reserve(std::size_t entries) {
    // Rounding of homes may push two more slots into the tail.
    if (!fits(entries)) grow(capacity_for(entries), std::max(tail_ + 2, first_tail));
  }

  // Doubles the tail, after a probe reached the end. Uniformly distributed keys never need it.
  void lengthen() { grow(capacity_, 2 * tail_); }

  [[nodiscard]] std::size_t memory() const { return end() * sizeof(slot); }

  [[nodiscard]] std::size_t occupied() const { return memory_.occupied(memory()); }

  // Returns memory() after reserve(entries).
  [[nodiscard]] std::size_t memory_for(std::size_t entries) const {
    return fits(entries) ? memory()
                         : (capacity_for(entries) + std::max(tail_ + 2, first_tail)) * sizeof(slot);
  }

  // Empties all slots.
  void wipe() {
    if (memory_.data() != nullptr) std::memset(memory_.data(), 0, end() * sizeof(slot));
  }

  // Returns the memory with its slots, and leaves the table as newly constructed.
  [[nodiscard]] memory_block take_memory() {
    capacity_ = tail_ = 0;
    memory_block block;
    block = std::move(memory_);
    return block;
  }

 private:
  static constexpr std::size_t first_tail = 64;

  [[nodiscard]] bool fits(std::size_t entries) const {
    return entries * load_denominator <= capacity_ * load_numerator;
  }
  [[nodiscard]] std::size_t capacity_for(std::size_t entries) const {
    return std::max(entries * load_denominator / load_numerator + 1, capacity_ + capacity_ / 2);
  }

  void grow(std::size_t capacity, std::size_t tail) {
    const std::size_t old_end = end();
    memory_.grow((capacity + tail) * sizeof(slot));
    capacity_ = capacity;
    tail_ = tail;
    const std::size_t first = push_to_end(old_end);
    deal(first);
  }

  // Moves the used slots of the first `old_end` to the end, sorted by key. Returns the index of the first.
  std::size_t push_to_end(std::size_t old_end) {
    slot* const all = slots();
    std::size_t first = end();
    for (std::size_t from = old_end; from-- > 0;) {
      if (Rules::empty(all[from])) continue;
      const slot moved = all[from];
      std::size_t place = --first;
      // Slots are out of order only within a run of neighbours.
      for (; place + 1 < end() && Rules::key(all[place + 1]) < Rules::key(moved); ++place)
        all[place] = all[place + 1];
      all[place] = moved;
    }
    return first;
  }

  void deal(std::size_t first) {
    slot* const all = slots();
    std::size_t next = 0;
    for (std::size_t from = first; from < end(); ++from) {
      const slot moved = all[from];
      const std::size_t place = std::max(next, home(Rules::key(moved)));
      clear(next, place);
      all[place] = moved;
      next = place + 1;
    }
    clear(next, end());
  }

  void clear(std::size_t from, std::size_t to) {
    std::memset(static_cast<void*>(slots() + from), 0, (to - from) * sizeof(slot));
  }

  memory_block memory_;
  std::size_t capacity_ = 0;
  std::size_t tail_ = 0;
};

}  // namespace urlsieve

#endif
