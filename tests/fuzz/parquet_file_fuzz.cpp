// Parquet files: written rows read back. An arbitrary file is rejected, or yields rows that make a valid file
// with the same rows. Arbitrary pages behave alike; their input is uncompressed, so that the fuzzer can
// change it.
#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/rows/packed_values.hpp"
#include "src/shards/parquet/column_reader.hpp"
#include "src/shards/parquet/compact_writer.hpp"
#include "src/shards/parquet/page_memory.hpp"
#include "src/shards/parquet/row_file_reader.hpp"
#include "src/shards/parquet/row_file_writer.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/shards/parquet/text_rows.hpp"

namespace urlsieve::fuzz::parquet_file_target {
namespace {

using parquet::column;

constexpr std::uint64_t memory = std::uint64_t{1} << 22U;

std::vector<column> columns_of(unsigned manner) {
  const std::array<column, 5> known{{{"url", {field_kind::text}, true},
                                     {"count", {field_kind::number}},
                                     {"sources", {field_kind::list}},
                                     {"rel", {field_kind::text, true}},
                                     {"status", {field_kind::number, true}}}};
  std::vector<column> columns{known[0]};
  for (std::size_t i = 1; i < known.size(); ++i)
    if ((manner >> (i - 1) & 1U) != 0) columns.push_back(known[i]);
  return columns;
}

// Checks that keys contain no separator of text rows.
void check_keys(std::span<const row_value> row, const std::vector<column>& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].is_key) require(row[i].text().find_first_of("\t\n") == std::string_view::npos);
}

std::vector<field_kind> kinds_of(const std::vector<column>& columns) {
  std::vector<field_kind> kinds;
  for (const column& field : columns) kinds.push_back(field.type.kind);
  return kinds;
}

// Appends the packed rows of a file and returns whether the file is valid.
bool read(std::string_view bytes, const std::vector<column>& columns, std::vector<std::string>& rows) {
  std::size_t place = 0;
  parquet::row_file_reader::reading how;
  how.at = [&](std::uint64_t offset, std::span<char> buffer) {
    require(offset <= bytes.size() && buffer.size() <= bytes.size() - offset);
    if (!buffer.empty()) std::memcpy(buffer.data(), bytes.data() + offset, buffer.size());
    return true;
  };
  how.next = [&](std::span<char> buffer) {
    require(buffer.size() <= bytes.size() - place);
    if (!buffer.empty()) std::memcpy(buffer.data(), bytes.data() + place, buffer.size());
    place += buffer.size();
    return true;
  };
  how.size = bytes.size();
  how.kept_group = bytes.size() % 2 == 0 ? 0 : bytes.size();
  parquet::row_file_reader from(columns, how, memory);
  std::size_t size = 0;
  for (typed_row row; size < memory && from.next(row);) {
    check_keys(row.values(), columns);
    pack_row(row.values(), rows.emplace_back());
    size += rows.back().size();
  }
  if (size < memory && from.fault().empty()) require(place == bytes.size());
  return from.fault().empty();
}

// Returns the file, or an empty string if a row exceeds the limits.
std::string written(const std::vector<std::string>& rows, const std::vector<column>& columns) {
  std::string bytes;
  parquet::row_file_writer to({columns, {}, {{"a", "b"}}, "x"}, [&](std::string_view more) {
    bytes += more;
    return true;
  });
  const std::vector<field_kind> kinds = kinds_of(columns);
  typed_row row;
  for (const std::string& packed : rows) {
    require(unpack_row(std::string_view(packed).substr(packed_row_head), kinds, row));
    if (to.append(row.values()) != parquet::row_file_writer::outcome::done) return {};
  }
  require(to.finish() == parquet::row_file_writer::outcome::done);
  return bytes;
}

bool has_kinds(std::span<const row_value> row, const std::vector<column>& columns) {
  if (row.size() != columns.size()) return false;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].type.kind == field_kind::number && row[i].kind() == row_value::form::text) return false;
  return true;
}

void check_rows(const std::vector<std::string>& rows, const std::vector<column>& columns) {
  const std::string bytes = written(rows, columns);
  if (bytes.empty()) return;
  std::vector<std::string> again;
  require(read(bytes, columns, again));
  require(written(again, columns) == bytes);
  require(again.size() == rows.size());
}

void check_page(fuzz_input& given) {
  const std::vector<column> columns = columns_of(15);
  const column& of = given.one_of(columns);
  const unsigned how = given.byte();
  const unsigned values = given.byte() | given.byte() << 8U;
  std::string chunk;
  block_compressor packer;
  const auto add = [&](int kind, std::string_view plain, unsigned count, unsigned encoding) {
    std::string packed(block_compressor::max_compressed(plain.size()), '\0');
    packed.resize(packer.pack({plain.data(), plain.size()}, {packed.data(), packed.size()}));
    parquet::compact_writer head(chunk);
    head.begin_struct();
    head.i32(1, kind);
    head.i32(2, static_cast<std::int64_t>(plain.size()));
    head.i32(3, static_cast<std::int64_t>(packed.size()));
    head.begin_struct(kind == 0 ? 5 : 7);
    head.i32(1, count);
    head.i32(2, encoding);
    head.end_struct();
    head.end_struct();
    chunk += packed;
  };
  if (how == 8) add(2, std::string_view("\1\0\0\0a\2\0\0\0bc", 11), 2, 0);
  add(0, given.rest(), values, how);
  parquet::column_reader from(of, memory, [&](std::uint64_t offset, std::span<char> buffer) {
    require(offset <= chunk.size() && buffer.size() <= chunk.size() - offset);
    return buffer.empty() || std::memcpy(buffer.data(), chunk.data() + offset, buffer.size()) != nullptr;
  });
  from.begin_chunk(0, chunk.size(), values);
  parquet::page_memory pages(4 * memory);
  typed_row row;
  std::size_t rows = 0;
  while (!from.at_end() && row.storage().used() < memory && from.append_next(pages, row)) ++rows;
  require(rows <= values);
  for (const row_value& value : row.values().first(rows)) check_keys({&value, 1}, {of});
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const unsigned manner = given.byte();
  const std::vector<column> columns = columns_of(manner);
  if ((manner & 128U) != 0) return check_page(given);
  std::vector<std::string> rows;
  if ((manner & 64U) != 0) {
    typed_row row;
    while (!given.empty()) {
      const std::string text(given.up_to('\n'));
      parquet::testing::set_row(text, columns, row);
      if (!has_kinds(row.values(), columns)) return;
      pack_row(row.values(), rows.emplace_back());
    }
    return check_rows(rows, columns);
  }
  if (!read(given.rest(), columns, rows)) return;
  check_rows(rows, columns);
}

}  // namespace urlsieve::fuzz::parquet_file_target
