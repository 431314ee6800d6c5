// Parquet files of other writers: a file is rejected, or yields rows within the file and the memory budget.
// Two reads yield the same rows. A Snappy block is rejected, or fills its buffer.
#include <array>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/raw_block.hpp"
#include "src/shards/parquet/foreign_table.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::foreign_table_target {
namespace {

constexpr std::uint64_t memory = std::uint64_t{1} << 20U;
constexpr std::array<std::string_view, 3> names{"warc_filename", "warc_record_offset", "warc_record_length"};

std::string rows_of(std::string_view bytes) {
  parquet::foreign_table table(
      [&](std::uint64_t at, std::span<char> out) {
        if (at > bytes.size() || out.size() > bytes.size() - at) return false;
        if (!out.empty()) std::memcpy(out.data(), bytes.data() + at, out.size());
        return true;
      },
      bytes.size(), memory);
  std::string text;
  if (!table.open() || !table.choose(names)) return text;
  std::vector<row_value> row;
  while (text.size() < memory && table.next(row)) {
    require(row.size() == names.size());
    for (const row_value& value : row) {
      if (value.kind() == row_value::form::number)
        text += std::to_string(value.number());
      else
        text += value.text();
      text += '\t';
    }
  }
  return text.append(table.fault());
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const std::string bytes(given.rest());
  std::string plain(1000, '\0');
  static_cast<void>(decompress_snappy(bytes, plain));
  require(rows_of(bytes) == rows_of(bytes));
}

}  // namespace urlsieve::fuzz::foreign_table_target
