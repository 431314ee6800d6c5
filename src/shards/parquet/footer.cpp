// Field numbers are from parquet.thrift (Apache Parquet format 2). Schemas have no nesting except lists:
//   required group NAME (LIST) { repeated group list { required binary element; } }
#include "src/shards/parquet/footer.hpp"

#include <algorithm>

#include "src/shards/parquet/compact_reader.hpp"
#include "src/shards/parquet/compact_writer.hpp"

namespace urlsieve::parquet {
namespace {

constexpr int required = 0;
constexpr int optional = 1;
constexpr int repeated = 2;
constexpr int converted_utf8 = 0;
constexpr int converted_list = 3;
constexpr int converted_milliseconds = 9;
constexpr int converted_int16 = 16;

constexpr std::string_view index_fault = "its page indexes are at wrong offsets";

// More than any manifest's columns.
constexpr std::size_t most_columns = 1024;

bool is_list(const column& of) {
  return of.type.kind == field_kind::list;
}
physical_type type_of(const column& of) {
  if (of.type.kind != field_kind::number) return physical_type::byte_array;
  return of.type.number_size() == 4 ? physical_type::int32 : physical_type::int64;
}

void write_group_element(compact_writer& to, std::string_view name, int repetition, std::size_t children,
                         bool of_list) {
  to.begin_struct();
  to.i32(3, repetition);
  to.text(4, name);
  to.i32(5, static_cast<std::int64_t>(children));
  if (of_list) {
    to.i32(6, converted_list);
    to.begin_struct(10);
    to.empty_struct(3);
    to.end_struct();
  }
  to.end_struct();
}

// Writes the logical type of numbers with a meaning of their own.
void write_number_type(compact_writer& to, number_form numbers) {
  if (numbers == number_form::int16) to.i32(6, converted_int16);
  if (numbers != number_form::milliseconds) return;
  to.i32(6, converted_milliseconds);
  to.begin_struct(10);
  to.begin_struct(8);
  to.truth(1, true);  // in UTC
  to.begin_struct(2);
  to.empty_struct(1);
  to.end_struct();
  to.end_struct();
  to.end_struct();
}

void write_leaf(compact_writer& to, const column& of, bool is_utf8) {
  const bool text = type_of(of) == physical_type::byte_array && is_utf8;
  to.begin_struct();
  to.i32(1, static_cast<std::int64_t>(type_of(of)));
  to.i32(3, !is_list(of) && of.type.nullable ? optional : required);
  to.text(4, is_list(of) ? "element" : std::string_view(of.name));
  if (text) {
    to.i32(6, converted_utf8);
    to.begin_struct(10);
    to.empty_struct(1);
    to.end_struct();
  }
  if (of.type.kind == field_kind::number) write_number_type(to, of.type.numbers);
  to.end_struct();
}

void write_schema(compact_writer& to, std::span<const column> columns, const std::vector<bool>& is_utf8) {
  std::size_t elements = 1;
  for (const column& leaf : columns) elements += is_list(leaf) ? 3 : 1;
  to.list(2, compact_type::structure, elements);
  to.begin_struct();
  to.text(4, "row");
  to.i32(5, static_cast<std::int64_t>(columns.size()));
  to.end_struct();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (is_list(columns[i])) {
      write_group_element(to, columns[i].name, required, 1, true);
      write_group_element(to, "list", repeated, 1, false);
    }
    write_leaf(to, columns[i], is_utf8[i]);
  }
}

void write_statistics(compact_writer& to, const chunk_facts& chunk) {
  to.begin_struct(12);
  to.i64(3, chunk.nulls);
  if (chunk.most) to.text(5, chunk.most->value);
  if (chunk.least) to.text(6, chunk.least->value);
  if (chunk.most) to.truth(7, chunk.most->exact);
  if (chunk.least) to.truth(8, chunk.least->exact);
  to.end_struct();
}

void write_encodings(compact_writer& to, const column& of, const chunk_facts& chunk) {
  std::vector<encoding> used;
  if (chunk.dictionary_at) used = {encoding::plain, encoding::dictionary};
  if (chunk.has_delta_pages) used.push_back(encoding::delta_strings);
  if (of.type.kind == field_kind::number) used.push_back(encoding::deltas);
  if (is_list(of) || of.type.nullable) used.push_back(encoding::rle);
  to.list(2, compact_type::i32, used.size());
  for (const encoding method : used) to.i32_element(static_cast<std::int64_t>(method));
}

void write_path(compact_writer& to, const column& of) {
  to.list(3, compact_type::text, is_list(of) ? 3 : 1);
  to.text_element(of.name);
  if (!is_list(of)) return;
  to.text_element("list");
  to.text_element("element");
}

// Writes the fields of a ColumnChunk before those of its page index.
void write_chunk(compact_writer& to, const column& of, const chunk_facts& chunk) {
  to.i64(2, 0);
  to.begin_struct(3);
  to.i32(1, static_cast<std::int64_t>(type_of(of)));
  write_encodings(to, of, chunk);
  write_path(to, of);
  to.i32(4, codec_zstd);
  to.i64(5, chunk.values);
  to.i64(6, chunk.plain_bytes);
  to.i64(7, chunk.stored_bytes);
  to.i64(9, chunk.data_at);
  if (chunk.dictionary_at) to.i64(11, *chunk.dictionary_at);
  write_statistics(to, chunk);
  if (chunk.bloom_bytes != 0) {
    to.i64(14, chunk.bloom_at);
    to.i32(15, static_cast<std::int64_t>(chunk.bloom_bytes));
  }
  to.end_struct();
}

// An element of the schema in a footer.
struct element {
  std::int64_t type = -1;
  std::int64_t repetition = -1;
  std::string_view name;
  std::uint64_t children = 0;
};

element read_element(compact_reader& from) {
  element entry;
  from.structure([&](int field) {
    switch (field) {
      case 1:
        entry.type = from.number();
        return true;
      case 3:
        entry.repetition = from.number();
        return true;
      case 4:
        entry.name = from.text();
        return true;
      case 5:
        entry.children = from.size();
        return true;
      default:
        return false;
    }
  });
  return entry;
}

// Returns true if `elements` are the schema of `columns`, with any logical type of text.
bool fits(const std::vector<element>& elements, std::span<const column> columns) {
  std::size_t at = 0;
  const auto next = [&](std::int64_t type, std::int64_t repetition, std::string_view name,
                        std::uint64_t children) {
    if (at == elements.size()) return false;
    const element& entry = elements[at++];
    return entry.type == type && entry.repetition == repetition && (at == 1 || entry.name == name) &&
           entry.children == children;
  };
  if (!next(-1, -1, {}, columns.size())) return false;
  for (const column& leaf : columns) {
    const auto type = static_cast<std::int64_t>(type_of(leaf));
    if (is_list(leaf)) {
      if (!next(-1, required, leaf.name, 1) || !next(-1, repeated, "list", 1) ||
          !next(type, required, "element", 0))
        return false;
    } else if (!next(type, leaf.type.nullable ? optional : required, leaf.name, 0)) {
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

void footer_writer::add_group(std::uint64_t rows, std::uint64_t offset, std::span<const chunk_facts> chunks) {
  std::uint64_t plain = 0;
  std::uint64_t stored = 0;
  compact_writer to(groups_);
  to.begin_struct();
  to.list(1, compact_type::structure, chunks.size());
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    to.begin_struct();
    write_chunk(to, schema_.columns[i], chunks[i]);
    gaps_.push_back({groups_.size(), chunks[i].index_bytes, chunks[i].places_bytes});
    to.end_struct();
    plain += chunks[i].plain_bytes;
    stored += chunks[i].stored_bytes;
  }
  to.i64(2, plain);
  to.i64(3, rows);
  if (!schema_.sorted_by.empty()) {
    to.list(4, compact_type::structure, schema_.sorted_by.size());
    for (const std::size_t place : schema_.sorted_by) {
      to.begin_struct();
      to.i32(1, static_cast<std::int64_t>(place));
      to.truth(2, false);
      to.truth(3, false);
      to.end_struct();
    }
  }
  to.i64(5, offset);
  to.i64(6, stored);
  to.end_struct();
  ++group_count_;
  rows_ += rows;
}

// Appends the row groups with the places of their page indexes.
void footer_writer::append_groups(std::uint64_t indexes, std::string& out) const {
  std::uint64_t bounds_at = indexes;
  std::uint64_t places_at = indexes;
  for (const index_gap& gap : gaps_) places_at += gap.bounds;
  std::size_t copied = 0;
  for (const index_gap& gap : gaps_) {
    out.append(groups_, copied, gap.at - copied);
    copied = gap.at;
    compact_writer to(out);
    to.resume_struct(3);
    if (gap.places != 0) {
      to.i64(4, places_at);
      to.i32(5, static_cast<std::int64_t>(gap.places));
    }
    if (gap.bounds != 0) {
      to.i64(6, bounds_at);
      to.i32(7, static_cast<std::int64_t>(gap.bounds));
    }
    places_at += gap.places;
    bounds_at += gap.bounds;
  }
  out.append(groups_, copied);
}

std::string footer_writer::finish(const std::vector<bool>& is_utf8, std::uint64_t indexes) const {
  std::string bytes;
  compact_writer to(bytes);
  to.begin_struct();
  to.i32(1, 2);
  write_schema(to, schema_.columns, is_utf8);
  to.i64(3, rows_);
  to.list(4, compact_type::structure, group_count_);
  append_groups(indexes, bytes);
  to.list(5, compact_type::structure, schema_.facts.size());
  for (const auto& [name, value] : schema_.facts) {
    to.begin_struct();
    to.text(1, name);
    to.text(2, value);
    to.end_struct();
  }
  to.text(6, schema_.created_by);
  // Bounds use the order of the type: unsigned bytes, or numbers.
  to.list(7, compact_type::structure, schema_.columns.size());
  for (std::size_t i = 0; i < schema_.columns.size(); ++i) {
    to.begin_struct();
    to.empty_struct(1);
    to.end_struct();
  }
  to.end_struct();
  return bytes;
}

std::string_view read_footer(std::string_view bytes, std::span<const column> columns, std::uint64_t end,
                             std::uint64_t memory, footer& read) {
  // Short chunks of a corrupt footer would take many times its bytes. Chunks by the writer have more bytes.
  constexpr std::size_t short_chunk = 8;
  const auto most_chunks = static_cast<std::size_t>(
      std::min<std::uint64_t>(bytes.size() / short_chunk, memory / sizeof(chunk_place)));
  read.chunks.reserve(most_chunks);
  compact_reader from(bytes);
  std::vector<element> schema;
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
          schema.push_back(read_element(from));
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
