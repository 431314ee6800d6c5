// The k-way merge of the rows of sorted shards, by their sort keys.
#ifndef URLSIEVE_SHARDS_ROW_MERGE_HPP
#define URLSIEVE_SHARDS_ROW_MERGE_HPP

#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "src/runs/loser_tree.hpp"
#include "src/shards/shard_reader.hpp"

namespace urlsieve {

// The cursor of a shard for loser_tree. A reader with an error ends like a finished reader; the caller must
// call check() of all readers after the merge.
struct row_cursor {
  shard_reader* reader;

  bool next() { return reader->next(); }
  [[nodiscard]] std::string_view key() const { return reader->sort_key(); }
  [[nodiscard]] std::size_t shared() const { return reader->shared(); }
};

using row_merge = loser_tree<row_cursor>;

// Returns the merge of `readers`, which must outlive the merge; index() is the index of the reader. Requires:
// next() of the readers was not called.
[[nodiscard]] inline row_merge merge_by_key(std::span<shard_reader> readers) {
  std::vector<row_cursor> cursors;
  cursors.reserve(readers.size());
  for (shard_reader& reader : readers) cursors.push_back({&reader});
  return row_merge(std::move(cursors));
}

}  // namespace urlsieve

#endif
