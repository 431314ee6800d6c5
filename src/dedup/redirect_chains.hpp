// Follows chains of redirects of which there are more than fit into memory, to what redirect_table makes of
// fewer: by sorting and merging, never by looking something up.
//
// Pairs are kept twice: in the order of `from` (known), and those whose end is not reached in the order of
// `to` (waiting). One pass over both, side by side, finds for each waiting pair what is known of its target:
//
//   nothing          the target leads nowhere: the pair is settled
//   settled          where that one ends, this one does
//   not settled yet  the pair takes its target's target, so it is twice as far along its chain
//
// So chains of n pairs take log2(n) + 1 passes (pointer doubling). Of those that are not settled, one whose
// end is the nearest is settled by the next pass: if a pass settles none, all that is left is on a cycle or
// leads into one.
#ifndef URLSIEVE_DEDUP_REDIRECT_CHAINS_HPP
#define URLSIEVE_DEDUP_REDIRECT_CHAINS_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "src/dedup/redirect.hpp"
#include "src/dedup/sorted_entries.hpp"
#include "src/dedup/spill_area.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

class redirect_chains {
 public:
  // `memory` bytes at the most are taken, but not less than six times sorted_entries::smallest_memory.
  redirect_chains(spill_area& area, std::size_t memory);

  // URLs hold no zero byte. Throws as seen_set::insert() does. REQUIRES: not settled.
  [[nodiscard]] result<void> add(std::string_view from, std::string_view to);

  [[nodiscard]] result<void> settle();

  // Every URL that is another one and which. REQUIRES: settled. May be called again.
  [[nodiscard]] result<void> each(const redirect_taker& take);

  [[nodiscard]] std::uint64_t contradictory() const { return contradictory_; }  // URLs with two targets
  [[nodiscard]] std::uint64_t circular() const { return circular_; }            // URLs without an end

 private:
  // Pairs that are not settled, in both orders.
  struct open_pairs {
    open_pairs(spill_area& area, sorted_entries::bounds most);
    [[nodiscard]] result<void> add(std::string_view from, std::string_view to, std::string& room);
    sorted_entries by_from;
    sorted_entries by_to;
    std::uint64_t count = 0;
  };

  [[nodiscard]] result<void> drop_contradictory();
  [[nodiscard]] result<std::uint64_t> pass();

  spill_area& area_;
  sorted_entries::bounds most_;  // of each of the parts
  sorted_entries given_;
  sorted_entries settled_;
  std::unique_ptr<open_pairs> open_;
  std::string line_;
  std::uint64_t contradictory_ = 0;
  std::uint64_t circular_ = 0;
};

}  // namespace urlsieve

#endif
