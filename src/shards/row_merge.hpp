// A k-way merge of the rows of sorted shards. Its loser tree stores the prefix length that each key shares
// with the last winner, so all comparisons together read each byte about once.
#ifndef URLSIEVE_SHARDS_ROW_MERGE_HPP
#define URLSIEVE_SHARDS_ROW_MERGE_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/shards/shard_reader.hpp"

namespace urlsieve {

// A loser tree: each inner node keeps the reader that lost there, so the next row takes one comparison per
// level, along one path from a leaf to the root. Most comparisons read no byte of the keys: the entry with
// the longer shared prefix is smaller.
class row_merge {
 public:
  // Merges `readers`, which must outlive the merge. Rows with equal keys come in the order of the readers. A
  // reader with an error ends like a finished reader; the caller must call check() of all readers afterwards.
  // Requires: next() of the readers was not called.
  explicit row_merge(std::span<shard_reader> readers);

  // Advances to the next row by next() of the last reader; returns false after the last row.
  bool next();

  // Returns the index of the reader that has the current row.
  [[nodiscard]] std::size_t reader() const { return winner_.reader; }
  // Returns true if the row before had an equal key.
  [[nodiscard]] bool same_key() const { return same_key_; }

 private:
  struct entry {
    std::size_t reader = none;
    std::size_t shared = 0;  // prefix shared with the winner at this node, or with the last row
  };
  static constexpr std::size_t none = ~std::size_t{0};

  [[nodiscard]] entry fetch(std::size_t reader, std::size_t shared);
  void play(entry& challenger, entry& stored);
  entry build(std::size_t node);

  std::span<shard_reader> readers_;
  std::vector<entry> losers_;  // children of node n: 2n and 2n + 1; leaves follow the inner nodes
  std::size_t leaves_;
  entry winner_;
  std::size_t last_size_ = none;  // size of the key of the last row
  bool same_key_ = false;
  bool begun_ = false;
};

}  // namespace urlsieve

#endif
