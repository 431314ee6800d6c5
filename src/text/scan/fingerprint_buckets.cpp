// Presence of a fingerprint and the fill of its home are unpredictable, so no branch depends on them. A
// present fingerprint is written to a dummy bucket, so that the memory of the buckets stays clean. If a
// bucket is full, the fingerprint waits until the next bucket is fetched. Full buckets stay full, so the
// second of two equal fingerprints also waits, behind the first.
#include "src/text/scan/fingerprint_buckets.hpp"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/scan/fingerprint_buckets.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/highway.h>

#include "src/text/scan/kernel_dispatch.hpp"

#ifndef URLSIEVE_TEXT_FINGERPRINT_BUCKETS_ONCE
#define URLSIEVE_TEXT_FINGERPRINT_BUCKETS_ONCE
namespace urlsieve {
namespace {

constexpr std::size_t kPrefetchDistance = 64;  // fingerprints between the prefetch of a bucket and its use
constexpr std::size_t kRound = 256;            // fingerprints per round; waiting ones are handled at its end
constexpr std::size_t kFar = 16;               // buckets to search after a home

struct deferred_insertion {
  fingerprint* here;
  std::size_t index;
};

}  // namespace
}  // namespace urlsieve
#endif

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<std::uint64_t, 8>;

HWY_INLINE fingerprint* HomeOf(const bucket_row* rows, const fingerprint& entry) {
  const bucket_row& row = rows[entry.low % bucket_rows];
  return row.first + row.home(entry) * bucket_size;
}

// Bit 2 * i stands for place i of a bucket: places equal to `entry`, and empty places.
struct Found {
  unsigned same;
  unsigned empty;
};

HWY_INLINE Found FindEntry(const fingerprint* here, const fingerprint& entry) {
#if HWY_MAX_BYTES >= 32
  const Tag d;
  const auto* const halves = reinterpret_cast<const std::uint64_t*>(here);
  const auto key = hn::LoadDup128(d, reinterpret_cast<const std::uint64_t*>(&entry));
  const auto zero = hn::Zero(d);
  unsigned same = 0;
  unsigned empty = 0;
  for (std::size_t i = 0; i < 2 * bucket_size; i += hn::Lanes(d)) {
    const auto there = hn::Load(d, halves + i);
    std::uint8_t bits = 0;
    hn::StoreMaskBits(d, hn::Eq(there, key), &bits);
    same |= static_cast<unsigned>(bits) << i;
    hn::StoreMaskBits(d, hn::Eq(there, zero), &bits);
    empty |= static_cast<unsigned>(bits) << i;
  }
  constexpr unsigned low_halves = 0x55;
  return {same & same >> 1U & low_halves, empty & low_halves};
#else
  Found found{0, 0};
  for (std::size_t i = 0; i < bucket_size; ++i) {
    found.same |= static_cast<unsigned>(here[i] == entry) << 2 * i;
    found.empty |= static_cast<unsigned>(here[i].low == 0) << 2 * i;
  }
  return found;
#endif
}

// Inserts `entry` if absent and if the bucket has space. Returns true if the bucket now holds `entry`.
HWY_INLINE bool Insert(bucket_row* rows, const fingerprint& entry, fingerprint* here, bool* is_new) {
  fingerprint discarded[bucket_size];
  const Found found = FindEntry(here, entry);
  const unsigned fits = found.same | found.empty;
  const bool is_in = fits != 0;
  const bool inserts = found.same == 0 && is_in;
  fingerprint* const to = inserts ? here : discarded;
  to[static_cast<unsigned>(std::countr_zero(fits | 0x100U)) / 2 % bucket_size] = entry;
  *is_new = inserts;
  rows[entry.low % bucket_rows].capacity -= inserts ? 1 : 0;
  return is_in;
}

std::size_t InsertInBuckets(bucket_row* rows, const fingerprint* all, std::size_t count, bool* is_new,
                            std::vector<std::size_t>& left) {
  deferred_insertion deferrals[kRound];
  for (std::size_t i = 0; i < std::min(kPrefetchDistance, count); ++i)
    __builtin_prefetch(HomeOf(rows, all[i]), 0, 3);
  std::size_t done = 0;
  while (done != count) {
    const std::size_t end = std::min(done + kRound, count);
    std::size_t deferral_count = 0;
    for (std::size_t i = done; i != end; ++i) {
      __builtin_prefetch(HomeOf(rows, all[std::min(i + kPrefetchDistance, count - 1)]), 0, 3);
      const fingerprint entry = all[i];
      if (entry.low == 0) [[unlikely]] {
        left.push_back(i);
        continue;
      }
      fingerprint* const here = HomeOf(rows, entry);
      const bool is_in = Insert(rows, entry, here, is_new + i);
      fingerprint* const next = here + (is_in ? 0 : bucket_size);
      __builtin_prefetch(next, 0, 3);
      deferrals[deferral_count] = {next, i};
      deferral_count += is_in ? 0 : 1;
    }
    for (std::size_t far = 1; deferral_count != 0 && far <= kFar; ++far) {
      std::size_t next_count = 0;
      for (std::size_t i = 0; i != deferral_count; ++i) {
        const deferred_insertion deferred = deferrals[i];
        const fingerprint entry = all[deferred.index];
        const bool is_in = Insert(rows, entry, deferred.here, is_new + deferred.index);
        const bucket_row& row = rows[entry.low % bucket_rows];
        fingerprint* const next = deferred.here + (is_in ? 0 : bucket_size);
        if (next == row.first + (row.homes + row.tail) * bucket_size) [[unlikely]] {
          left.push_back(deferred.index);
          continue;
        }
        __builtin_prefetch(next, 0, 3);
        deferrals[next_count] = {next, deferred.index};
        next_count += is_in ? 0 : 1;
      }
      deferral_count = next_count;
    }
    for (std::size_t i = 0; i != deferral_count; ++i) left.push_back(deferrals[i].index);
    done = end;
    bool has_capacity = left.empty();
    for (std::size_t i = 0; i != bucket_rows; ++i) has_capacity = has_capacity && rows[i].capacity > 0;
    if (!has_capacity) break;
  }
  return done;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(InsertInBuckets);

std::size_t insert_fingerprints(std::span<bucket_row, bucket_rows> rows, std::span<const fingerprint> all,
                                bool* is_new, std::vector<std::size_t>& left) {
  return URLSIEVE_CHOSEN_BUILD(InsertInBuckets)(rows.data(), all.data(), all.size(), is_new, left);
}

}  // namespace urlsieve
#endif
