#include "src/pipeline/places/parquet_places.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

#include "src/input/lists/index_line.hpp"
#include "src/rows/typed_row.hpp"
#include "src/shards/dataset_file.hpp"
#include "src/shards/parquet/foreign_table.hpp"
#include "src/shards/parquet/parquet_file.hpp"

namespace urlsieve {
namespace {

constexpr std::uint64_t rows_a_check = 1U << 14U;

// Fills `out` from offset `at`. Returns false at the end of the file, and after an error, which `state` has.
bool read_exactly(dataset_file& file, std::uint64_t at, std::span<char> out, result<void>& state) {
  while (!out.empty()) {
    const result<std::size_t> got = file.read(at, out);
    if (!got) state = tl::unexpected(got.error());
    if (!got || *got == 0) return false;
    at += *got;
    out = out.subspan(*got);
  }
  return true;
}

place_row row_with(std::span<const row_value> values) {
  place_row row;
  const row_value& offset = values[1];
  const row_value& length = values[2];
  const auto is_number = [](const row_value& value) { return value.kind() == row_value::form::number; };
  if (values[0].text().empty() || !is_number(offset) || !is_number(length)) return row;
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  if (offset.number() > most || length.number() > most)
    row.fault = "the offset or length of the record is negative";
  else
    row.place = record_place{values[0].text(), offset.number(), length.number()};
  return row;
}

}  // namespace

bool is_parquet_file(const std::string& name) {
  std::error_code failed;
  if (!std::filesystem::is_regular_file(name, failed)) return false;
  result<dataset_file> file = dataset_file::open(name, {}, dataset_file::reading::anywhere);
  std::array<char, parquet::magic.size()> head{};
  result<void> state;
  return file && read_exactly(*file, 0, head, state) &&
         std::string_view(head.data(), head.size()) == parquet::magic;
}

result<void> read_parquet_places(const std::string& name, const place_reading& how,
                                 const consumer_ref<place_row>& take) {
  result<dataset_file> file = dataset_file::open(name, {}, dataset_file::reading::anywhere);
  if (!file) return tl::unexpected(file.error());
  result<void> state;
  parquet::foreign_table table(
      [&](std::uint64_t at, std::span<char> out) { return read_exactly(*file, at, out, state); },
      file->size().value_or(0), how.memory);
  const auto refuse = [&]() -> result<void> {
    if (!state) return state;
    return tl::unexpected(error{error_code::cannot_read, name + ": " + std::string(table.fault())});
  };
  if (!table.open()) return refuse();
  const bool has_places = std::ranges::any_of(
      place_column_sets, [&](const place_columns& columns) { return table.choose(columns); });
  if (!has_places)
    return tl::unexpected(error{
        error_code::usage, name + ": the Parquet file has no columns warc_filename, warc_record_offset and "
                                  "warc_record_length"});
  std::vector<row_value> values;
  for (std::uint64_t rows = 0; table.next(values); ++rows) {
    if (rows % rows_a_check == 0 && how.remote.stop != nullptr && *how.remote.stop)
      return tl::unexpected(error{error_code::interrupted, "interrupted"});
    if (values[0].kind() == row_value::form::number)
      return tl::unexpected(error{error_code::usage, name + ": the names of files are numbers"});
    if (!take(row_with(values))) return {};
  }
  return table.fault().empty() ? result<void>() : refuse();
}

}  // namespace urlsieve
