// A manifest and a row under it: what is read is written as it stood, and cut rows come together again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "src/shards/manifest_reader.hpp"
#include "src/shards/merged_row.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void check_rows(const urlsieve::manifest& of, std::string_view row) {
  const urlsieve::row_layout layout(of);
  urlsieve::row_values values;
  std::string storage;
  const auto key = layout.key(row, storage);
  if (!layout.split(row, values)) return;
  require(key.has_value() || of.jsonl);
  std::string again;
  layout.join(values, again);
  require(again == std::string(row) + '\n');
  urlsieve::merged_row merged(of, of);
  if (!merged.begin(row) || !merged.add(row, merged)) return;
  again.clear();
  merged.append(0, again);
  again.pop_back();
  require(layout.split(again, values));
}

}  // namespace

// The input: a manifest, a NUL, a row without LF.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t nul = input.find('\0');
  const auto read = urlsieve::read_manifest(input.substr(0, nul));
  if (!read) return 0;
  const std::string json = read->json();
  const auto again = urlsieve::read_manifest(json);
  require(again.has_value() && again->json() == json);
  if (nul != std::string_view::npos && input.find('\n', nul) == std::string_view::npos)
    check_rows(*read, input.substr(nul + 1));
  return 0;
}
