// Shard files: rows are the lines of the decompressed content. check() succeeds if and only if the rows are
// in order and have keys.
#include <string>

#include "src/codec/compression.hpp"
#include "src/shards/shard_reader.hpp"
#include "tests/fuzz/file_in_memory.hpp"

namespace urlsieve::fuzz::shard_file_target {
namespace {

manifest manifest_of(unsigned manner) {
  manifest of;
  of.order = static_cast<row_order>(manner % 3);
  of.form = (manner & 4U) != 0 ? row_form::jsonl : row_form::tsv;
  of.packing = static_cast<compression>(manner / 8 % 3);
  of.fields = {"url"};
  if ((manner & 64U) != 0) of.fields.insert(of.fields.begin(), "count");
  return of;
}

}  // namespace

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const unsigned manner = given.byte();
  const manifest of = manifest_of(manner);
  const row_layout layout(of);
  const std::string_view bytes = given.rest();
  const file_in_memory stored(bytes);
  const std::string path = stored.name();
  const std::string directory = path.substr(0, path.rfind('/'));
  shard_summary expected;
  expected.name = path.substr(path.rfind('/') + 1);
  expected.content_bytes = std::size_t{1} << 30U;
  auto first = shard_reader::open(directory, expected, of, layout, std::uint64_t{1} << 24U);
  require(first.has_value());
  std::string rows;
  std::string last;
  while (first->next()) {
    require(first->row().find('\n') == std::string_view::npos);
    require(first->previous_key() == last || first->lines() == 1);
    require(first->shared() <= first->sort_key().size());
    last = first->key();
    rows.append(first->row()).append(1, '\n');
  }
  if (of.packing == compression::none) require(rows == bytes.substr(0, bytes.rfind('\n') + 1));
  const shard_summary summary = first->summary();
  if (!first->state()) return;
  require(summary.content_bytes == rows.size() && summary.bytes == bytes.size());
  auto second = shard_reader::open(directory, summary, of, layout, std::uint64_t{1} << 24U);
  require(second.has_value());
  while (second->next()) {
  }
  require(second->check().has_value() == (second->disordered().count == 0 && second->malformed().count == 0));
}

}  // namespace urlsieve::fuzz::shard_file_target
