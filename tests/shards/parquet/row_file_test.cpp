// Rows are written to a file and read back; the reader reports files that are damaged or not in Parquet.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/shards/parquet/column_reader.hpp"
#include "src/shards/parquet/compact_writer.hpp"
#include "src/shards/parquet/footer_reader.hpp"
#include "src/shards/parquet/footer_writer.hpp"
#include "src/shards/parquet/page_memory.hpp"
#include "src/shards/parquet/row_file_reader.hpp"
#include "src/shards/parquet/row_file_writer.hpp"
#include "src/shards/parquet/varints.hpp"
#include "src/text/number_bytes.hpp"
#include "tests/shards/parquet/text_rows.hpp"

namespace urlsieve::parquet {
namespace row_file_test {

using namespace std::string_literals;
using outcome = row_file_writer::outcome;

std::vector<column> all_kinds() {
  return {{"url", {field_kind::text}, true},      {"count", {field_kind::number}},
          {"sources", {field_kind::list}},        {"rel", {field_kind::text, true}},
          {"status", {field_kind::number, true}}, {"where", {field_kind::text}}};
}

outcome append(std::string_view text, const std::vector<column>& columns, row_file_writer& to) {
  typed_row row;
  testing::set_row(text, columns, row);
  return to.append(row.values());
}

std::string file_of(const std::vector<column>& columns, const std::vector<std::string>& rows) {
  std::string bytes;
  row_file_writer to({columns, {0}, {{"fact", "value"}}, "urlsieve version test"},
                     [&](std::string_view more) {
                       bytes += more;
                       return true;
                     });
  for (const std::string& row : rows) EXPECT_EQ(append(row, columns, to), outcome::done) << row;
  EXPECT_EQ(to.finish(), outcome::done);
  return bytes;
}

struct read_back {
  std::vector<std::string> rows;
  std::string fault;
  bool to_its_end = false;

  bool operator==(const read_back&) const = default;
};

read_back rows_of(std::string_view bytes, const std::vector<column>& columns, std::uint64_t memory,
                  std::uint64_t kept_group) {
  std::size_t place = 0;
  row_file_reader::reading how;
  how.at = [&](std::uint64_t offset, std::span<char> buffer) {
    if (offset > bytes.size() || buffer.size() > bytes.size() - offset) return false;
    std::memcpy(buffer.data(), bytes.data() + offset, buffer.size());
    return true;
  };
  how.next = [&](std::span<char> buffer) {
    if (buffer.size() > bytes.size() - place) return false;
    if (!buffer.empty()) std::memcpy(buffer.data(), bytes.data() + place, buffer.size());
    place += buffer.size();
    return true;
  };
  how.size = bytes.size();
  how.kept_group = kept_group;
  row_file_reader from(columns, how, memory);
  read_back content;
  for (typed_row row; from.next(row);) content.rows.push_back(testing::text_of(row.values()));
  content.fault = from.fault();
  content.to_its_end = place == bytes.size();
  return content;
}

// Reads pages from the file, and from row groups in memory.
read_back rows_of(std::string_view bytes, const std::vector<column>& columns,
                  std::uint64_t memory = std::uint64_t{64} << 20U) {
  read_back content = rows_of(bytes, columns, memory, 0);
  EXPECT_TRUE(rows_of(bytes, columns, memory, bytes.size()) == content);
  return content;
}

std::vector<std::string> made_up_rows(std::size_t count, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  const std::vector<std::string> words{"",         "nofollow", "noopener noreferrer",
                                       "\xC3\xA9", "a@href",   "\xFF\0x"s};
  const auto word = [&] { return words[random() % words.size()]; };
  std::vector<std::string> rows;
  std::uint64_t at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    at += 1 + random() % 1000;
    std::string row =
        "http://a.example/" + std::to_string(1'000'000'000 + at) + std::string(random() % 9, 'x');
    row += '\t' + std::to_string(random() % 5 == 0 ? random() >> 1U : 1) + '\t';
    const std::uint64_t sources = random() % 4;
    for (std::uint64_t k = 0; k < sources; ++k)
      row += (k == 0 ? "" : "\0"s) + "source " + std::to_string(random() % 50);
    row += '\t' + word() + '\t' + (random() % 2 == 0 ? "" : std::to_string(random() % 600)) + '\t' +
           (random() % 2 == 0 ? word() : std::to_string(random()));
    rows.push_back(row);
  }
  return rows;
}

TEST(parquet_file, rows_come_back) {
  for (const std::size_t count : {0U, 1U, 2U, 7U, 8U, 100U, 5000U}) {
    const std::vector<std::string> rows = made_up_rows(count);
    const read_back content = rows_of(file_of(all_kinds(), rows), all_kinds());
    EXPECT_EQ(content.fault, "");
    EXPECT_EQ(content.rows, rows);
    EXPECT_TRUE(content.to_its_end);
  }
}

// Empty elements of lists are kept, although sources always have names.
TEST(parquet_file, empty_elements_come_back) {
  const std::vector<column> columns{{"url", {field_kind::text}, true}, {"sources", {field_kind::list}}};
  const std::vector<std::string> rows{"a\t", "b\tx\0"s, "c\t\0x"s, "d\t\0"s, "e\tx\0\0\0y\0\0"s};
  EXPECT_EQ(rows_of(file_of(columns, rows), columns).rows, rows);
}

// More rows than a group holds, pages of every size, an abandoned dictionary. Only pages limit the memory of
// a reader, so a reader needs less memory than a group.
TEST(parquet_file, many_rows_are_groups) {
  const std::vector<std::string> rows = made_up_rows(2 * rows_a_group + 17);
  const std::string bytes = file_of(all_kinds(), rows);
  const read_back content = rows_of(bytes, all_kinds(), std::uint64_t{1} << 20U);
  EXPECT_EQ(content.fault, "");
  EXPECT_TRUE(content.rows == rows);
  footer places;
  std::uint32_t size = 0;
  std::memcpy(&size, bytes.data() + bytes.size() - 8, 4);
  const std::size_t end = bytes.size() - 8 - size;
  ASSERT_EQ(
      read_footer(std::string_view(bytes).substr(end, size), all_kinds(), end, accepted_footer(6), places),
      "");
  ASSERT_EQ(places.groups.size(), 3U);
  EXPECT_EQ(places.groups[0].rows, rows_a_group);
  EXPECT_EQ(places.groups[1].rows, rows_a_group);
  EXPECT_GT(places.groups[0].stored_bytes, std::uint64_t{1} << 20U);
}

TEST(parquet_file, many_bytes_are_groups) {
  const std::vector<column> columns{{"url", {field_kind::text}, true}};
  std::mt19937_64 random(2);
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < 40'000; ++i) {
    std::string& row = rows.emplace_back(std::to_string(100'000 + i));
    for (int k = 0; k < 64; ++k) row += std::to_string(random());
  }
  const std::string bytes = file_of(columns, rows);
  footer places;
  const std::size_t size = little_endian(std::string_view(bytes).substr(bytes.size() - 8, 4));
  const std::size_t end = bytes.size() - 8 - size;
  ASSERT_EQ(read_footer(std::string_view(bytes).substr(end, size), columns, end, accepted_footer(1), places),
            "");
  EXPECT_GE(places.groups.size(), 2U);
  for (const group_place& group : places.groups) EXPECT_LE(group.stored_bytes, largest_group(columns.size()));
  EXPECT_TRUE(rows_of(bytes, columns).rows == rows);
}

// Only keys must not contain separators of text rows.
TEST(parquet_file, values_keep_separators_of_text) {
  const std::vector<column> columns{
      {"url", {field_kind::text}, true}, {"text", {field_kind::text, true}}, {"sources", {field_kind::list}}};
  const auto read = [&](std::string_view url, std::string_view text) {
    std::string bytes;
    row_file_writer to({columns, {}, {}, "x"}, [&](std::string_view more) {
      bytes += more;
      return true;
    });
    const std::string with_nul = "a\0b"s;
    const std::vector<std::string_view> elements{text, "", with_nul};
    const std::vector<row_value> row{row_value::of_text(url), row_value::of_text(text),
                                     row_value::of_list(elements)};
    EXPECT_EQ(to.append(row), outcome::done);
    EXPECT_EQ(to.finish(), outcome::done);
    return rows_of(bytes, columns);
  };
  const std::string text = "a\tb\r\nc\n";
  EXPECT_EQ(read("u", text).rows, std::vector{"u\t" + text + '\t' + text + "\0\0a\0b"s});
  EXPECT_EQ(read("u\t", text).fault, "it has a damaged page");
  EXPECT_EQ(read("u\n", text).fault, "it has a damaged page");
}

TEST(parquet_file, is_the_same_each_time) {
  const std::vector<std::string> rows = made_up_rows(3000);
  EXPECT_EQ(file_of(all_kinds(), rows), file_of(all_kinds(), rows));
}

TEST(parquet_file, stores_long_values) {
  const std::vector<column> columns{{"url", {field_kind::text}, true}, {"text", {field_kind::text, true}}};
  std::vector<std::string> rows;
  for (int i = 0; i < 9; ++i)
    rows.push_back(std::string(std::size_t{1} << (2 * i), static_cast<char>('a' + i)) + "\t" +
                   std::string(std::size_t{3} << (2 * (9 - i)), 'y'));
  rows.push_back("z" + std::string(5 << 20U, 'u') + "\t");
  const std::string bytes = file_of(columns, rows);
  EXPECT_EQ(rows_of(bytes, columns).rows, rows);
  EXPECT_EQ(rows_of(bytes, columns, 1U << 20U).fault, "it has a damaged page");
}

// Each page is within the limit, but the pages of all columns together are not.
TEST(parquet_file, columns_share_the_memory_of_pages) {
  constexpr std::size_t count = 20;
  std::vector<column> columns{{"url", {field_kind::text}, true}};
  for (std::size_t i = 1; i < count; ++i) columns.push_back({"text" + std::to_string(i), {field_kind::text}});
  const auto with_long_values = [&](std::size_t of) {
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < count; ++i) {
      std::string row = std::to_string(10 + i);
      for (std::size_t k = 1; k < count; ++k)
        row += '\t' + std::string(i == k && k <= of ? 4 << 20U : 1, 'x');
      rows.push_back(row);
    }
    return rows;
  };
  const std::vector<std::string> few = with_long_values(2);
  EXPECT_TRUE(rows_of(file_of(columns, few), columns, accepted_page).rows == few);
  const std::vector<std::string> many = with_long_values(count);
  const std::string bytes = file_of(columns, many);
  EXPECT_EQ(rows_of(bytes, columns, accepted_page).fault, "its pages exceed the memory budget");
  EXPECT_TRUE(rows_of(bytes, columns, std::uint64_t{64} << 20U).rows == many);
}

// Earlier versions wrote smaller row groups, and so longer footers.
TEST(parquet_file, reads_long_footers) {
  constexpr std::size_t groups = 2500;
  std::vector<column> columns;
  for (std::size_t i = 0; i < 16; ++i) columns.push_back({"text" + std::to_string(i), {field_kind::text}});
  const description of{columns, {0}, {}, "x"};
  footer_writer to(of);
  std::uint64_t at = magic.size();
  for (std::size_t i = 0; i < groups; ++i) {
    std::vector<chunk_facts> chunks(columns.size());
    for (chunk_facts& chunk : chunks) {
      chunk.data_at = at++;
      chunk.values = chunk.stored_bytes = 1;
      chunk.least = chunk.most = value_bound{std::string(50, 'x')};
    }
    to.add_group(1, at - columns.size(), chunks);
  }
  const std::string footer = to.finish(std::vector<bool>(columns.size(), true), at);
  ASSERT_GT(footer.size(), accepted_page);
  ASSERT_LT(footer.size(), accepted_footer(columns.size()));
  std::string bytes = std::string(magic) + std::string(groups * columns.size(), '\0') + footer;
  append_fixed32(static_cast<std::uint32_t>(footer.size()), bytes);
  bytes += magic;
  EXPECT_EQ(rows_of(bytes, columns, accepted_page).fault, "it has a damaged page");
  parquet::footer read;
  EXPECT_EQ(read_footer(footer, columns, at, groups * columns.size() * sizeof(chunk_place) - 1, read),
            "its footer exceeds the memory budget");
}

// Each row group has rows, so an empty chunk is corrupt.
TEST(parquet_file, empty_chunks_are_refused) {
  const description of{{{"url", {field_kind::text}, true}}, {}, {}, "x"};
  const auto fault = [&](std::uint64_t values, std::uint64_t stored) {
    std::vector<chunk_facts> chunks(1);
    chunks[0].data_at = magic.size();
    chunks[0].values = values;
    chunks[0].stored_bytes = stored;
    footer_writer to(of);
    to.add_group(1, magic.size(), chunks);
    const std::uint64_t end = magic.size() + stored;
    footer read;
    return std::string(read_footer(to.finish({true}, end), of.columns, end, accepted_footer(1), read));
  };
  EXPECT_EQ(fault(1, 1), "");
  EXPECT_EQ(fault(0, 1), "its footer was not written by urlsieve");
  EXPECT_EQ(fault(1, 0), "its footer was not written by urlsieve");
}

// A dictionary page of 4 MiB with a million empty values, whose header says 2, takes no memory for the
// values.
TEST(parquet_file, dictionaries_have_as_many_values_as_they_say) {
  const auto is_read = [](std::size_t values, std::size_t said, std::uint64_t memory) {
    const std::string plain(4 * values, '\0');
    std::string packed(block_compressor::max_compressed(plain.size()), '\0');
    packed.resize(block_compressor().pack(plain, packed));
    std::string chunk;
    const auto add = [&](page_kind kind, std::size_t size, std::size_t count, encoding how,
                         const std::string& stored) {
      compact_writer head(chunk);
      head.begin_struct();
      head.i32(1, static_cast<std::int64_t>(kind));
      head.i32(2, static_cast<std::int64_t>(size));
      head.i32(3, static_cast<std::int64_t>(stored.size()));
      head.begin_struct(kind == page_kind::data ? 5 : 7);
      head.i32(1, static_cast<std::int64_t>(count));
      head.i32(2, static_cast<std::int64_t>(how));
      head.end_struct();
      head.end_struct();
      chunk += stored;
    };
    add(page_kind::dictionary, plain.size(), said, encoding::plain, packed);
    const std::string indexes("\0\2", 2);  // width 0, a run of one index
    std::string page(block_compressor::max_compressed(indexes.size()), '\0');
    page.resize(block_compressor().pack(indexes, page));
    add(page_kind::data, indexes.size(), 1, encoding::dictionary, page);
    column_reader from({"text", {field_kind::text}}, accepted_page,
                       [&](std::uint64_t offset, std::span<char> buffer) {
                         return chunk.copy(buffer.data(), buffer.size(), offset) == buffer.size();
                       });
    from.begin_chunk(0, chunk.size(), 1);
    page_memory pages(memory);
    typed_row row;
    const bool done = from.append_next(pages, row);
    EXPECT_FALSE(pages.is_exhausted());
    return done;
  };
  EXPECT_TRUE(is_read(2, 2, 1U << 16U));
  EXPECT_FALSE(is_read(2, 1, 1U << 16U));
  EXPECT_FALSE(is_read(2, 3, 1U << 16U));
  EXPECT_FALSE(is_read(1U << 20U, 2, 5U << 20U));
  EXPECT_FALSE(is_read(2, 1U << 18U, 1U << 16U));
}

TEST(page_memory, limits_the_sum_of_buffers) {
  page_memory pages(std::uint64_t{1} << 20U);
  std::string text;
  std::vector<std::uint32_t> numbers;
  EXPECT_TRUE(pages.reserve(text, 600'000));
  EXPECT_FALSE(pages.reserve(numbers, 150'000));
  EXPECT_TRUE(pages.is_exhausted());
  EXPECT_EQ(numbers.capacity(), 0U);
}

// A buffer that held a long page releases its memory for other columns.
TEST(page_memory, frees_large_buffers) {
  page_memory pages(std::uint64_t{1} << 20U);
  std::string text;
  std::vector<std::uint32_t> numbers;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(pages.reserve(text, 900'000));
    ASSERT_TRUE(pages.reserve(text, 1000));
    ASSERT_TRUE(pages.reserve(numbers, 200'000));
    ASSERT_TRUE(pages.reserve(numbers, 1));
  }
  EXPECT_FALSE(pages.is_exhausted());
}

TEST(parquet_file, rows_that_do_not_fit_are_refused) {
  const auto tried = [](const std::string& row) {
    row_file_writer to({all_kinds(), {}, {}, "x"}, [](std::string_view) { return true; });
    return append(row, all_kinds(), to);
  };
  EXPECT_EQ(tried("u\t1\t\t\t\tw"), outcome::done);
  EXPECT_EQ(tried("u\t9223372036854775807\t\t\t\tw"), outcome::done);
  EXPECT_EQ(tried("u\t9223372036854775808\t\t\t\tw"), outcome::unfit);
  EXPECT_EQ(tried("u\t\t\t\t\tw"), outcome::unfit);
  EXPECT_EQ(tried("u\t-1\t\t\t\tw"), outcome::unfit);
  EXPECT_EQ(tried("u\t1x\t\t\t\tw"), outcome::unfit);
  EXPECT_EQ(tried("u\t1\t\t\tx\tw"), outcome::unfit);
  EXPECT_EQ(tried("u\t1\t\t\t"), outcome::unfit);
  EXPECT_EQ(tried("u\t1\t\t\t\tw\t"), outcome::unfit);
}

TEST(parquet_file, reports_write_errors) {
  row_file_writer to({all_kinds(), {}, {}, "x"}, [](std::string_view) { return false; });
  EXPECT_EQ(append("u\t1\t\t\t\tw", all_kinds(), to), outcome::not_written);
  row_file_writer none({all_kinds(), {}, {}, "x"}, [](std::string_view) { return false; });
  EXPECT_EQ(none.finish(), outcome::not_written);
}

TEST(parquet_file, reports_other_columns) {
  const std::string bytes = file_of(all_kinds(), made_up_rows(10));
  const auto fault = [&](const std::function<void(std::vector<column>&)>& change) {
    std::vector<column> columns = all_kinds();
    change(columns);
    return rows_of(bytes, columns).fault;
  };
  const std::string other = "its columns differ from the manifest";
  EXPECT_EQ(fault([](auto&) {}), "");
  EXPECT_EQ(fault([](auto& c) { c[0].name = "uri"; }), other);
  EXPECT_EQ(fault([](auto& c) { c[1].type.kind = field_kind::text; }), other);
  EXPECT_EQ(fault([](auto& c) { c[2].type.kind = field_kind::text; }), other);
  EXPECT_EQ(fault([](auto& c) { c[3].type.nullable = false; }), other);
  EXPECT_EQ(fault([](auto& c) { c.pop_back(); }), other);
  EXPECT_EQ(fault([](auto& c) { c.push_back({"more", {}}); }), other);
  EXPECT_EQ(fault([](auto& c) { std::swap(c[0], c[3]); }), other);
}

TEST(parquet_file, reports_other_files) {
  EXPECT_EQ(rows_of("", all_kinds()).fault, "it is not a Parquet file");
  EXPECT_EQ(rows_of("PAR1PAR1", all_kinds()).fault, "it is not a Parquet file");
  EXPECT_EQ(rows_of("http://a.example/\nhttp://b.example/\n", all_kinds()).fault, "it is not a Parquet file");
  EXPECT_EQ(rows_of("PAR1\xFF\xFF\xFF\xFFPAR1", all_kinds()).fault, "its footer is longer than the file");
  EXPECT_NE(rows_of("PAR1\0\0\0\0PAR1"s, all_kinds()).fault, "");
}

// A truncated file is not a Parquet file. A changed byte is reported, or gives at most as many rows.
TEST(parquet_file, damage_is_survived) {
  const std::vector<std::string> rows = made_up_rows(400, 5);
  const std::string bytes = file_of(all_kinds(), rows);
  for (std::size_t cut = 0; cut < bytes.size(); cut += 1 + cut / 50)
    EXPECT_NE(rows_of(bytes.substr(0, cut), all_kinds()).fault, "") << cut;
  std::mt19937_64 random(3);
  std::size_t reported = 0;
  for (int i = 0; i < 6000; ++i) {
    std::string changed = bytes;
    changed[random() % changed.size()] = static_cast<char>(random());
    const read_back content = rows_of(changed, all_kinds());
    EXPECT_LE(content.rows.size(), rows.size());
    reported += content.fault.empty() ? 0 : 1;
  }
  EXPECT_GT(reported, 3000U);
}

TEST(row_file, numbers_have_the_range_of_their_form) {
  struct form_row {
    number_form form;
    std::int64_t least, most;
    bool has_beyond;
  };
  for (const auto& [form, least, most, has_beyond] :
       {form_row{number_form::natural, 0, std::numeric_limits<std::int64_t>::max(), true},
        form_row{number_form::int32, std::numeric_limits<std::int32_t>::min(),
                 std::numeric_limits<std::int32_t>::max(), true},
        form_row{number_form::int16, -32768, 32767, true},
        form_row{number_form::milliseconds, std::numeric_limits<std::int64_t>::min(),
                 std::numeric_limits<std::int64_t>::max(), false}}) {
    const auto add = [form](std::int64_t number) {
      row_file_writer to({{{"n", {field_kind::number, false, form}}}, {}, {}, ""},
                         [](std::string_view) { return true; });
      const row_value value = row_value::of_number(static_cast<std::uint64_t>(number));
      return to.append({&value, 1});
    };
    EXPECT_EQ(add(least), outcome::done);
    EXPECT_EQ(add(most), outcome::done);
    if (!has_beyond) continue;
    EXPECT_EQ(add(least - 1), outcome::unfit);
    if (form == number_form::natural) continue;
    EXPECT_EQ(add(most + 1), outcome::unfit);
  }
}

// DuckDB reads negative numbers and times in engines.index_table.
TEST(row_file, small_numbers_are_stored_in_32_bits) {
  const std::vector<column> columns{{"n", {field_kind::number, true, number_form::int32}},
                                    {"s", {field_kind::number, false, number_form::int16}}};
  const std::vector<std::string> rows{"0\t7", "2147483647\t0", "\t32767", "5\t404"};
  const std::string bytes = file_of(columns, rows);
  EXPECT_EQ(rows_of(bytes, columns).rows, rows);
  std::vector<column> natural = columns;
  natural[0].type.numbers = number_form::natural;
  EXPECT_NE(rows_of(bytes, natural).fault, "");
}

}  // namespace row_file_test
}  // namespace urlsieve::parquet
