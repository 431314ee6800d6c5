// Counts by fingerprint, in a hash table of 24 bytes a slot.
#ifndef URLSIEVE_DEDUP_FINGERPRINT_COUNTS_HPP
#define URLSIEVE_DEDUP_FINGERPRINT_COUNTS_HPP

#include <cstddef>
#include <cstdint>

#include "src/dedup/probe_table.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

// One thread at a time may use an object. Requires: the fingerprints have a secret seed, so that nobody can
// craft fingerprints that share a place in the table.
class fingerprint_counts {
 public:
  // Returns the sum of the counts that were added to `key`.
  [[nodiscard]] std::uint64_t count_of(const fingerprint& key) const {
    for (std::size_t i = table_.home(key.high); i < table_.end() && table_.slots()[i].count != 0; ++i)
      if (table_.slots()[i].key == key) return table_.slots()[i].count;
    return 0;
  }

  // Adds `count` to `key`. Throws std::bad_alloc. Requires: count > 0.
  void add(const fingerprint& key, std::uint64_t count) {
    table_.reserve(size_ + 1);
    std::size_t i = table_.home(key.high);
    while (i == table_.end() || (table_.slots()[i].count != 0 && table_.slots()[i].key != key)) {
      if (i < table_.end()) {
        ++i;
        continue;
      }
      table_.lengthen();
      i = table_.home(key.high);
    }
    slot& here = table_.slots()[i];
    if (here.count == 0) ++size_;
    here = {key, here.count + count};
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  // Returns the bytes of the table after the next add().
  [[nodiscard]] std::size_t memory_for_next() const { return table_.memory_for(size_ + 1); }

 private:
  struct slot {
    fingerprint key;
    std::uint64_t count;  // 0: empty
  };
  struct rules {
    using slot = fingerprint_counts::slot;
    static constexpr unsigned key_bits = 64;
    static bool empty(const slot& entry) { return entry.count == 0; }
    static std::uint64_t key(const slot& entry) { return entry.key.high; }
  };

  probe_table<rules> table_;
  std::size_t size_ = 0;
};

}  // namespace urlsieve

#endif
