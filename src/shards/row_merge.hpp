// Rows of many sorted shards in one order: a loser tree that knows how much of its key each row shares with
// the one that won last, so that all comparing together looks at each byte about once.
#ifndef URLSIEVE_SHARDS_ROW_MERGE_HPP
#define URLSIEVE_SHARDS_ROW_MERGE_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "src/shards/shard_reader.hpp"

namespace urlsieve {

// A loser tree: each inner node keeps the reader that lost there, so that the next row is found by playing
// along one path from a leaf to the root, one comparison a level. How many bytes an entry shares with the
// last winner tells most comparisons without looking at any byte: the one that shares more is the smaller.
class row_merge {
 public:
  // Rows of the same key come in the order of their readers, of which none has been advanced yet.
  explicit row_merge(std::span<shard_reader> readers);

  // Goes to the next row, by advancing the reader of the last one; false: no reader has any.
  bool next();

  // The reader whose row it is.
  [[nodiscard]] std::size_t reader() const { return winner_.reader; }
  // Whether its key is that of the row before.
  [[nodiscard]] bool same_key() const { return same_key_; }

 private:
  struct entry {
    std::size_t reader = none;
    std::size_t shared = 0;  // with what won last where it lost, or with the last row of all
  };
  static constexpr std::size_t none = ~std::size_t{0};

  [[nodiscard]] entry fetch(std::size_t reader, std::size_t shared);
  void play(entry& challenger, entry& stored);
  entry build(std::size_t node);

  std::span<shard_reader> readers_;
  std::vector<entry> losers_;  // node n has the children 2n and 2n + 1; leaves come behind
  std::size_t leaves_;
  entry winner_;
  std::size_t last_size_ = none;  // of the last row's key
  bool same_key_ = false;
  bool begun_ = false;
};

}  // namespace urlsieve

#endif
