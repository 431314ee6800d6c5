// row_merge.hpp describes the tree. Leaves are the readers. As in a heap, the children of node n are 2n and
// 2n + 1, so each step from a leaf to the root divides by two.
#include "src/shards/row_merge.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "src/text/shared_prefix.hpp"

namespace urlsieve {

row_merge::row_merge(std::span<shard_reader> readers)
    : readers_(readers), leaves_(std::bit_ceil(std::max<std::size_t>(readers.size(), 1))) {
  losers_.resize(leaves_);
}

row_merge::entry row_merge::fetch(std::size_t reader, std::size_t shared) {
  if (reader >= readers_.size() || !readers_[reader].next()) return {};
  return {reader, shared};
}

// Keeps the smaller row as the challenger, and stores the other. The prefixes shared with the last winner
// decide, unless both have the same length.
void row_merge::play(entry& challenger, entry& stored) {
  if (stored.reader == none) return;
  if (challenger.reader == none || challenger.shared < stored.shared) return std::swap(challenger, stored);
  if (challenger.shared > stored.shared) return;
  const std::string_view a = readers_[challenger.reader].sort_key();
  const std::string_view b = readers_[stored.reader].sort_key();
  const std::size_t shared = shared_prefix(a, b, challenger.shared);
  const bool same = shared == a.size() && shared == b.size();
  const bool first =
      same ? challenger.reader < stored.reader
           : shared == a.size() || (shared != b.size() && static_cast<unsigned char>(a[shared]) <
                                                              static_cast<unsigned char>(b[shared]));
  if (!first) std::swap(challenger, stored);
  stored.shared = shared;
}

row_merge::entry row_merge::build(std::size_t node) {
  if (node >= leaves_) return fetch(node - leaves_, 0);
  entry winner = build(2 * node);
  losers_[node] = build(2 * node + 1);
  play(winner, losers_[node]);
  return winner;
}

bool row_merge::next() {
  if (!std::exchange(begun_, true)) {
    winner_ = build(1);
  } else if (winner_.reader != none) {
    const std::size_t reader = winner_.reader;
    last_size_ = readers_[reader].sort_key().size();
    winner_ = fetch(reader, 0);
    if (winner_.reader != none) winner_.shared = readers_[reader].shared();
    for (std::size_t node = (reader + leaves_) / 2; node >= 1; node /= 2) play(winner_, losers_[node]);
  }
  if (winner_.reader == none) return false;
  same_key_ = winner_.shared == last_size_ && readers_[winner_.reader].sort_key().size() == last_size_;
  return true;
}

}  // namespace urlsieve
