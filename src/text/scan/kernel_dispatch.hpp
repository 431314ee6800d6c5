// Defines the table of a kernel's builds, and calls the chosen build. For sources of kernels, after
// hwy/highway.h and in HWY_ONCE:
//
//   URLSIEVE_KERNEL_BUILDS(Decode);
//   ... URLSIEVE_CHOSEN_BUILD(Decode)(text, size, out) ...
#ifndef URLSIEVE_TEXT_SCAN_KERNEL_DISPATCH_HPP
#define URLSIEVE_TEXT_SCAN_KERNEL_DISPATCH_HPP

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "src/text/scan/kernel_targets.hpp"

// One entry for each target in Highway's order, best first. The first entry is never used; the last is the
// fallback.
#define URLSIEVE_KERNEL_BUILDS(kernel)                                                             \
  constexpr decltype(&HWY_STATIC_DISPATCH(kernel)) kernel##Builds[HWY_MAX_DYNAMIC_TARGETS + 2] = { \
      nullptr, HWY_CHOOSE_TARGET_LIST(kernel), HWY_CHOOSE_FALLBACK(kernel)}

// Only targets for which the source was compiled have an entry.
#define URLSIEVE_CHOSEN_BUILD(kernel)                                                           \
  (*kernel##Builds[static_cast<std::size_t>(std::countr_zero(static_cast<std::uint64_t>(        \
      (HWY_CHOSEN_TARGET_SHIFT(::urlsieve::chosen_targets()) | HWY_CHOSEN_TARGET_MASK_SCALAR) & \
      (HWY_CHOSEN_TARGET_MASK_TARGETS & ~1LL))))])

#endif
