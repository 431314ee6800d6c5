#include "src/text/scan/copy_and_classify.hpp"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/scan/copy_and_classify.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/highway.h>

#include "src/text/scan/byte_mask-inl.hpp"
#include "src/text/scan/kernel_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

// The tables and marks in registers.
struct Terms {
  HWY_INLINE explicit Terms(const byte_classes& terms)
      : first(hn::LoadDup128(ByteTag(), terms.first.data())),
        second(hn::LoadDup128(ByteTag(), terms.second.data())),
        high_bits(hn::LoadDup128(ByteTag(), bit_of_half)),
        mark0(hn::Set(ByteTag(), static_cast<std::uint8_t>(terms.marks[0]))),
        mark1(hn::Set(ByteTag(), static_cast<std::uint8_t>(terms.marks[1]))),
        mark2(hn::Set(ByteTag(), static_cast<std::uint8_t>(terms.marks[2]))) {}

  // Bit h for the high half h < 8; no bit for bytes beyond ASCII, which are outside of every set.
  alignas(16) static constexpr std::uint8_t bit_of_half[16] = {1, 2, 4, 8, 16, 32, 64, 128,
                                                               0, 0, 0, 0, 0,  0,  0,  0};
  Bytes first;
  Bytes second;
  Bytes high_bits;
  Bytes mark0;
  Bytes mark1;
  Bytes mark2;
};

HWY_INLINE void MapVector(Bytes v, const Terms& terms, std::size_t word, std::size_t shift,
                          class_maps& maps) {
  const ByteTag d;
  const Bytes zero = hn::Zero(d);
  const Bytes low = hn::And(v, hn::Set(d, 0x0F));
  const Bytes high = hn::TableLookupBytes(terms.high_bits, hn::ShiftRight<4>(v));
  const auto outside = [=](Bytes rows) HWY_ATTR {
    return BitsOf(hn::Eq(hn::And(hn::TableLookupBytes(rows, low), high), zero)) << shift;
  };
  maps.outside_first[word] |= outside(terms.first);
  maps.outside_second[word] |= outside(terms.second);
  maps.marks[0][word] |= BitsOf(hn::Eq(v, terms.mark0)) << shift;
  maps.marks[1][word] |= BitsOf(hn::Eq(v, terms.mark1)) << shift;
  maps.marks[2][word] |= BitsOf(hn::Eq(v, terms.mark2)) << shift;
}

// Copies the 64 bytes of word `word` and draws the maps.
HWY_INLINE void MapWord(const std::uint8_t* text, std::size_t size, const Terms& terms, std::size_t word,
                        std::uint8_t* out, class_maps& maps) {
  const ByteTag d;
  const std::size_t lanes = hn::Lanes(d);
  maps.outside_first[word] = maps.outside_second[word] = 0;
  maps.marks[0][word] = maps.marks[1][word] = maps.marks[2][word] = 0;
  for (std::size_t i = 0; i < 64; i += lanes) {
#if HWY_MEM_OPS_MIGHT_FAULT
    const Bytes v = hn::LoadU(d, text + i);
#else
    const Bytes v = hn::MaskedLoad(hn::FirstN(d, i < size ? size - i : 0), d, text + i);
#endif
    hn::StoreU(v, d, out + i);
    MapVector(v, terms, word, i, maps);
  }
  const std::uint64_t inside = size >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << size) - 1;
  maps.outside_first[word] &= inside;
  maps.outside_second[word] &= inside;
  for (auto& mark : maps.marks) mark[word] &= inside;
}

void CopyAndClassify(const char* text, std::size_t size, const byte_classes& sought, char* out,
                     class_maps& maps) {
  const Terms terms(sought);
  const auto* from = reinterpret_cast<const std::uint8_t*>(text);
  auto* to = reinterpret_cast<std::uint8_t*>(out);
#if HWY_MEM_OPS_MIGHT_FAULT
  // Masked loads may fault on masked bytes on this target, so the text is padded first.
  std::memset(to, 0, class_window);
  std::memcpy(to, from, size);
  from = to;
#endif
  MapWord(from, size < 64 ? size : 64, terms, 0, to, maps);
  MapWord(from + 64, size < 64 ? 0 : size - 64, terms, 1, to + 64, maps);
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(CopyAndClassify);

void copy_and_classify(const char* text, std::size_t size, const byte_classes& terms, char* out,
                       class_maps& maps) {
  URLSIEVE_CHOSEN_BUILD(CopyAndClassify)(text, size, terms, out, maps);
}

}  // namespace urlsieve
#endif
