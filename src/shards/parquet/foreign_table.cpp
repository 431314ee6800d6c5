#include "src/shards/parquet/foreign_table.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "src/shards/parquet/compact_reader.hpp"
#include "src/shards/parquet/parquet_file.hpp"
#include "src/shards/parquet/schema_element.hpp"
#include "src/text/number_bytes.hpp"

namespace urlsieve::parquet {
namespace {

constexpr std::string_view no_parquet = "it is no complete Parquet file";
constexpr std::size_t tail_size = 8;  // size of the footer, and the magic number

// Each of three columns has a page as stored and decompressed, a dictionary, and vectors of values.
constexpr std::uint64_t pages_in_memory = 32;

foreign_chunk read_foreign_chunk(compact_reader& from) {
  foreign_chunk chunk;
  std::uint64_t data_at = 0;
  std::uint64_t dictionary_at = 0;
  const auto in_facts = [&](int field) {
    switch (field) {
      case 4:
        chunk.codec = from.number();
        return true;
      case 5:
        chunk.values = from.size();
        return true;
      case 7:
        chunk.stored_bytes = from.size();
        return true;
      case 9:
        data_at = from.size();
        return true;
      case 11:
        dictionary_at = from.size();
        return true;
      default:
        return false;
    }
  };
  from.structure([&](int field) {
    if (field != 3) return false;
    from.structure(in_facts);
    return true;
  });
  // Some writers set the offset of a dictionary to 0 without one.
  chunk.offset = dictionary_at != 0 && dictionary_at < data_at ? dictionary_at : data_at;
  return chunk;
}

}  // namespace

foreign_table::foreign_table(reading read, std::uint64_t size, std::uint64_t memory)
    : read_(std::move(read)), size_(size), memory_(memory) {}

bool foreign_table::fail(std::string_view why) {
  if (fault_.empty()) fault_ = why;
  return false;
}

bool foreign_table::open() {
  std::array<char, tail_size> tail{};
  if (size_ < magic.size() + tail_size || !read_(size_ - tail_size, tail)) return fail(no_parquet);
  const std::string_view bytes(tail.data(), tail.size());
  const std::uint64_t size = little_endian(bytes.substr(0, 4));
  if (bytes.substr(4) != magic || size > size_ - magic.size() - tail_size) return fail(no_parquet);
  if (size > memory_ / 4) return fail("its footer exceeds the memory budget");
  std::string footer(static_cast<std::size_t>(size), '\0');
  return read_(size_ - tail_size - size, footer) ? read_metadata(footer) : fail(no_parquet);
}

bool foreign_table::read_metadata(std::string_view footer) {
  compact_reader from(footer);
  std::vector<schema_element> schema;
  // A chunk in memory has more bytes than a short chunk in the footer.
  std::uint64_t chunks_left = memory_ / 4 / sizeof(foreign_chunk);
  const auto read_group = [&] {
    row_group group;
    from.structure([&](int field) {
      if (field == 3) {
        group.rows = from.size();
        return true;
      }
      if (field != 1) return false;
      from.list(compact_type::structure, [&] {
        if (chunks_left == 0) return from.fail();
        --chunks_left;
        group.chunks.push_back(read_foreign_chunk(from));
      });
      return true;
    });
    groups_.push_back(std::move(group));
  };
  from.fields([&](int field) {
    if (field == 2)
      from.list(compact_type::structure, [&] { schema.push_back(read_schema_element(from)); });
    else if (field == 4)
      from.list(compact_type::structure, read_group);
    return field == 2 || field == 4;
  });
  if (from.failed() || schema.empty()) return fail("its footer is corrupt or exceeds the memory budget");
  std::size_t at = 1;
  for (std::uint64_t i = 0; i < schema.front().children && at < schema.size(); ++i) {
    const schema_element& element = schema[at];
    if (element.children == 0) {
      const bool is_number = element.type == 1 || element.type == 2;  // INT32, INT64
      const bool is_text = element.type == 6;                         // BYTE_ARRAY
      const bool is_read = (is_number || is_text) && element.repetition < 2;
      leaves_.push_back(
          {is_read ? std::string(element.name) : std::string(),
           {is_text, element.type == 1 ? std::size_t{4} : std::size_t{8}, element.repetition == 1}});
      ++at;
      continue;
    }
    // Skip a nested column: each of its leaves has a chunk.
    std::uint64_t left = 1;
    for (; left != 0 && at < schema.size(); ++at) {
      left += schema[at].children - 1;
      if (left > schema.size()) return fail("its footer is corrupt or exceeds the memory budget");
      if (schema[at].children == 0) leaves_.push_back({});
    }
  }
  return true;
}

bool foreign_table::choose(std::span<const std::string_view> names) {
  chosen_.clear();
  for (const std::string_view name : names) {
    const auto found = std::ranges::find(leaves_, name, &leaf::name);
    if (found == leaves_.end()) return false;
    chosen_.push_back(static_cast<std::size_t>(found - leaves_.begin()));
  }
  columns_.clear();
  for (const std::size_t place : chosen_)
    columns_.emplace_back(leaves_[place].type, memory_ / pages_in_memory, read_);
  return true;
}

bool foreign_table::begin_group() {
  const row_group& group = groups_[next_group_++];
  if (group.chunks.size() != leaves_.size()) return fail("a row group lacks columns");
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const foreign_chunk& chunk = group.chunks[chosen_[i]];
    if (chunk.offset > size_ || chunk.stored_bytes > size_ - chunk.offset || chunk.values != group.rows)
      return fail("a row group is not in the file");
    columns_[i].begin_chunk(chunk);
  }
  rows_left_ = group.rows;
  return true;
}

bool foreign_table::next(std::vector<row_value>& row) {
  while (rows_left_ == 0) {
    if (next_group_ == groups_.size() || !fault_.empty()) return false;
    if (!begin_group()) return false;
  }
  --rows_left_;
  row.resize(columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (columns_[i].next(row[i])) continue;
    return fail(columns_[i].fault().empty() ? "a column ends before the others" : columns_[i].fault());
  }
  return true;
}

}  // namespace urlsieve::parquet
