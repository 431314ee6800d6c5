// The page indexes of a file are compared with the values of its pages; tests/engines/parquet_test.sh
// compares them by hyparquet.
#include "src/shards/parquet/page_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/parquet/column_reader.hpp"
#include "src/shards/parquet/footer_reader.hpp"
#include "src/shards/parquet/page_memory.hpp"
#include "src/shards/parquet/row_file_writer.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/number_bytes.hpp"
#include "tests/shards/parquet/text_rows.hpp"

namespace urlsieve::parquet {
namespace page_index_test {

using namespace std::string_literals;

// A value in the Thrift compact protocol, parsed without the code under test.
struct thrift_value {
  std::map<int, thrift_value> fields;
  std::vector<thrift_value> elements;
  std::int64_t number = 0;
  std::string_view text;
};

class thrift_parser {
 public:
  explicit thrift_parser(std::string_view bytes) : bytes_(bytes) {}

  thrift_value structure() {
    thrift_value value;
    int field = 0;
    while (const unsigned head = byte()) {
      field = head >> 4U != 0 ? field + static_cast<int>(head >> 4U) : static_cast<int>(zigzag());
      value.fields[field] = of_type(head & 15U, false);
    }
    return value;
  }
  [[nodiscard]] bool ended() const { return at_ == bytes_.size(); }

 private:
  unsigned byte() { return static_cast<unsigned char>(bytes_.at(at_++)); }
  std::uint64_t varint() {
    std::uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
      const unsigned next = byte();
      number |= std::uint64_t{next & 127U} << shift;
      if (next < 128) return number;
    }
  }
  std::int64_t zigzag() {
    const std::uint64_t number = varint();
    return static_cast<std::int64_t>(number >> 1U) ^ -static_cast<std::int64_t>(number & 1U);
  }
  thrift_value of_type(unsigned type, bool is_element) {
    thrift_value value;
    if (type == 1 || type == 2) {
      value.number = (is_element ? byte() : type) == 1 ? 1 : 0;
    } else if (type == 5 || type == 6) {
      value.number = zigzag();
    } else if (type == 8) {
      const std::uint64_t size = varint();
      value.text = bytes_.substr(at_, size);
      at_ += size;
    } else if (type == 9) {
      const unsigned head = byte();
      std::uint64_t count = head >> 4U;
      if (count == 15) count = varint();
      for (; count != 0; --count) value.elements.push_back(of_type(head & 15U, true));
    } else if (type == 12) {
      value = structure();
    } else {
      ADD_FAILURE() << "type " << type;
    }
    return value;
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

thrift_value parsed(std::string_view bytes) {
  thrift_parser parser(bytes);
  thrift_value value = parser.structure();
  EXPECT_TRUE(parser.ended());
  return value;
}

std::vector<column> columns_with_pages() {
  return {{"url", {field_kind::text}, true, true}, {"count", {field_kind::number}},
          {"sources", {field_kind::list}},         {"rel", {field_kind::text, true}},
          {"status", {field_kind::number, true}},  {"host", {field_kind::text, true}, false, true}};
}

std::string file_of(const std::vector<column>& columns, const std::vector<std::string>& rows,
                    std::uint64_t most_index_bytes = largest_indexes) {
  std::string bytes;
  row_file_writer to(
      {columns, {0}, {}, "x"},
      [&](std::string_view more) {
        bytes += more;
        return true;
      },
      most_index_bytes);
  typed_row row;
  for (const std::string& text : rows) {
    testing::set_row(text, columns, row);
    EXPECT_EQ(to.append(row.values()), row_file_writer::outcome::done);
  }
  EXPECT_EQ(to.finish(), row_file_writer::outcome::done);
  return bytes;
}

footer footer_of(std::string_view bytes, const std::vector<column>& columns) {
  footer read;
  const std::size_t size = little_endian(bytes.substr(bytes.size() - 8, 4));
  const std::size_t end = bytes.size() - 8 - size;
  EXPECT_EQ(read_footer(bytes.substr(end, size), columns, end, accepted_footer(columns.size()), read), "");
  return read;
}

// The values of a page in the form of bounds: numbers as eight bytes.
struct page_values {
  std::vector<std::string> present;
  std::uint64_t nulls = 0;
};

page_values values_of(std::string_view chunk, std::uint64_t rows, const column& of) {
  column_reader from(of, std::uint64_t{1} << 22U, [&](std::uint64_t offset, std::span<char> buffer) {
    return chunk.substr(offset).copy(buffer.data(), buffer.size()) == buffer.size();
  });
  from.begin_chunk(0, chunk.size(), std::uint64_t{1} << 17U);
  page_memory pages(std::uint64_t{1} << 24U);
  page_values page;
  for (std::uint64_t i = 0; i < rows; ++i) {
    typed_row row;
    EXPECT_TRUE(from.append_next(pages, row));
    if (row.values().size() != 1) return page;
    const row_value& value = row.values()[0];
    if (of.type.kind == field_kind::number && value.kind() == row_value::form::number) {
      append_little_endian(value.number(), 8, page.present.emplace_back());
    } else if (of.type.kind == field_kind::list) {
      for (const std::string_view element : value.elements()) page.present.emplace_back(element);
      page.nulls += value.elements().empty() ? 1 : 0;
    } else if (of.type.kind == field_kind::text && value.kind() == row_value::form::text &&
               !(of.type.nullable && value.text().empty())) {
      page.present.emplace_back(value.text());
    } else {
      ++page.nulls;
    }
  }
  return page;
}

bool is_less(const column& of, std::string_view left, std::string_view right) {
  if (of.type.kind != field_kind::number) return left < right;
  return static_cast<std::int64_t>(little_endian(left)) < static_cast<std::int64_t>(little_endian(right));
}

// Compares the index of a chunk with its pages; returns the number of pages.
std::size_t check_chunk(std::string_view bytes, const chunk_place& chunk, std::uint64_t rows,
                        const column& of) {
  SCOPED_TRACE(of.name);
  const thrift_value places = parsed(bytes.substr(chunk.places_offset, chunk.places_bytes));
  const std::vector<thrift_value>& pages = places.fields.at(1).elements;
  const std::uint64_t first = static_cast<std::uint64_t>(pages.at(0).fields.at(1).number);
  const std::string dictionary(bytes.substr(chunk.offset, first - chunk.offset));
  std::optional<thrift_value> bounds;
  if (chunk.bounds_bytes != 0) bounds = parsed(bytes.substr(chunk.bounds_offset, chunk.bounds_bytes));
  std::uint64_t at = first;
  std::vector<std::string_view> lower;
  std::vector<std::string_view> upper;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const auto& page = pages[i].fields;
    const auto size = static_cast<std::uint64_t>(page.at(2).number);
    const auto first_row = static_cast<std::uint64_t>(page.at(3).number);
    const std::uint64_t next_row =
        i + 1 < pages.size() ? static_cast<std::uint64_t>(pages[i + 1].fields.at(3).number) : rows;
    EXPECT_EQ(static_cast<std::uint64_t>(page.at(1).number), at);
    EXPECT_LE(next_row - first_row, rows_a_page);
    const page_values values =
        values_of(dictionary + std::string(bytes.substr(at, size)), next_row - first_row, of);
    at += size;
    if (!bounds) continue;
    EXPECT_EQ(bounds->fields.at(1).elements.at(i).number, values.present.empty() ? 1 : 0);
    EXPECT_EQ(static_cast<std::uint64_t>(bounds->fields.at(5).elements.at(i).number), values.nulls);
    const std::string_view least = bounds->fields.at(2).elements.at(i).text;
    const std::string_view most = bounds->fields.at(3).elements.at(i).text;
    if (values.present.empty()) {
      EXPECT_EQ(least.size() + most.size(), 0U);
      continue;
    }
    lower.push_back(least);
    upper.push_back(most);
    const auto [smallest, greatest] =
        std::minmax_element(values.present.begin(), values.present.end(),
                            [&](const auto& left, const auto& right) { return is_less(of, left, right); });
    EXPECT_FALSE(is_less(of, *smallest, least));
    EXPECT_FALSE(is_less(of, most, *greatest));
    if (smallest->size() <= 64) EXPECT_EQ(least, *smallest);
    if (greatest->size() <= 64) EXPECT_EQ(most, *greatest);
    EXPECT_LE(std::max(least.size(), most.size()), 64U);
    if (std::all_of(values.present.begin(), values.present.end(),
                    [](const std::string& value) { return is_utf8(value); }))
      EXPECT_TRUE(is_utf8(least) && is_utf8(most));
  }
  EXPECT_EQ(at, chunk.offset + chunk.stored_bytes);
  if (!bounds) return pages.size();
  const auto ascends = [&](const std::vector<std::string_view>& all) {
    return std::is_sorted(all.begin(), all.end(),
                          [&](auto left, auto right) { return is_less(of, left, right); });
  };
  const auto descends = [&](const std::vector<std::string_view>& all) {
    return std::is_sorted(all.begin(), all.end(),
                          [&](auto left, auto right) { return is_less(of, right, left); });
  };
  const std::int64_t order = bounds->fields.at(4).number;
  EXPECT_EQ(order, ascends(lower) && ascends(upper) ? 1 : descends(lower) && descends(upper) ? 2 : 0);
  return pages.size();
}

std::size_t check_file(const std::vector<column>& columns, const std::vector<std::string>& rows) {
  const std::string bytes = file_of(columns, rows);
  const footer read = footer_of(bytes, columns);
  std::size_t pages = 0;
  for (std::size_t group = 0; group < read.groups.size(); ++group)
    for (std::size_t i = 0; i < columns.size(); ++i)
      pages +=
          check_chunk(bytes, read.chunks[group * columns.size() + i], read.groups[group].rows, columns[i]);
  return pages;
}

TEST(page_index, has_the_bounds_and_places_of_pages) {
  std::mt19937_64 random(7);
  const std::vector<std::string> words{
      "",      "nofollow",           "\xC3\xA9",
      "\xFF"s, std::string(70, 'z'), std::string(63, 'y') + "\xE2\x98\x83\xE2\x98\x83"};
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < 60'000; ++i) {
    std::string row = "http://a.example/" + std::string(i % 61, 'q') + std::to_string(1'000'000 + i) + '\t' +
                      std::to_string(random() % 9 == 0 ? random() >> 1U : i) + '\t';
    for (std::uint64_t k = random() % 4; k != 0; --k)
      row += "source " + std::to_string(k) + (k > 1 ? "\0"s : "");
    // Pages of nulls at the beginning, descending pages at the end.
    row += '\t' + (i < 20'000 ? "" : words[random() % words.size()]);
    row += '\t' + (i < 20'000 ? "" : std::to_string(90'000 - i));
    rows.push_back(row + "\thost" + std::to_string(random() % 300));
  }
  std::sort(rows.begin(), rows.end());
  EXPECT_GT(check_file(columns_with_pages(), rows), 60'000 / rows_a_page * 6);
}

TEST(page_index, exists_for_one_row_and_for_long_values) {
  check_file(columns_with_pages(), {"u\t1\t\t\t\t"});
  check_file(columns_with_pages(),
             {std::string(300'000, 'u') + "\t1\t\t" + std::string(500, 'r') + "\t\tx",
              std::string(300'001, 'u') + "\t2\ta\t" + std::string(500, '~') + "\t5\t", "v\t2\t\t\t\t"});
}

// A bound below the greatest value would hide rows, so a chunk without bounds has no ColumnIndex.
TEST(page_index, lacks_bounds_that_would_be_long) {
  const std::vector<column> columns = columns_with_pages();
  const std::string bytes = file_of(columns, {std::string(80, '\xFF') + "\t1\t\t\t\th", "\xFF\t1\t\t\t\th"});
  const footer read = footer_of(bytes, columns);
  EXPECT_EQ(read.chunks[0].bounds_bytes, 0U);
  EXPECT_NE(read.chunks[0].places_bytes, 0U);
  EXPECT_NE(read.chunks[5].bounds_bytes, 0U);
  check_chunk(bytes, read.chunks[0], 2, columns[0]);
}

// The indexes of a file stay in memory until its end, so their size is limited.
TEST(page_index, ends_at_the_row_group_that_exceeds_the_limit) {
  const std::vector<column> columns{{"url", {field_kind::text}, true}, {"count", {field_kind::number}}};
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < 3 * rows_a_group; ++i)
    rows.push_back("u" + std::to_string(1'000'000 + i) + "\t1");
  const auto indexes_of = [&](const footer& read, std::size_t group) {
    std::uint64_t bytes = 0;
    for (std::size_t i = 2 * group; i < 2 * group + 2; ++i)
      bytes += read.chunks[i].bounds_bytes + read.chunks[i].places_bytes;
    return bytes;
  };
  const footer whole = footer_of(file_of(columns, rows), columns);
  ASSERT_EQ(whole.groups.size(), 3U);
  const std::uint64_t of_two = indexes_of(whole, 0) + indexes_of(whole, 1);
  EXPECT_EQ(whole.index_bytes, of_two + indexes_of(whole, 2));
  const std::string bytes = file_of(columns, rows, of_two);
  const footer two = footer_of(bytes, columns);
  EXPECT_EQ(two.index_bytes, of_two);
  EXPECT_EQ(indexes_of(two, 2), 0U);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_GT(check_chunk(bytes, two.chunks[i], rows_a_group, columns[i % 2]), 1U);
  EXPECT_EQ(footer_of(file_of(columns, rows, of_two - 1), columns).index_bytes, indexes_of(whole, 0));
  EXPECT_EQ(footer_of(file_of(columns, rows, 0), columns).index_bytes, 0U);
}

}  // namespace page_index_test
}  // namespace urlsieve::parquet
