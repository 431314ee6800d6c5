// The distinct URLs of one shard, exact by bytes, with how often each was met and what belongs to its first
// occurrence. Batches may come in any order: the result depends only on what was inserted.
//
// An open-addressing table of 8-byte slots (a piece of the hash and a position) over a block of records that
// is only ever appended to; a record is a header of 16 bytes and the URL. When all is in, the table becomes
// the array that is sorted. README.md has the layout and the figures.
//
// Threads: none; the caller holds one lock per set and inserts a batch at a time.
#ifndef URLSIEVE_DEDUP_SEEN_SET_HPP
#define URLSIEVE_DEDUP_SEEN_SET_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "src/dedup/byte_order.hpp"
#include "src/dedup/known_url.hpp"
#include "src/dedup/memory_block.hpp"
#include "src/dedup/probe_table.hpp"
#include "src/dedup/record_block.hpp"

namespace urlsieve {

// A reference to a URL, or several of them put together.
struct sighting {
  std::string_view url;  // less than seen_set::max_url bytes
  // partition_hash(url), or another function of its bytes with a well mixed lower half
  std::uint64_t hash = 0;
  std::uint64_t order = 0;        // its place in the input, different for each
  std::string_view columns = {};  // formatted fields of the reference; a set that keeps none ignores them
  std::string_view sources = {};  // a list as source_list.hpp has it; a set that keeps none ignores it
  std::uint64_t count = 1;        // then `order` and `columns` are those of the first
};

class seen_set {
 public:
  static constexpr std::size_t max_url = record_block::max_url;

  using entry = known_url;  // the views live until the next call of a non-const member

  // `max_sources`: how many sources are kept of each URL; 0: none.
  explicit seen_set(bool keeps_columns = false, std::uint32_t max_sources = 0);

  // Throws std::bad_alloc when memory or the 128 GiB that a set can address run out, std::length_error for a
  // URL or columns that are too long; then only clear() and destruction are left. REQUIRES: not sorted.
  void insert(std::span<const sighting> batch);

  // Makes room for `entries` URLs at once.
  void expect(std::size_t entries) { table_.reserve(entries); }

  // Where the next new URL will lie; new_since() visits those that were new from there on, as they came
  // first.
  [[nodiscard]] std::uint64_t place_of_next() const { return records_.end(); }
  template <class Visit>
  void new_since(std::uint64_t place, Visit&& visit) const {
    for (; place != records_.end(); place = records_.next(place)) visit(read(place));
  }

  // Puts the entries in order, for operator[] and for_each(). Nothing can be inserted from then on until
  // clear().
  void sort_by_bytes();
  void sort_by_order();

  // REQUIRES: sorted, rank < size().
  [[nodiscard]] entry operator[](std::size_t rank) const { return read(ranking()[rank]); }

  // Fetches the memory of operator[](rank) ahead. REQUIRES: sorted, rank < size().
  void prefetch(std::size_t rank) const { records_.prefetch(ranking()[rank], 64); }

  // What is known of one URL, whose sighting::hash is `hash`. REQUIRES: not sorted.
  [[nodiscard]] std::optional<entry> find(std::string_view url, std::uint64_t hash) const;

  // Calls visit(entry) for all in the order sorted by; memory is fetched ahead. REQUIRES: sorted.
  template <class Visit>
  void for_each(Visit&& visit) const {
    constexpr std::size_t ahead = 16;
    const std::uint64_t* const positions = ranking();
    for (std::size_t i = 0; i < size_; ++i) {
      if (i + ahead < size_) records_.prefetch(positions[i + ahead], 64);
      visit(read(positions[i]));
    }
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t url_bytes() const { return url_bytes_; }  // of the distinct URLs
  [[nodiscard]] std::size_t memory() const;                           // bytes in use, url_bytes() included

  // The most that the set needs until it is cleared, if nothing more is inserted: sorting takes 16 bytes a
  // URL where the table was.
  [[nodiscard]] std::size_t footprint() const;

  // Forgets everything and gives the memory back.
  void clear();

 private:
  // The upper 29 bits are the tag, a piece of the hash; the others the record's position in units of its
  // alignment.
  struct slot_rules {
    using slot = std::uint64_t;
    static constexpr unsigned key_bits = 29;
    static constexpr unsigned position_bits = 64 - key_bits;
    static bool empty(slot entry) { return entry == 0; }
    static std::uint64_t key(slot entry) { return entry >> position_bits; }
    static std::uint64_t position(slot entry) {
      return (entry & ((std::uint64_t{1} << position_bits) - 1)) * record_block::alignment;
    }
    static slot make(std::uint64_t tag, std::uint64_t position) {
      return tag << position_bits | position / record_block::alignment;
    }
  };
  static constexpr std::uint64_t position_limit =
      (std::uint64_t{1} << slot_rules::position_bits) * record_block::alignment;

  [[nodiscard]] std::uint64_t tag_of(const sighting& seen) const;
  void fetch_slot(std::uint64_t tag);
  void fetch_record(std::uint64_t tag);
  bool take(const sighting& seen, std::uint64_t tag);
  std::size_t insert_stretch(std::span<const sighting> part);
  void mix_keys();
  void place(std::uint64_t tag, std::uint64_t position);
  std::span<ranked_record> collect();
  void keep_positions(std::span<const ranked_record> items);

  [[nodiscard]] const std::uint64_t* ranking() const {
    return reinterpret_cast<const std::uint64_t*>(ranking_.data());
  }
  [[nodiscard]] entry read(std::uint64_t position) const {
    return {records_.url(position), records_.count(position), records_.order(position),
            records_.columns(position), records_.sources(position)};
  }

  probe_table<slot_rules> table_;
  record_block records_;
  memory_block ranking_;  // positions, once sorted
  std::size_t size_ = 0;
  std::size_t url_bytes_ = 0;
  std::uint64_t seed_ = 0;  // of the set's own hash; 0: the callers' hash is good
  bool keeps_columns_;
  std::uint32_t max_sources_;
};

}  // namespace urlsieve

#endif
