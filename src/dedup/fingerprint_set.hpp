// A set of 128-bit fingerprints that says of each whether it is new: what dedups a stream in input order.
//
// Eight tables by the low bits of a fingerprint (fingerprint_table.hpp), each of another size, so that they
// grow one after the other: never is more than an eighth of what is held moved at a time, nor much of it
// empty. They are probed a batch at a time, with the memory fetched ahead.
#ifndef URLSIEVE_DEDUP_FINGERPRINT_SET_HPP
#define URLSIEVE_DEDUP_FINGERPRINT_SET_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/dedup/fingerprint_table.hpp"
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

  // Sets is_new[i] to whether insert() was never called with fingerprints[i].
  void find_new(std::span<const fingerprint> fingerprints, std::span<bool> is_new) const;

  // Forgets all. What has grown large is given back, as it would take long to empty it.
  void clear();

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::size_t memory() const;  // bytes

  // The same after `more` well mixed fingerprints were inserted, if all of them are new.
  [[nodiscard]] std::size_t memory_with(std::size_t more) const;

 private:
  static constexpr std::size_t parts = bucket_rows;

  [[nodiscard]] fingerprint_table& part_of(const fingerprint& entry) { return tables_[entry.low % parts]; }
  bool add(const fingerprint& entry);
  bool add_without_low(const fingerprint& entry);

  std::array<fingerprint_table, parts> tables_;
  std::vector<std::size_t> left_;           // of a batch, those that put_in_buckets() left
  std::vector<std::uint64_t> without_low_;  // the high halves of those whose low half is 0: hardly any
};

}  // namespace urlsieve

#endif
