#include "src/dedup/redirect_table.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <tuple>

#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

namespace {

constexpr std::size_t nowhere = SIZE_MAX;

}  // namespace

void redirect_table::add(std::string_view from, std::string_view to) {
  if (from == to) return;
  // Copies both URLs at once.
  const fingerprint first = fingerprint_of(from, seed_);
  const fingerprint pair = fingerprint_of(to, first.low ^ first.high);
  bool is_new = false;
  known_.insert({&pair, 1}, {&is_new, 1});
  if (!is_new) return;
  if (pairs_.size() >= UINT32_MAX / 2) throw std::length_error("too many redirects");
  pairs_.push_back({storage_.copy(from), storage_.copy(to)});
}

void redirect_table::settle(const std::function<bool(std::string_view target)>& keeps) {
  std::sort(pairs_.begin(), pairs_.end(), [](const redirect& a, const redirect& b) {
    return std::tie(a.from, a.to) < std::tie(b.from, b.to);
  });
  drop_contradictory();
  index();
  follow_chains();
  if (keeps) drop_unkept(keeps);
  index();
}

void redirect_table::drop_unkept(const std::function<bool(std::string_view target)>& keeps) {
  std::erase_if(pairs_, [&keeps](const redirect& pair) { return !keeps(pair.to); });
}

void redirect_table::drop_contradictory() {
  std::size_t kept_pairs = 0;
  for (std::size_t i = 0; i < pairs_.size();) {
    std::size_t end = i + 1;
    while (end < pairs_.size() && pairs_[end].from == pairs_[i].from) ++end;
    // Pairs are sorted by target: the target is unique if the first equals the last.
    if (pairs_[end - 1].to == pairs_[i].to)
      pairs_[kept_pairs++] = pairs_[i];
    else
      ++contradictory_;
    i = end;
  }
  pairs_.resize(kept_pairs);
}

void redirect_table::index() {
  slots_.assign(pairs_.empty() ? 0 : std::bit_ceil(2 * pairs_.size()), 0);
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    std::size_t slot = partition_hash(pairs_[i].from) & (slots_.size() - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

std::size_t redirect_table::place_of(std::string_view url) const {
  if (slots_.empty()) return nowhere;
  for (std::size_t slot = partition_hash(url) & (slots_.size() - 1); slots_[slot] != 0;
       slot = (slot + 1) & (slots_.size() - 1)) {
    if (pairs_[slots_[slot] - 1].from == url) return slots_[slot] - 1;
  }
  return nowhere;
}

// Walks each pair once: follows a chain until it meets a resolved URL, then writes the end to the whole
// chain.
void redirect_table::follow_chains() {
  enum class state : std::uint8_t { unknown, on_this_chain, ended, circular };
  std::vector<state> states(pairs_.size(), state::unknown);
  std::vector<std::size_t> chain;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    chain.clear();
    std::size_t at = i;
    while (at != nowhere && states[at] == state::unknown) {
      states[at] = state::on_this_chain;
      chain.push_back(at);
      at = place_of(pairs_[at].to);
    }
    if (chain.empty()) continue;
    const bool ends = at == nowhere || states[at] == state::ended;
    const std::string_view end = at == nowhere ? pairs_[chain.back()].to : pairs_[at].to;
    for (const std::size_t member : chain) {
      states[member] = ends ? state::ended : state::circular;
      if (ends) pairs_[member].to = end;
    }
  }
  std::size_t kept_pairs = 0;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (states[i] == state::ended) pairs_[kept_pairs++] = pairs_[i];
  }
  circular_ = pairs_.size() - kept_pairs;
  pairs_.resize(kept_pairs);
}

std::string_view redirect_table::find(std::string_view url) const {
  const std::size_t place = place_of(url);
  return place == nowhere ? std::string_view{} : pairs_[place].to;
}

}  // namespace urlsieve
