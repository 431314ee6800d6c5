#include "src/shards/parquet/footer_reader.hpp"

#include <algorithm>
#include <optional>

#include "src/shards/parquet/compact_reader.hpp"
#include "src/shards/parquet/schema_element.hpp"

namespace urlsieve::parquet {
namespace {

constexpr std::string_view index_fault = "its page indexes are at wrong offsets";

// More than any manifest's columns.
constexpr std::size_t most_columns = 1024;

// Returns true if `elements` are the schema of `columns`, with any logical type of text.
bool fits(const std::vector<schema_element>& elements, std::span<const column> columns) {
  std::size_t at = 0;
  // Returns true if the next element is this one; without `type`, a group.
  const auto next = [&](std::optional<physical_type> type, repetition repeats, std::string_view name,
                        std::uint64_t children) {
    if (at == elements.size()) return false;
    const schema_element& entry = elements[at++];
    return entry.type == (type ? static_cast<std::int64_t>(*type) : schema_element::none) &&
           entry.repetition == static_cast<std::int64_t>(repeats) && entry.name == name &&
           entry.children == children;
  };
  if (elements.empty()) return false;
  const schema_element& root = elements[at++];
  if (root.type != schema_element::none || root.repetition != schema_element::none ||
      root.children != columns.size())
    return false;
  for (const column& leaf : columns) {
    const physical_type type = leaf.type.physical();
    if (leaf.type.is_list()) {
      if (!next({}, repetition::required, leaf.name, 1) || !next({}, repetition::repeated, "list", 1) ||
          !next(type, repetition::required, "element", 0))
        return false;
    } else if (!next(type, leaf.type.of_values(), leaf.name, 0)) {
      return false;
    }
  }
  return at == elements.size();
}

chunk_place read_chunk(compact_reader& from) {
  chunk_place place;
  bool has_dictionary = false;
  std::int64_t codec = -1;
  const auto in_facts = [&](int field) {
    switch (field) {
      case 4:
        codec = from.number();
        return true;
      case 5:
        place.values = from.size();
        return true;
      case 7:
        place.stored_bytes = from.size();
        return true;
      case 9: {
        const std::uint64_t at = from.size();
        if (!has_dictionary) place.offset = at;
        return true;
      }
      case 11:
        place.offset = from.size();
        has_dictionary = true;
        return true;
      case 14:
        place.bloom_offset = from.size();
        return true;
      case 15:
        place.bloom_bytes = from.size();
        return true;
      default:
        return false;
    }
  };
  from.structure([&](int field) {
    switch (field) {
      case 3:
        from.structure(in_facts);
        return true;
      case 4:
        place.places_offset = from.size();
        return true;
      case 5:
        place.places_bytes = from.size();
        return true;
      case 6:
        place.bounds_offset = from.size();
        return true;
      case 7:
        place.bounds_bytes = from.size();
        return true;
      default:
        return false;
    }
  });
  if (codec != codec_zstd) from.fail();
  return place;
}

}  // namespace

std::string_view read_footer(std::string_view bytes, std::span<const column> columns, std::uint64_t end,
                             std::uint64_t memory, footer& read) {
  // Short chunks of a corrupt footer would take many times its bytes. Chunks by the writer have more bytes.
  constexpr std::size_t short_chunk = 8;
  const auto most_chunks = static_cast<std::size_t>(
      std::min<std::uint64_t>(bytes.size() / short_chunk, memory / sizeof(chunk_place)));
  read.chunks.reserve(most_chunks);
  compact_reader from(bytes);
  std::vector<schema_element> schema;
  std::uint64_t rows = 0;
  std::uint64_t at = magic.size();
  std::string_view fault;
  const auto read_group = [&] {
    group_place group;
    const std::size_t before = read.chunks.size();
    std::uint64_t chunks = 0;
    from.structure([&](int field) {
      if (field == 3) {
        group.rows = from.size();
        return true;
      }
      if (field != 1) return false;
      chunks = from.list(compact_type::structure, [&] {
        const chunk_place place = read_chunk(from);
        if (place.offset != at || place.stored_bytes > end - at) fault = "its chunks are at wrong offsets";
        if (read.chunks.size() == most_chunks) fault = "its footer exceeds the memory budget";
        // Each row group has rows, so each chunk has a page.
        if (place.stored_bytes == 0 || place.values == 0) from.fail();
        if (!fault.empty()) return from.fail();
        at += place.stored_bytes;
        group.stored_bytes += place.stored_bytes;
        read.chunks.push_back(place);
      });
      return true;
    });
    for (const chunk_place& place : std::span(read.chunks).subspan(before)) {
      if (place.bloom_bytes == 0) continue;
      if (place.bloom_offset != at || place.bloom_bytes > end - at) {
        fault = "its Bloom filters are at wrong offsets";
        return from.fail();
      }
      at += place.bloom_bytes;
      group.bloom_bytes += place.bloom_bytes;
    }
    if (chunks != columns.size() || group.rows == 0 || group.rows > rows_a_group) from.fail();
    read.groups.push_back(group);
  };
  std::uint64_t row_count = 0;
  from.fields([&](int field) {
    switch (field) {
      case 2:
        from.list(compact_type::structure, [&] {
          schema.push_back(read_schema_element(from));
          if (schema.size() > 3 * most_columns) from.fail();
        });
        if (!from.failed() && !fits(schema, columns)) {
          fault = "its columns differ from the manifest";
          from.fail();
        }
        return true;
      case 3:
        row_count = from.size();
        return true;
      case 4:
        from.list(compact_type::structure, read_group);
        return true;
      default:
        return false;
    }
  });
  if (!fault.empty()) return fault;
  // Adds the next index to the sum; returns false if the index is not behind the index before.
  const auto follows = [&](std::uint64_t offset, std::uint64_t size) {
    if (size == 0) return true;
    if (offset != at || size > end - at) return false;
    at += size;
    read.index_bytes += size;
    return true;
  };
  for (const chunk_place& place : read.chunks)
    if (!follows(place.bounds_offset, place.bounds_bytes)) return index_fault;
  for (const chunk_place& place : read.chunks)
    if (!follows(place.places_offset, place.places_bytes)) return index_fault;
  for (const group_place& group : read.groups) rows += group.rows;
  if (from.failed() || schema.empty() || rows != row_count || at != end || !from.rest().empty())
    return "its footer was not written by urlsieve";
  return {};
}

}  // namespace urlsieve::parquet
