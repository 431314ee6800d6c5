// Manifests and rows: a parsed manifest writes back to the same manifest. A split row joins to the same row,
// and a row merged with itself can be split.
#include <cstddef>
#include <string>
#include <string_view>

#include "src/shards/manifest_reader.hpp"
#include "src/shards/merged_row.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::manifest_target {
namespace {

void check_rows(const manifest& of, std::string_view row) {
  const row_layout layout(of);
  std::vector<row_value> values;
  std::string storage;
  const auto key = layout.key(row, storage);
  if (!layout.split(row, values)) return;
  require(key.has_value() || of.form == row_form::jsonl);
  std::string again;
  layout.join(values, again);
  require(again == std::string(row) + '\n');
  merged_row merged(of, of);
  if (!merged.begin(row) || !merged.add(row, merged)) return;
  again.clear();
  merged.append(0, again);
  again.pop_back();
  require(layout.split(again, values));
}

}  // namespace

extern const std::size_t longest_input = 20'000;

// Input: a manifest, NUL, a row without line feed.
void run(fuzz_input& given) {
  const auto read = read_manifest(given.up_to('\0'));
  if (!read) return;
  const std::string json = read->json();
  const auto again = read_manifest(json);
  require(again.has_value() && again->json() == json);
  check_rows(*read, given.up_to('\n'));
}

}  // namespace urlsieve::fuzz::manifest_target
