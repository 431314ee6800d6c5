// A set of 128-bit fingerprints. It deduplicates a stream in input order: each fingerprint is reported as new
// or as a repeat.
//
// The low bits of a fingerprint select one of eight tables (fingerprint_table.hpp). The tables have different
// sizes and grow one after another, so growing moves at most an eighth of the set, and little memory is
// empty. Each call probes a batch and prefetches memory. One thread at a time may use a set.
#ifndef URLSIEVE_DEDUP_FINGERPRINT_SET_HPP
#define URLSIEVE_DEDUP_FINGERPRINT_SET_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/dedup/fingerprint_table.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

class fingerprint_set {
 public:
  // Reserves memory for `expected` distinct fingerprints; 0: unknown. The set grows beyond `expected`. Throws
  // std::bad_alloc.
  explicit fingerprint_set(std::size_t expected = 0);

  // Inserts `fingerprints`. Sets is_new[i] to false if fingerprints[i] is in the set already or occurs before
  // i, else to true. Throws std::bad_alloc; an unknown part of the batch is then inserted. Requires: both
  // spans have the same size.
  void insert(std::span<const fingerprint> fingerprints, std::span<bool> is_new);

  // Sets is_new[i] to true if the set lacks fingerprints[i], else to false. Inserts nothing, so repeats
  // within the batch are all new. Requires: both spans have the same size.
  void find_new(std::span<const fingerprint> fingerprints, std::span<bool> is_new) const;

  // Removes all fingerprints. Frees large tables, because clearing their memory would take longer.
  void clear();

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t memory() const;  // bytes

  // Returns memory() after an insertion of `more` new, uniformly distributed fingerprints.
  [[nodiscard]] std::size_t memory_with(std::size_t more) const;

 private:
  static constexpr std::size_t parts = bucket_rows;

  [[nodiscard]] fingerprint_table& part_of(const fingerprint& entry) { return tables_[entry.low % parts]; }
  bool add(const fingerprint& entry);
  bool add_without_low(const fingerprint& entry);

  std::array<fingerprint_table, parts> tables_;
  std::vector<std::size_t> left_;  // indexes into the batch that insert_fingerprints() did not insert
  std::vector<std::uint64_t> without_low_;  // high halves of fingerprints whose low half is 0 (rare)
};

}  // namespace urlsieve

#endif
