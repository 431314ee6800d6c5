// A small cache of the URLs that a thread found last, exact by bytes. It absorbs the repeats within a page or
// a site before they reach the dedup tables.
//
// A repeat only raises a count in the cache. The count is delivered when its URL is evicted, and at flush(),
// so no sighting is lost. The cache measures its hit rate and bypasses itself for a while if URLs seldom
// repeat, as in a list in random order.
#ifndef URLSIEVE_DEDUP_FRONT_CACHE_HPP
#define URLSIEVE_DEDUP_FRONT_CACHE_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "src/dedup/sighting_set.hpp"
#include "src/text/arena.hpp"

namespace urlsieve {

class front_cache {
 public:
  static constexpr std::size_t longest_url = 114;  // longer URLs are not cached

  // Returns true if `seen` is a repeat, and adds seen.count to the count in the cache. Returns false if the
  // caller must insert `seen`. The new URL may then evict another URL from the cache. If the evicted URL has
  // repeats, deliver(sighting) delivers their count; the caller must insert this sighting, too. The URL of
  // the sighting is stored in `storage`. The order is above every real order, because the first sighting of
  // the URL was inserted before. Requires: `seen` has no sources; if order or columns matter, orders ascend
  // from call to call.
  template <class Deliver>
  bool absorb(const sighting& seen, arena& storage, Deliver&& deliver) {
    if (aside_ != 0 && --aside_ != 0) return false;
    if (++lookups_ == stretch) check_hit_rate();
    if (seen.url.size() > longest_url) return false;
    if (slots_.empty()) slots_.resize(ways * sets);
    slot* const set_slots = &slots_[(seen.hash >> (32 - set_bits)) % sets * ways];
    for (std::size_t way = 0; way < ways; ++way) {
      slot& candidate = set_slots[way];
      if (candidate.hash != seen.hash || candidate.url() != seen.url || candidate.count == 0) continue;
      if (seen.count > ~std::uint32_t{0} - candidate.count) return false;
      candidate.count = static_cast<std::uint32_t>(candidate.count + seen.count);
      ++absorbed_;
      return true;
    }
    // Evicts the older URL of the two.
    if (set_slots[1].count > 1) deliver(repeats_of(set_slots[1], storage));
    set_slots[1] = set_slots[0];
    set_slots[0].set(seen);
    return false;
  }

  // Delivers all repeats as absorb() does, and empties the cache. Call flush() after the last absorb().
  template <class Deliver>
  void flush(arena& storage, Deliver&& deliver) {
    for (slot& entry : slots_) {
      if (entry.count > 1) deliver(repeats_of(entry, storage));
      entry.count = 0;
    }
  }

 private:
  static constexpr unsigned set_bits = 12;
  static constexpr std::size_t sets = std::size_t{1} << set_bits;
  static constexpr std::size_t ways = 2;
  static constexpr std::uint32_t stretch = 4096;    // URLs between two measurements of the hit rate
  static constexpr std::uint32_t seldom = 4;        // at least 1 / seldom of a stretch must be repeats
  static constexpr std::uint32_t rest = 15 * 4096;  // URLs that bypass the cache before it tries again

  struct slot {
    std::uint64_t hash = 0;
    std::uint32_t count = 0;  // sightings, including the inserted one; 0: free
    std::uint16_t size = 0;
    std::array<char, longest_url> bytes;

    [[nodiscard]] std::string_view url() const { return {bytes.data(), size}; }
    void set(const sighting& seen) {
      hash = seen.hash;
      count = 1;
      size = static_cast<std::uint16_t>(seen.url.size());
      if (size != 0) std::memcpy(bytes.data(), seen.url.data(), size);
    }
  };
  static_assert(sizeof(slot) == 128);

  static sighting repeats_of(const slot& entry, arena& storage) {
    return {storage.copy(entry.url()), entry.hash, ~std::uint64_t{0}, {}, {}, entry.count - 1};
  }

  void check_hit_rate() {
    if (absorbed_ < stretch / seldom) aside_ = rest;
    lookups_ = absorbed_ = 0;
  }

  std::vector<slot> slots_;
  std::uint32_t lookups_ = 0;
  std::uint32_t absorbed_ = 0;
  std::uint32_t aside_ = 0;
};

}  // namespace urlsieve

#endif
