// A map from redirected URLs to the ends of their chains (rfc2396bis-01 section 6.2.4), made of pairs in any
// order, in memory.
//
// URLs are never equivalent without proof. A URL with several targets, on a cycle, or whose chain leads into
// a cycle, is not redirected. A chain that reaches a URL with several targets ends there.
//
// memory() lets the caller change to redirect_chains.hpp before the table exceeds its budget.
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
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {

class redirect_table {
 public:
  // Adds a redirect between two URLs in normal form, and copies the URLs. Ignores a repeated pair, and a
  // redirect from a URL to itself. Throws std::bad_alloc, and std::length_error at 2^31 pairs. Requires:
  // settle() was not called.
  void add(std::string_view from, std::string_view to);

  // Returns the peak memory in bytes, settle() included: the URLs of the pairs, and the tables.
  [[nodiscard]] std::size_t memory() const {
    return storage_.used() + known_.memory() + pairs_.size() * memory_of_pair;
  }
  // Two views in a growing vector, a slot of a half-empty table, and the working memory of settle().
  static constexpr std::size_t memory_of_pair = 128;

  // Resolves all chains, before pairs() and find(). Drops a chain if keeps(end of the chain) is false; the
  // URLs of the chain are then not redirected. Without `keeps`, keeps all chains.
  void settle(const std::function<bool(std::string_view target)>& keeps = {});

  // Returns the end of the chain that begins at `url`, or an empty view if `url` is not redirected. The view
  // is valid as long as the table. Requires: settle() was called.
  [[nodiscard]] std::string_view find(std::string_view url) const;

  // Returns every redirected URL and the end of its chain, ascending by the bytes of `from`.
  [[nodiscard]] std::span<const redirect> pairs() const { return pairs_; }

  [[nodiscard]] std::size_t contradictory() const { return contradictory_; }  // URLs with several targets
  [[nodiscard]] std::size_t circular() const { return circular_; }  // URLs on a cycle or leading into one

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
