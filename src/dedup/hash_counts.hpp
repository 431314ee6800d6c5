// Counts by 64-bit hash, in a hash table of 16 bytes a slot.
#ifndef URLSIEVE_DEDUP_HASH_COUNTS_HPP
#define URLSIEVE_DEDUP_HASH_COUNTS_HPP

#include <cstddef>
#include <cstdint>

#include "src/dedup/probe_table.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

// One thread at a time may use an object.
class hash_counts {
 public:
  // Returns the sum of the counts that were added to `hash`.
  [[nodiscard]] std::uint64_t of(std::uint64_t hash) const {
    const std::uint64_t key = key_of(hash);
    for (std::size_t i = table_.home(key); i < table_.end() && table_.slots()[i].count != 0; ++i)
      if (table_.slots()[i].key == key) return table_.slots()[i].count;
    return 0;
  }

  // Adds `count` to `hash`. Throws std::bad_alloc. Requires: count > 0.
  void add(std::uint64_t hash, std::uint64_t count) {
    table_.reserve(size_ + 1);
    const std::uint64_t key = key_of(hash);
    std::size_t i = table_.home(key);
    while (i == table_.end() || (table_.slots()[i].count != 0 && table_.slots()[i].key != key)) {
      if (i < table_.end()) {
        ++i;
        continue;
      }
      table_.lengthen();
      i = table_.home(key);
    }
    slot& here = table_.slots()[i];
    if (here.count == 0) ++size_;
    here = {key, here.count + count};
  }

  // Removes all counts, and keeps the memory.
  void clear() {
    table_.wipe();
    size_ = 0;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t memory() const { return table_.memory(); }  // bytes

 private:
  struct slot {
    std::uint64_t key;
    std::uint64_t count;  // 0: empty
  };
  struct rules {
    using slot = hash_counts::slot;
    static constexpr unsigned key_bits = 64;
    static bool empty(const slot& of) { return of.count == 0; }
    static std::uint64_t key(const slot& of) { return of.key; }
  };

  // A bijection with a secret seed, so that nobody can craft hashes that share a place in the table.
  [[nodiscard]] std::uint64_t key_of(std::uint64_t hash) const { return (hash ^ (hash >> 32U)) * seed_; }

  std::uint64_t seed_ = process_seed() | 1U;
  probe_table<rules> table_;
  std::size_t size_ = 0;
};

}  // namespace urlsieve

#endif
