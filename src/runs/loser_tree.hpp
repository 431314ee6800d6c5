// A k-way merge of sorted sequences of keys, read by cursors.
//
// Each inner node of the tree stores the cursor that lost there, and the length of the prefix that its key
// shares with the winner's key (Ng and Kakehi, "Merging string sequences with longest common prefixes",
// 2008). The key that shares the longer prefix with the last winner is smaller; only equal lengths need a
// comparison, of the bytes behind the prefix. Therefore the next key takes one comparison per level, most
// comparisons are between two numbers, and all comparisons together read each byte of the keys about once.
#ifndef URLSIEVE_RUNS_LOSER_TREE_HPP
#define URLSIEVE_RUNS_LOSER_TREE_HPP

#include <concepts>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "src/text/shared_prefix.hpp"

namespace urlsieve {

// A position in a sequence of keys that ascend by unsigned bytes. Equal keys may follow each other.
//
//   next()    advances, first to the first key; returns false behind the last key, and after an error
//   key()     the current key
//   shared()  the length, in bytes, of the prefix shared with the key before
template <class Cursor>
concept merge_cursor = requires(Cursor& moving, const Cursor& resting) {
  { moving.next() } -> std::same_as<bool>;
  { resting.key() } -> std::convertible_to<std::string_view>;
  { resting.shared() } -> std::convertible_to<std::size_t>;
};

template <merge_cursor Cursor>
class loser_tree {
 public:
  // Merges `cursors`. A cursor with an error ends like a finished cursor; the caller must check all cursors.
  // Requires: next() of the cursors was not called.
  explicit loser_tree(std::vector<Cursor> cursors) : cursors_(std::move(cursors)) {}

  // Advances to the next key, by next() of the cursor that had the current key. Returns false behind the last
  // key. Equal keys come in the order of the cursors.
  bool next() {
    if (!std::exchange(begun_, true)) {
      begin();
    } else if (winner_.shared != ended) {
      last_size_ = static_cast<std::ptrdiff_t>(cursor().key().size());
      winner_ = advanced(winner_.index);
      for (std::size_t node = (cursors_.size() + winner_.index) / 2; node != 0; node /= 2)
        play(winner_, losers_[node]);
    }
    return winner_.shared != ended;
  }

  // The functions below describe the current key. Requires: the last next() returned true.

  // Return the number, from 0, of the cursor that has the key, and the cursor.
  [[nodiscard]] std::size_t index() const { return winner_.index; }
  [[nodiscard]] const Cursor& cursor() const { return cursors_[winner_.index]; }

  // Returns the length, in bytes, of the prefix shared with the key before; 0 for the first key.
  [[nodiscard]] std::size_t shared() const { return static_cast<std::size_t>(winner_.shared); }

  // Returns true if the key before was equal.
  [[nodiscard]] bool same_key() const {
    return winner_.shared == last_size_ && cursor().key().size() == static_cast<std::size_t>(last_size_);
  }

 private:
  // Less than each length: a finished cursor loses against any key.
  static constexpr std::ptrdiff_t ended = -1;

  struct player {
    std::size_t index = 0;          // of the cursor
    std::ptrdiff_t shared = ended;  // with the winner at this node, or with the last key
  };

  player advanced(std::size_t index) {
    Cursor& moving = cursors_[index];
    if (!moving.next()) return {index, ended};
    return {index, static_cast<std::ptrdiff_t>(static_cast<std::size_t>(moving.shared()))};
  }

  // Leaves the player with the smaller key in `challenger` and the other player in `stored`. Requires: the
  // lengths of both players refer to the same key, which is not greater than either key.
  void play(player& challenger, player& stored) {
    if (challenger.shared != stored.shared) {
      if (challenger.shared < stored.shared) std::swap(challenger, stored);
      return;
    }
    if (challenger.shared == ended) return;
    const std::string_view a = cursors_[challenger.index].key();
    const std::string_view b = cursors_[stored.index].key();
    const std::size_t common = shared_prefix(a, b, static_cast<std::size_t>(challenger.shared));
    const bool a_ends = common == a.size();
    const bool b_ends = common == b.size();
    const bool stays =
        a_ends ? !b_ends || challenger.index < stored.index
               : !b_ends && static_cast<unsigned char>(a[common]) < static_cast<unsigned char>(b[common]);
    if (!stays) std::swap(challenger, stored);
    stored.shared = static_cast<std::ptrdiff_t>(common);
  }

  void begin() {
    const std::size_t size = cursors_.size();
    if (size == 0) return;
    losers_.resize(size);
    std::vector<player> winners(2 * size);
    for (std::size_t i = 0; i < size; ++i) {
      winners[size + i] = advanced(i);
      if (winners[size + i].shared != ended) winners[size + i].shared = 0;
    }
    for (std::size_t node = size - 1; node != 0; --node) {
      winners[node] = winners[2 * node];
      losers_[node] = winners[2 * node + 1];
      play(winners[node], losers_[node]);
    }
    winner_ = winners[1];
  }

  std::vector<Cursor> cursors_;
  std::vector<player>
      losers_;  // of nodes 1..size; the children of node n are 2n and 2n + 1, then come leaves
  player winner_;
  std::ptrdiff_t last_size_ = -1;  // the size of the key before; -1: none
  bool begun_ = false;
};

}  // namespace urlsieve

#endif
