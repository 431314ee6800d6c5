// An MSD radix sort by eight bytes at a time: it loads eight bytes of each URL as a big-endian number, sorts
// the numbers in place, and sorts groups of equal numbers by the next eight bytes. The memory of a URL is
// visited once for eight bytes, and a prefix that all URLs share costs one visit, not a pass per byte.
#include "src/dedup/byte_order.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>

namespace urlsieve {
namespace {

constexpr std::size_t key_size = 8;
constexpr std::size_t few = 24;    // largest group for insertion sort by whole URLs
constexpr std::size_t many = 256;  // smallest group for radix passes
constexpr std::size_t fetch_ahead = 16;

using items_span = std::span<ranked_record>;

// Returns bytes [from, from + 8) of the URL as a big-endian number, padded with zeros.
std::uint64_t key_at(std::string_view url, std::size_t from) {
  std::uint64_t key = 0;
  // The bytes behind a URL are readable (record_block::overread).
  std::memcpy(&key, url.data() + from, key_size);
  if constexpr (std::endian::native == std::endian::little) key = __builtin_bswap64(key);
  const std::size_t left = url.size() - from;
  if (left < key_size) key &= ~std::uint64_t{0} << (8 * (key_size - left));
  return key;
}

// Loads the keys at `depth`. Moves URLs that end before `depth` to the front, sorted by size (they are equal
// except for trailing zero bytes), and returns their number.
std::size_t load_keys(items_span items, const record_block& records, std::size_t depth) {
  std::size_t ended = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i + fetch_ahead < items.size()) records.prefetch(items[i + fetch_ahead].position, depth);
    const std::string_view url = records.url(items[i].position);
    if (url.size() > depth) {
      items[i].key = key_at(url, depth);
    } else {
      items[i].key = url.size();
      std::swap(items[i], items[ended++]);
    }
  }
  std::sort(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(ended),
            [](const ranked_record& a, const ranked_record& b) { return a.key < b.key; });
  return ended;
}

bool key_less(const ranked_record& a, const ranked_record& b) {
  return a.key < b.key;
}

// Sorts small groups: by the keys at `depth`, then by the bytes behind them.
void sort_few(items_span items, const record_block& records, std::size_t depth) {
  const auto rest = [&](const ranked_record& item) {
    const std::string_view url = records.url(item.position);
    return url.substr(std::min(url.size(), depth));
  };
  for (std::size_t i = 1; i < items.size(); ++i) {
    const ranked_record moved = items[i];
    std::size_t place = i;
    while (place > 0 && (moved.key < items[place - 1].key ||
                         (moved.key == items[place - 1].key && rest(moved) < rest(items[place - 1])))) {
      items[place] = items[place - 1];
      --place;
    }
    items[place] = moved;
  }
}

// Sorts by key alone: an American flag sort by the first byte that differs, then comparisons.
void sort_keys(items_span items, std::uint64_t differing) {
  if (items.size() < many || differing == 0) {
    if (differing != 0) std::sort(items.begin(), items.end(), key_less);
    return;
  }
  const unsigned shift = (63U - static_cast<unsigned>(std::countl_zero(differing))) / 8U * 8U;
  const auto bucket_of = [shift](const ranked_record& item) { return (item.key >> shift) & 255U; };
  std::array<std::size_t, 257> ends{};
  for (const ranked_record& item : items) ++ends[bucket_of(item) + 1];
  for (std::size_t b = 0; b < 256; ++b) ends[b + 1] += ends[b];
  std::array<std::size_t, 256> next{};
  std::copy_n(ends.begin(), 256, next.begin());
  for (std::size_t b = 0; b < 256; ++b) {
    while (next[b] != ends[b + 1]) {
      ranked_record moved = items[next[b]];
      for (std::size_t to = bucket_of(moved); to != b; to = bucket_of(moved))
        std::swap(moved, items[next[to]++]);
      items[next[b]++] = moved;
    }
  }
  const std::uint64_t below = (std::uint64_t{1} << shift) - 1;
  for (std::size_t b = 0; b < 256; ++b)
    sort_keys(items.subspan(ends[b], ends[b + 1] - ends[b]), differing & below);
}

std::uint64_t differing_bits(items_span items) {
  std::uint64_t differing = 0;
  for (const ranked_record& item : items) differing |= item.key ^ items.front().key;
  return differing;
}

// Requires: the URLs of `items` are equal up to `depth`, except for trailing zero bytes.
void sort_from(items_span items, const record_block& records, std::size_t depth) {
  while (items.size() > 1) {
    items = items.subspan(load_keys(items, records, depth));
    if (items.size() <= few) return sort_few(items, records, depth);
    const std::uint64_t differing = differing_bits(items);
    depth += key_size;
    if (differing == 0) continue;
    sort_keys(items, differing);
    // The loop continues with the largest group, so that the stack stays logarithmic.
    items_span largest;
    for (std::size_t begin = 0; begin < items.size();) {
      std::size_t end = begin + 1;
      while (end < items.size() && items[end].key == items[begin].key) ++end;
      items_span group = items.subspan(begin, end - begin);
      if (group.size() > largest.size()) std::swap(group, largest);
      if (group.size() > 1) sort_from(group, records, depth);
      begin = end;
    }
    items = largest;
  }
}

}  // namespace

void sort_by_bytes(std::span<ranked_record> items, const record_block& records) {
  sort_from(items, records, 0);
}

}  // namespace urlsieve
