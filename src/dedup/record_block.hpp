// The record storage of a sighting_set: an append-only block of URLs, each behind a header with its order and
// count. A position is the offset of a record, in bytes, from the start of the block.
//
//   order          8 bytes
//   count, size    38 and 26 bits
//   columns        offset of the columns, 8 bytes; only if the block keeps columns
//   sources        offset of the sources, 8 bytes; only if the block keeps sources
//   URL, padding   to a multiple of 4
//
// Columns and source lists are stored in a second block, each behind 8 bytes that name its record. A replaced
// list leaves a hole; when holes fill a third of the second block, it is compacted in place.
#ifndef URLSIEVE_DEDUP_RECORD_BLOCK_HPP
#define URLSIEVE_DEDUP_RECORD_BLOCK_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "src/dedup/memory_block.hpp"
#include "src/runs/sorted_run.hpp"

namespace urlsieve {

class record_block {
 public:
  static constexpr unsigned alignment = 4;
  static constexpr unsigned size_bits = 26;
  static constexpr std::size_t max_url = std::size_t{1} << size_bits;
  static constexpr std::size_t overread = 64;  // bytes readable behind every URL

  static constexpr std::size_t max_attachment = (std::size_t{1} << 28U) - 1;  // columns, or sources

  // Keeps the first `max_sources` sources of each URL; 0: none.
  explicit record_block(bool keeps_columns, std::uint32_t max_sources = 0)
      : columns_place_(keeps_columns ? 16 : 0),
        sources_place_(max_sources == 0 ? 0
                       : keeps_columns  ? 24
                                        : 16),
        header_(16 + (keeps_columns ? 8 : 0) + (max_sources != 0 ? 8 : 0)),
        max_sources_(max_sources) {}

  // Appends a record and returns its position, which is a multiple of `alignment` and not 0. Throws
  // std::bad_alloc if there is no memory or the position would not be below `limit`, std::length_error if
  // columns or sources are too long.
  std::uint64_t append(const known_url& known, std::uint64_t limit);

  // Adds sightings of the same URL to the record at `position`. The columns of the smallest order stay.
  // Throws as append() does.
  void add(std::uint64_t position, const known_url& more);

  [[nodiscard]] std::string_view url(std::uint64_t position) const {
    const char* const record = records_.data() + position;
    return {record + header_, load(record + 8) & (max_url - 1)};
  }
  [[nodiscard]] std::uint64_t order(std::uint64_t position) const { return load(records_.data() + position); }
  [[nodiscard]] std::uint64_t count(std::uint64_t position) const {
    return load(records_.data() + position + 8) >> size_bits;
  }
  [[nodiscard]] std::string_view columns(std::uint64_t position) const {
    return attachment(position, columns_place_);
  }
  [[nodiscard]] std::string_view sources(std::uint64_t position) const {
    return attachment(position, sources_place_);
  }

  // Prefetches the header and the cache line that is `depth` bytes into the URL.
  void prefetch(std::uint64_t position, std::size_t depth = 0) const {
    __builtin_prefetch(records_.data() + position);
    __builtin_prefetch(records_.data() + position + header_ + depth);
  }

  // Walks the records in order of insertion: for (p = first(); p != end(); p = next(p)).
  [[nodiscard]] static constexpr std::uint64_t first() { return begin_; }
  [[nodiscard]] std::uint64_t end() const { return used_; }
  [[nodiscard]] std::uint64_t next(std::uint64_t position) const {
    const std::uint64_t after = position + header_ + url(position).size();
    return (after + alignment - 1) / alignment * alignment;
  }

  [[nodiscard]] std::size_t memory() const { return used_ + attached_used_; }  // bytes in use
  [[nodiscard]] std::size_t occupied() const {
    return records_.occupied(used_) + attached_.occupied(attached_used_);
  }

 private:
  static constexpr std::uint64_t begin_ = 16;

  static std::uint64_t load(const char* place) {
    std::uint64_t value = 0;
    std::memcpy(&value, place, sizeof value);
    return value;
  }
  static void store(char* place, std::uint64_t value) { std::memcpy(place, &value, sizeof value); }

  // The 8 bytes before an attachment: position of its record in units of `alignment`, its kind (columns or
  // sources), its size.
  static constexpr unsigned attachment_bits = 28;
  static constexpr std::size_t owner_size = 8;

  [[nodiscard]] std::string_view attachment(std::uint64_t position, std::size_t place) const {
    if (place == 0) return {};
    const std::uint64_t at = load(records_.data() + position + place);
    if (at == 0) return {};
    return {attached_.data() + at + owner_size, load(attached_.data() + at) & max_attachment};
  }
  void attach(std::uint64_t position, std::size_t place, std::string_view bytes);
  void unite_with(std::uint64_t position, std::string_view sources);
  void compact_attachments();

  memory_block records_;
  memory_block attached_;
  std::size_t columns_place_;  // offset in a record; 0: columns are not kept
  std::size_t sources_place_;
  std::size_t header_;
  std::uint32_t max_sources_;
  std::uint64_t used_ = begin_;
  std::uint64_t attached_used_ = owner_size;  // offset 0 means: no attachment
  std::uint64_t attached_holes_ = 0;
  std::string united_;
};

}  // namespace urlsieve

#endif
