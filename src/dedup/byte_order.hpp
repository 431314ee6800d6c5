// Sorts records by the bytes of their URLs.
#ifndef URLSIEVE_DEDUP_BYTE_ORDER_HPP
#define URLSIEVE_DEDUP_BYTE_ORDER_HPP

#include <cstdint>
#include <span>

#include "src/dedup/record_block.hpp"

namespace urlsieve {

// A record with the key that the sort is at: eight bytes of its URL, or its order.
struct ranked_record {
  std::uint64_t key;
  std::uint64_t position;
};

// Ascending by unsigned bytes, a prefix before what it begins; the order of memcmp and of `LC_ALL=C sort`.
// The keys need not be set. Takes time linear in the bytes that tell the URLs apart, and no memory but a
// logarithmic stack.
void sort_by_bytes(std::span<ranked_record> items, const record_block& records);

}  // namespace urlsieve

#endif
