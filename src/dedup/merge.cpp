#include "src/dedup/merge.hpp"

#include <utility>

#include "src/dedup/source_list.hpp"
#include "src/text/saturated_sum.hpp"
#include "src/text/shared_prefix.hpp"

namespace urlsieve {

merged_stream::merged_stream(std::vector<std::unique_ptr<entry_stream>> inputs, std::uint32_t max_sources)
    : max_sources_(max_sources) {
  for (std::unique_ptr<entry_stream>& input : inputs) players_.push_back({std::move(input)});
}

// Advances the stream that has just won. The stream's previous entry is the last output, so shared() is the
// length of the prefix that the new entry shares with the last output.
void merged_stream::step(std::size_t index) {
  player& one = players_[index];
  one.over = !one.input->advance();
  one.shared = one.input->shared();
  if (!one.over || !state_) return;
  state_ = one.input->state();
}

// Plays a match. Requires: both shared lengths refer to the same URL, which is not greater than either URL.
// Returns the winner; `lower` is then the loser, whose shared length refers to the winner's URL.
std::size_t merged_stream::play(std::size_t upper, std::size_t& lower) {
  player& a = players_[upper];
  player& b = players_[lower];
  bool stays = true;
  if (a.over || b.over) {
    stays = b.over;
  } else if (a.shared != b.shared) {
    stays = a.shared > b.shared;
  } else {
    const std::string_view left = a.input->entry().url;
    const std::string_view right = b.input->entry().url;
    const std::size_t common = shared_prefix(left, right, a.shared);
    const bool left_ends = common == left.size();
    const bool right_ends = common == right.size();
    stays = left_ends || (!right_ends && static_cast<unsigned char>(left[common]) <
                                             static_cast<unsigned char>(right[common]));
    (stays ? b : a).shared = common;
  }
  return stays ? upper : std::exchange(lower, upper);
}

void merged_stream::begin() {
  begun_ = true;
  const std::size_t size = players_.size();
  for (std::size_t i = 0; i < size; ++i) {
    step(i);
    players_[i].shared = 0;
  }
  // The winner at each node of a tree whose leaves are size..2*size.
  std::vector<std::size_t> winners(2 * size);
  losers_.assign(size, 0);
  for (std::size_t i = 0; i < size; ++i) winners[size + i] = i;
  for (std::size_t node = size; node-- > 1;) {
    losers_[node] = winners[2 * node + 1];
    winners[node] = play(winners[2 * node], losers_[node]);
  }
  winner_ = winners[1];
}

bool merged_stream::advance() {
  if (players_.empty()) return false;
  if (!begun_) begin();
  if (!state_ || players_[winner_].over) return false;
  shared_ = players_[winner_].shared;
  hold(top());
  while (true) {
    const std::size_t leaf = winner_;
    step(leaf);
    std::size_t best = leaf;
    for (std::size_t node = (players_.size() + leaf) / 2; node != 0; node /= 2)
      best = play(best, losers_[node]);
    winner_ = best;
    const player& now = players_[best];
    if (!state_) return false;
    if (now.over || now.shared != url_.size() || now.input->entry().url.size() != url_.size()) break;
    add(top());
  }
  entry_.url = url_;
  entry_.columns = columns_;
  entry_.sources = sources_;
  return true;
}

void merged_stream::hold(const known_url& first) {
  url_.resize(shared_);
  url_.append(first.url.substr(shared_));
  entry_.count = first.count;
  entry_.order = first.order;
  columns_.assign(first.columns);
  sources_.assign(first.sources);
}

void merged_stream::add(const known_url& more) {
  entry_.count = saturated_sum(entry_.count, more.count, max_count);
  if (more.order < entry_.order) {
    entry_.order = more.order;
    columns_.assign(more.columns);
  }
  if (max_sources_ != 0 && unite_sources(sources_, more.sources, max_sources_, united_))
    sources_.swap(united_);
}

}  // namespace urlsieve
