// A set of hosts, asked whether it has a name, or a domain that the name lies below. Of each name only a hash
// under a random seed is kept: its bucket, and 64 bits more. Nobody can craft a name that is taken for
// another, and among 10^12 that are asked for the chance that any is lies below 10^-4.
//
// Eight names share a bucket, which is one line of a cache; one that is full goes on in the next. A name of
// three labels is looked for three times at the most: depths at which the set has no name are passed over,
// and the buckets are fetched together. 13 bytes a name in all, whatever its length.
#ifndef URLSIEVE_PIPELINE_HOST_SET_HPP
#define URLSIEVE_PIPELINE_HOST_SET_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/dedup/memory_block.hpp"
#include "src/text/fingerprint.hpp"

namespace urlsieve {

class host_set {
 public:
  host_set() : seed_(process_seed()) {}

  // `host` is in normal form. Until settle().
  void add(std::string_view host);

  // All are in: from now on the set can be asked, by any number of threads.
  void settle();

  // `host` is in normal form. A trailing dot means nothing, here as in add().
  [[nodiscard]] bool has(std::string_view host) const;

  // The same of the host and of every domain that it lies below; an address lies below none.
  [[nodiscard]] bool has_above(std::string_view host) const;

  [[nodiscard]] std::size_t size() const { return size_; }  // what was added, repeats too
  [[nodiscard]] std::size_t memory() const { return buckets_.size(); }

 private:
  static constexpr std::size_t slots = 8;
  struct alignas(64) bucket {
    std::array<std::uint64_t, slots> held;  // 0: free; those that are not come first
  };
  static constexpr std::size_t piece = std::size_t{1} << 16U;

  [[nodiscard]] fingerprint print_of(std::string_view host) const;
  [[nodiscard]] std::size_t place_of(const fingerprint& print) const {
    __extension__ using wide = unsigned __int128;
    return static_cast<std::size_t>(static_cast<wide>(print.low) * count_ >> 64U);
  }
  [[nodiscard]] const bucket* buckets() const { return reinterpret_cast<const bucket*>(buckets_.data()); }
  [[nodiscard]] bool holds(const fingerprint& print) const;
  void put(const fingerprint& print);

  std::uint64_t seed_;
  std::size_t size_ = 0;
  std::uint64_t depths_ = 0;                         // bit n: there is a name of n labels
  std::vector<std::vector<fingerprint>> unsettled_;  // in pieces, so that each can go once it is in its place
  memory_block buckets_;
  std::size_t count_ = 0;  // of buckets
};

}  // namespace urlsieve

#endif
