// A set of 128-bit fingerprints that says of each whether it is new: what dedups a stream in input order.
//
// An open-addressing table of 16-byte slots, probed a batch at a time with the memory fetched ahead. A slot's
// place grows with the fingerprint, so the table grows in place, in one sweep over memory (see
// probe_table.hpp).
#ifndef URLSIEVE_DEDUP_FINGERPRINT_SET_HPP
#define URLSIEVE_DEDUP_FINGERPRINT_SET_HPP

#include <cstddef>
#include <cstdint>
#include <span>

#include "src/dedup/probe_table.hpp"
#include "src/text/fingerprint.hpp"

namespace urlsieve {

class fingerprint_set {
 public:
  // `expected`: how many distinct fingerprints will come, if that is known; the set grows past it all the
  // same.
  explicit fingerprint_set(std::size_t expected = 0);

  // Sets is_new[i] to whether fingerprints[i] was seen neither in an earlier call nor earlier in this one.
  // REQUIRES: both spans have the same size. Throws std::bad_alloc.
  void insert(std::span<const fingerprint> fingerprints, std::span<bool> is_new);

  // Forgets all. A table that has grown large is given back, as it would take long to empty it.
  void clear();

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t memory() const { return table_.memory(); }  // bytes

  // The same after `more` fingerprints were inserted, at the most.
  [[nodiscard]] std::size_t memory_with(std::size_t more) const;

 private:
  struct slot_rules {
    using slot = fingerprint;
    static bool empty(const slot& entry) { return (entry.low | entry.high) == 0; }
    static std::uint64_t key(const slot& entry) { return entry.high; }
    static constexpr unsigned key_bits = 64;
  };

  bool add(const fingerprint& entry);

  probe_table<slot_rules> table_;
  std::size_t size_ = 0;
  bool has_zero_ = false;  // the fingerprint of all zeros, which marks empty slots
};

}  // namespace urlsieve

#endif
