// Which URLs were observed to be others (rfc2396bis-01 section 6.2.4): pairs in any order become a map from
// each URL to the end of its chain.
//
// Two URLs are never called equivalent without proof, so these stay what they are: a URL with two different
// targets, one on a cycle, and one whose chain leads into a cycle. A chain that leads to a URL with two
// targets ends there.
//
// All is held in memory; memory() says how much, so that who fills it can take another way where that is too
// much (redirect_chains.hpp).
#ifndef URLSIEVE_DEDUP_REDIRECT_TABLE_HPP
#define URLSIEVE_DEDUP_REDIRECT_TABLE_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/dedup/fingerprint_set.hpp"
#include "src/dedup/redirect.hpp"
#include "src/text/arena.hpp"
#include "src/text/fingerprint.hpp"

namespace urlsieve {

class redirect_table {
 public:
  // Both are URLs in normal form; copied. REQUIRES: not settled.
  void add(std::string_view from, std::string_view to);

  // What it takes, at most: the URLs of the pairs as they are, and tables, also those of settle().
  [[nodiscard]] std::size_t memory() const {
    return storage_.used() + known_.memory() + pairs_.size() * memory_of_pair;
  }
  // Two views in a vector that grows, the slot in a table that is half empty, and what following takes.
  static constexpr std::size_t memory_of_pair = 128;

  // Follows the chains; from then on pairs() and find() answer. A URL whose chain ends where
  // `keeps(target)` is false stays what it is.
  void settle(const std::function<bool(std::string_view target)>& keeps = {});

  // The end of the chain that begins at `url`; empty if it leads nowhere.
  [[nodiscard]] std::string_view find(std::string_view url) const;

  // Every URL that is another one and which, in the order of the bytes of `from`.
  [[nodiscard]] std::span<const redirect> pairs() const { return pairs_; }

  [[nodiscard]] std::size_t contradictory() const { return contradictory_; }  // URLs with two targets
  [[nodiscard]] std::size_t circular() const { return circular_; }            // URLs without an end

 private:
  void drop_contradictory();
  void index();
  void follow_chains();
  void drop_unkept(const std::function<bool(std::string_view target)>& keeps);
  [[nodiscard]] std::size_t place_of(std::string_view url) const;

  arena storage_;
  fingerprint_set known_;  // of pairs
  std::uint64_t seed_ = process_seed();
  std::vector<redirect> pairs_;
  std::vector<std::uint32_t> slots_;  // open addressing: 1 + index into pairs_, 0: free
  std::size_t contradictory_ = 0;
  std::size_t circular_ = 0;
};

}  // namespace urlsieve

#endif
