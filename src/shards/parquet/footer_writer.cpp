#include "src/shards/parquet/footer_writer.hpp"

#include "src/shards/parquet/compact_writer.hpp"

namespace urlsieve::parquet {
namespace {

constexpr int converted_utf8 = 0;
constexpr int converted_list = 3;
constexpr int converted_milliseconds = 9;
constexpr int converted_int16 = 16;

void write_group_element(compact_writer& to, std::string_view name, repetition repeats, std::size_t children,
                         bool of_list) {
  to.begin_struct();
  to.i32(3, static_cast<std::int64_t>(repeats));
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
  const bool text = of.type.physical() == physical_type::byte_array && is_utf8;
  to.begin_struct();
  to.i32(1, static_cast<std::int64_t>(of.type.physical()));
  const repetition repeats = of.type.is_list() ? repetition::required : of.type.of_values();
  to.i32(3, static_cast<std::int64_t>(repeats));
  to.text(4, of.type.is_list() ? "element" : std::string_view(of.name));
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
  for (const column& leaf : columns) elements += leaf.type.is_list() ? 3 : 1;
  to.list(2, compact_type::structure, elements);
  to.begin_struct();
  to.text(4, "row");
  to.i32(5, static_cast<std::int64_t>(columns.size()));
  to.end_struct();
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].type.is_list()) {
      write_group_element(to, columns[i].name, repetition::required, 1, true);
      write_group_element(to, "list", repetition::repeated, 1, false);
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
  if (of.type.is_list() || of.type.nullable) used.push_back(encoding::rle);
  to.list(2, compact_type::i32, used.size());
  for (const encoding method : used) to.i32_element(static_cast<std::int64_t>(method));
}

void write_path(compact_writer& to, const column& of) {
  to.list(3, compact_type::text, of.type.is_list() ? 3 : 1);
  to.text_element(of.name);
  if (!of.type.is_list()) return;
  to.text_element("list");
  to.text_element("element");
}

// Writes the fields of a ColumnChunk before those of its page index.
void write_chunk(compact_writer& to, const column& of, const chunk_facts& chunk) {
  to.i64(2, 0);
  to.begin_struct(3);
  to.i32(1, static_cast<std::int64_t>(of.type.physical()));
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

}  // namespace urlsieve::parquet
