// Sorts records by the bytes of their URLs.
#ifndef URLSIEVE_DEDUP_BYTE_ORDER_HPP
#define URLSIEVE_DEDUP_BYTE_ORDER_HPP

#include <cstdint>
#include <span>

#include "src/dedup/record_block.hpp"

namespace urlsieve {

// A record and its current sort key: eight bytes of the URL, or the order.
struct ranked_record {
  std::uint64_t key;
  std::uint64_t position;
};

// Sorts `items` by the bytes of their URLs, ascending, as memcmp and `LC_ALL=C sort` do; a prefix comes
// first. Ignores the keys on entry and overwrites them. Runs in time linear in the distinguishing bytes, in
// place, with a stack of logarithmic depth.
void sort_by_bytes(std::span<ranked_record> items, const record_block& records);

}  // namespace urlsieve

#endif
