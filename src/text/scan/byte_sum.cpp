#include "src/text/scan/byte_sum.hpp"

#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/scan/byte_sum.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/highway.h>

#include "src/text/scan/kernel_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

std::uint64_t SumOfBytes(const char* text, std::size_t size) {
  const hn::CappedTag<std::uint8_t, 64> d;
  const hn::RepartitionToWide<hn::RepartitionToWide<hn::RepartitionToWide<decltype(d)>>> sums;
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text);
  auto all = hn::Zero(sums);
  std::size_t at = 0;
  for (; at + hn::Lanes(d) <= size; at += hn::Lanes(d))
    all = hn::Add(all, hn::SumsOf8(hn::LoadU(d, bytes + at)));
  std::uint64_t sum = hn::GetLane(hn::SumOfLanes(sums, all));
  for (; at < size; ++at) sum += bytes[at];
  return sum;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(SumOfBytes);

std::uint64_t sum_of_bytes(std::string_view bytes) {
  return URLSIEVE_CHOSEN_BUILD(SumOfBytes)(bytes.data(), bytes.size());
}

}  // namespace urlsieve
#endif
