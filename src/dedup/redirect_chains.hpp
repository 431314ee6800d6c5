// Resolves redirect chains on disk, by sorting and merging alone. The result equals that of redirect_table.
//
// All pairs are sorted by `from` (known); unsettled pairs are sorted by `to` as well (waiting). A pass joins
// both and finds for each waiting pair what is known of its target:
//
//   no pair          the target is the end of the chain: the pair is settled
//   settled pair     the pair takes the same end and is settled
//   unsettled pair   the pair takes its target's target, so it reaches twice as far along its chain
//
// A chain of n pairs takes log2(n) + 1 passes (pointer doubling). Each pass settles at least the pair nearest
// to the end of its chain, so if a pass settles no pair, all remaining pairs are on a cycle or lead into one.
#ifndef URLSIEVE_DEDUP_REDIRECT_CHAINS_HPP
#define URLSIEVE_DEDUP_REDIRECT_CHAINS_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "src/dedup/redirect.hpp"
#include "src/dedup/sorted_entries.hpp"
#include "src/runs/spill_area.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class redirect_chains {
 public:
  // Holds at most `memory` bytes, or six times sorted_entries::smallest_memory if that is more. `area` must
  // outlive the object.
  redirect_chains(spill_area& area, std::size_t memory);

  // Adds a redirect between two URLs in normal form; ignores a redirect from a URL to itself. Throws as
  // sighting_set::insert() does. Requires: the URLs hold no zero byte; settle() was not called.
  [[nodiscard]] result<void> add(std::string_view from, std::string_view to);

  // Resolves all chains, with temporary runs in `area`. Throws as sighting_set::insert() does. After an
  // error, only the destructor may be called. Requires: settle() is called once.
  [[nodiscard]] result<void> settle();

  // Passes every redirected URL and the end of its chain to `take`. May be called several times. Requires:
  // settle() was called.
  [[nodiscard]] result<void> each(const redirect_consumer& take);

  // Return counts of URLs that settle() dropped.
  [[nodiscard]] std::uint64_t contradictory() const { return contradictory_; }  // URLs with several targets
  [[nodiscard]] std::uint64_t circular() const { return circular_; }  // URLs on a cycle or leading into one

 private:
  // Unsettled pairs, sorted by both URLs.
  struct open_pairs {
    open_pairs(spill_area& area, sorted_entries::bounds most);
    [[nodiscard]] result<void> add(std::string_view from, std::string_view to, std::string& buffer);
    sorted_entries by_from;
    sorted_entries by_to;
    std::uint64_t count = 0;
  };

  [[nodiscard]] result<void> drop_contradictory();
  [[nodiscard]] result<std::uint64_t> pass();

  spill_area& area_;
  sorted_entries::bounds most_;  // for each sorted_entries
  sorted_entries unsettled_;
  sorted_entries settled_;
  std::unique_ptr<open_pairs> open_;
  std::string line_;
  std::uint64_t contradictory_ = 0;
  std::uint64_t circular_ = 0;
};

}  // namespace urlsieve

#endif
