// Columns of Parquet files are read by name. engines.index_table reads files of DuckDB in all codecs.
#include "src/shards/parquet/foreign_table.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/shards/parquet/row_file_writer.hpp"

namespace urlsieve::parquet {
namespace {

constexpr std::array<std::string_view, 3> names{"file", "offset", "length"};

struct place {
  std::string file;
  std::int64_t offset, length;
  bool operator==(const place&) const = default;
};

std::vector<place> made_places(std::size_t count) {
  std::mt19937_64 random(38);
  std::vector<place> places;
  for (std::size_t i = 0; i < count; ++i)
    places.push_back({"crawl-data/" + std::to_string(random() % 300) + ".warc.gz",
                      static_cast<std::int64_t>(random() % 0x7FFFFFFF),
                      static_cast<std::int64_t>(random() % 100000)});
  return places;
}

std::string file_of(const std::vector<place>& places, number_form numbers) {
  std::string bytes;
  const description table{{{"other", {field_kind::list}},
                           {"length", {field_kind::number, false, numbers}},
                           {"file", {field_kind::text, true}},
                           {"offset", {field_kind::number, true, numbers}}},
                          {},
                          {},
                          "test"};
  row_file_writer to(table, [&](std::string_view more) {
    bytes += more;
    return true;
  });
  for (const place& of : places) {
    const std::string_view element = "x";
    const std::array<row_value, 4> row{
        row_value::of_list({&element, 1}), row_value::of_number(static_cast<std::uint64_t>(of.length)),
        row_value::of_text(of.file),
        of.offset < 0 ? row_value() : row_value::of_number(static_cast<std::uint64_t>(of.offset))};
    EXPECT_EQ(to.append(row), row_file_writer::outcome::done);
  }
  EXPECT_EQ(to.finish(), row_file_writer::outcome::done);
  return bytes;
}

struct read_table {
  std::vector<place> places;
  std::string fault;
};

read_table places_in(std::string_view bytes, std::uint64_t memory = std::uint64_t{64} << 20U) {
  foreign_table table(
      [&](std::uint64_t at, std::span<char> out) {
        if (at > bytes.size() || out.size() > bytes.size() - at) return false;
        if (!out.empty()) std::memcpy(out.data(), bytes.data() + at, out.size());
        return true;
      },
      bytes.size(), memory);
  read_table read;
  if (table.open() && !table.choose(names)) read.fault = "no such columns";
  std::vector<row_value> row;
  while (read.fault.empty() && table.next(row)) {
    place& of = read.places.emplace_back();
    of.file = row[0].kind() == row_value::form::text ? row[0].text() : std::string_view();
    of.offset = row[1].kind() == row_value::form::number ? static_cast<std::int64_t>(row[1].number()) : -1;
    of.length = row[2].kind() == row_value::form::number ? static_cast<std::int64_t>(row[2].number()) : -1;
  }
  if (read.fault.empty()) read.fault = table.fault();
  return read;
}

TEST(foreign_table, reads_columns_by_name) {
  std::vector<place> places = made_places(300'000);
  for (std::size_t i = 0; i < places.size(); i += 7) places[i].offset = -1;  // null
  for (std::size_t i = 0; i < places.size(); i += 11) places[i].file.clear();
  for (const number_form numbers : {number_form::int32, number_form::natural}) {
    const read_table read = places_in(file_of(places, numbers));
    EXPECT_EQ(read.fault, "");
    EXPECT_TRUE(read.places == places);
  }
}

TEST(foreign_table, reports_other_files) {
  const std::string bytes = file_of(made_places(100), number_form::int32);
  EXPECT_EQ(places_in(bytes).fault, "");
  EXPECT_NE(places_in("").fault, "");
  EXPECT_NE(places_in("PAR1PAR1").fault, "");
  EXPECT_NE(places_in(std::string_view(bytes).substr(0, bytes.size() - 1)).fault, "");
  EXPECT_NE(places_in(bytes, 256).fault, "");
  std::string renamed = bytes;
  for (std::size_t at = 0; (at = renamed.find("offset", at)) != std::string::npos;)
    renamed.replace(at, 6, "OFFSET");
  EXPECT_EQ(places_in(renamed).fault, "no such columns");
}

// A changed byte yields other values, a fault or fewer rows, but no access beyond a buffer.
TEST(foreign_table, survives_changed_bytes) {
  const std::string bytes = file_of(made_places(500), number_form::int32);
  std::mt19937_64 random(7);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string changed = bytes;
    changed[i] = static_cast<char>(random());
    EXPECT_LE(places_in(changed, 1U << 20U).places.size(), 100'000U);
  }
  for (std::size_t size = 0; size < bytes.size(); size += 13)
    EXPECT_NE(places_in(std::string_view(bytes).substr(0, size)).fault, "");
}

}  // namespace
}  // namespace urlsieve::parquet
