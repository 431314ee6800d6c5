// The set of distinct URLs of one shard, exact by bytes, with the count of each URL and the columns of its
// first occurrence. The result does not depend on the order of insertions or on batches.
//
// An open-addressing table of 8-byte slots (hash bits and a position) over an append-only block of records; a
// record is a header of 16 bytes and the URL. After the last insertion, the memory of the table becomes the
// array that is sorted. README.md has the layout and the figures.
//
// A set is not thread-safe: callers hold one lock per set and insert a batch at a time.
#ifndef URLSIEVE_DEDUP_SIGHTING_SET_HPP
#define URLSIEVE_DEDUP_SIGHTING_SET_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "src/dedup/byte_order.hpp"
#include "src/dedup/memory_block.hpp"
#include "src/dedup/probe_table.hpp"
#include "src/dedup/record_block.hpp"
#include "src/runs/sorted_run.hpp"
#include "src/text/shared_prefix.hpp"

namespace urlsieve {

// One reference to a URL, or several references merged.
struct sighting {
  std::string_view url;  // less than sighting_set::max_url bytes
  // partition_hash(url), or another hash of its bytes whose lower half is uniformly distributed
  std::uint64_t hash = 0;
  std::uint64_t order = 0;        // place in the input, unique for each sighting
  std::string_view columns = {};  // formatted fields of the reference; ignored by a set without columns
  std::string_view sources = {};  // in the format of source_list.hpp; ignored by a set without sources
  std::uint64_t count = 1;        // references; `order` and `columns` belong to the first
};

class sighting_set {
 public:
  static constexpr std::size_t max_url = record_block::max_url;

  using entry = known_url;  // views are valid until the next call of a non-const member

  // Keeps the first `max_sources` sources of each URL; 0: none.
  explicit sighting_set(bool keeps_columns = false, std::uint32_t max_sources = 0);

  // Inserts `batch`. Throws std::bad_alloc if memory or the 128 GiB that a set can address run out, and
  // std::length_error for URLs or columns that are too long; afterwards only clear() and the destructor may
  // be called. Requires: the set is not sorted.
  void insert(std::span<const sighting> batch);

  // Reserves memory for `entries` URLs.
  void expect(std::size_t entries) { table_.reserve(entries); }

  // Returns the position of the next new URL. new_since() visits all URLs that were new since a position, in
  // order of insertion.
  [[nodiscard]] std::uint64_t next_position() const { return records_.end(); }
  template <class Visit>
  void new_since(std::uint64_t position, Visit&& visit) const {
    for (; position != records_.end(); position = records_.next(position)) visit(read(position));
  }

  // Sorts the entries for operator[] and for_each(). insert() is not allowed afterwards, until clear().
  void sort_by_bytes();
  void sort_by_order();

  // Requires: the set is sorted, rank < size().
  [[nodiscard]] entry operator[](std::size_t rank) const { return read(ranking()[rank]); }

  // Prefetches the memory of operator[](rank). Requires: the set is sorted, rank < size().
  void prefetch(std::size_t rank) const { records_.prefetch(ranking()[rank], 64); }

  // Returns the entry of `url`, whose sighting::hash is `hash`, or nullopt. Requires: the set is not sorted.
  [[nodiscard]] std::optional<entry> find(std::string_view url, std::uint64_t hash) const;

  // Calls visit(entry) for each entry in sorted order; prefetches memory. Requires: the set is sorted.
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

  // Returns the peak memory until clear(), in bytes, if nothing more is inserted: sorting needs 16 bytes a
  // URL in place of the table.
  [[nodiscard]] std::size_t footprint() const;

  // Removes all URLs and frees the memory.
  void clear();

 private:
  // A slot has 29 bits of the hash (the tag) and the position of the record in units of its alignment.
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
  void reseed_keys();
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
  std::uint64_t seed_ = 0;  // of the set's own hash; 0: the hash of callers is in use
  bool keeps_columns_;
  std::uint32_t max_sources_;
};

// Adapts a sorted sighting_set to entry_stream.
class set_stream final : public entry_stream {
 public:
  // Requires: `set` is sorted by bytes, outlives the stream and does not change meanwhile.
  explicit set_stream(const sighting_set& set) : set_(set) {}

  bool advance() override {
    if (rank_ == set_.size()) return false;
    if (rank_ + ahead < set_.size()) set_.prefetch(rank_ + ahead);
    const known_url next = set_[rank_++];
    shared_ = shared_prefix(entry_.url, next.url);
    entry_ = next;
    return true;
  }

 private:
  static constexpr std::size_t ahead = 16;

  const sighting_set& set_;
  std::size_t rank_ = 0;
};

}  // namespace urlsieve

#endif
