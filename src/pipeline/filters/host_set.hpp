// A set of hosts, with lookup of a name, or of the domains above a name. The set keeps a hash of each name
// under a random seed: the bucket, and 64 bits more. The random seed prevents crafted collisions, and the
// chance of any false match among 10^12 lookups is below 10^-4.
//
// Eight names share a bucket, which is one cache line; a full bucket continues in the next. Looking up a name
// of three labels takes at most three lookups: depths at which the set has no name are skipped, and the
// buckets are fetched together. The set takes 13 bytes per name, whatever its length.
#ifndef URLSIEVE_PIPELINE_HOST_SET_HPP
#define URLSIEVE_PIPELINE_HOST_SET_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/dedup/memory_block.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

class host_set {
 public:
  host_set() : seed_(process_seed()) {}

  // Adds a host in normal form; a repeated host takes memory until settle(). Ignores hosts of 255 bytes or
  // more, which DNS does not allow. Throws std::bad_alloc. Requires: no settle() before.
  void add(std::string_view host);

  // Completes the set; call once, before any lookup. Afterwards any number of threads may look up names.
  // Throws std::bad_alloc.
  void settle();

  // Returns true if the set has `host`, which is in normal form. Ignores a trailing dot, as add() does.
  [[nodiscard]] bool has(std::string_view host) const;

  // Returns true if the set has the host, or a domain above the host. An address has no domain above it.
  [[nodiscard]] bool has_above(std::string_view host) const;

  [[nodiscard]] std::size_t size() const { return size_; }  // number of added hosts, with repeats
  [[nodiscard]] std::size_t memory() const { return buckets_.size(); }

 private:
  static constexpr std::size_t slots = 8;
  struct alignas(64) bucket {
    std::array<std::uint64_t, slots> prints;  // 0: free; free slots come last
  };
  static constexpr std::size_t piece = std::size_t{1} << 16U;

  [[nodiscard]] fingerprint print_of(std::string_view host) const;
  [[nodiscard]] std::size_t place_of(const fingerprint& print) const {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::size_t>(static_cast<wide>(print.low) * count_ >> 64U);
  }
  [[nodiscard]] const bucket* buckets() const { return reinterpret_cast<const bucket*>(buckets_.data()); }
  [[nodiscard]] bool holds(const fingerprint& print) const;
  void place(const fingerprint& print);

  std::uint64_t seed_;
  std::size_t size_ = 0;
  std::uint64_t depths_ = 0;                         // bit n: the set has a name of n labels
  std::vector<std::vector<fingerprint>> unsettled_;  // in pieces, each freed after its names were placed
  memory_block buckets_;
  std::size_t count_ = 0;  // number of buckets
};

}  // namespace urlsieve

#endif
