// A manifest and a row under it: what is read is written as it stood, and cut rows come together again.
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

// The input: a manifest, a NUL, a row without LF.
void run(fuzz_input& given) {
  const auto read = read_manifest(given.up_to('\0'));
  if (!read) return;
  const std::string json = read->json();
  const auto again = read_manifest(json);
  require(again.has_value() && again->json() == json);
  check_rows(*read, given.up_to('\n'));
}

}  // namespace urlsieve::fuzz::manifest_target
