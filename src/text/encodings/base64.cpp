// Two passes over pieces that fit into the first-level cache. The first pass converts characters to sextets
// and closes the gaps of other bytes (line breaks, blanks). The second pass converts four sextets to three
// bytes. Neither pass branches on line ends. Blocks of 64 characters with other bytes, such as padding, are
// decoded one character at a time.
#include "src/text/encodings/base64.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/encodings/base64.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/byte_compress-inl.hpp"
#include "src/text/scan/byte_mask-inl.hpp"
#include "src/text/scan/byte_scan.hpp"
#include "src/text/scan/kernel_dispatch.hpp"

#ifndef URLSIEVE_TEXT_ENCODINGS_BASE64_STEP
#define URLSIEVE_TEXT_ENCODINGS_BASE64_STEP
namespace urlsieve {
namespace {

// Collects four sextets at a time. Padding may end a group early. Skips line ends, blanks and controls
// between characters of the alphabet. Other bytes are damage, after which decoding continues. Requires: `out`
// has three bytes for each four characters, rounded up.
class base64_step {
 public:
  explicit base64_step(std::uint8_t* out) : out_(out) {}

  // Decodes the next byte of the text.
  void take(std::uint8_t byte) {
    const std::uint8_t value = values[byte];
    if (value < 64) return take_sextet(value);
    if (value == padding) return pad();
    if (value == foreign) damaged_ = true;
  }

  // Decodes the next character of the alphabet. Requires: `value` is 0 to 63.
  void take_sextet(std::uint32_t value) {
    if (expects_padding_) damaged_ = true;
    expects_padding_ = false;
    bits_ = bits_ << 6U | value;
    if (++count_ < 4) return;
    *out_++ = static_cast<std::uint8_t>(bits_ >> 16U);
    *out_++ = static_cast<std::uint8_t>(bits_ >> 8U);
    *out_++ = static_cast<std::uint8_t>(bits_);
    count_ = 0;
  }

  // Ends the text and writes the whole bytes of an incomplete group. A group without its padding counts as
  // damage.
  void finish() {
    if (count_ != 0 || expects_padding_) damaged_ = true;
    close();
  }

  // Moves the sextets of an incomplete group to `sextets` and returns their number, at most 3.
  std::size_t release(std::uint8_t* sextets) {
    const std::size_t count = count_;
    for (std::size_t i = 0; i < count; ++i)
      sextets[i] = static_cast<std::uint8_t>(bits_ >> (6 * (count - 1 - i)) & 63U);
    count_ = 0;
    return count;
  }

  // Returns true if a second "=" must follow.
  [[nodiscard]] bool expects_padding() const { return expects_padding_; }
  [[nodiscard]] bool damaged() const { return damaged_; }
  // Returns the end of the output.
  [[nodiscard]] std::uint8_t* out() const { return out_; }
  // Sets the end of the output, after the caller has written bytes.
  void set_out(std::uint8_t* out) { out_ = out; }

 private:
  enum : std::uint8_t { ignored = 64, padding = 65, foreign = 66 };
  static constexpr std::array<std::uint8_t, 256> values = [] {
    std::array<std::uint8_t, 256> table{};
    for (std::size_t i = 0; i < 256; ++i) table[i] = i <= ' ' || i == 0x7F ? ignored : foreign;
    for (unsigned i = 0; i < 26; ++i) {
      table['A' + i] = static_cast<std::uint8_t>(i);
      table['a' + i] = static_cast<std::uint8_t>(26 + i);
    }
    for (unsigned i = 0; i < 10; ++i) table['0' + i] = static_cast<std::uint8_t>(52 + i);
    table['+'] = 62;
    table['/'] = 63;
    table['='] = padding;
    return table;
  }();

  void pad() {
    if (count_ == 0) {
      if (!expects_padding_) damaged_ = true;
      expects_padding_ = false;
      return;
    }
    if (count_ == 1) damaged_ = true;
    expects_padding_ = count_ == 2;
    close();
  }

  // Writes the whole bytes of an incomplete group.
  void close() {
    if (count_ == 2) *out_++ = static_cast<std::uint8_t>(bits_ >> 4U);
    if (count_ == 3) {
      *out_++ = static_cast<std::uint8_t>(bits_ >> 10U);
      *out_++ = static_cast<std::uint8_t>(bits_ >> 2U);
    }
    count_ = 0;
  }

  std::uint8_t* out_;
  std::uint32_t bits_ = 0;
  std::size_t count_ = 0;         // sextets in bits_, fewer than four
  bool expects_padding_ = false;  // a second "=" is expected
  bool damaged_ = false;
};

}  // namespace
}  // namespace urlsieve
#endif

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kPiece = 4096;  // a page: hardware prefetching ends at its end

// Converts characters of the alphabet to sextets (RFC 2045 section 6.8, table 1). The high half of a
// character selects the number to add; "/" uses the entry before that of "+".
HWY_INLINE Bytes SextetsOf(Bytes characters) {
  const ByteTag d;
  alignas(16) static constexpr std::uint8_t offsets[16] = {0,         16,        19,        4,
                                                           256U - 65, 256U - 65, 256U - 71, 256U - 71};
  const Bytes slash = hn::VecFromMask(d, hn::Eq(characters, hn::Set(d, '/')));
  const Bytes row = hn::Add(hn::ShiftRight<4>(characters), slash);
  return hn::Add(characters, hn::TableLookupBytes(LoadRows(offsets), hn::And(row, hn::Set(d, 15))));
}

// Packs sextets a b c d in four bytes as aaaaaabb bbbbcccc ccdddddd in the first three, then joins the twelve
// bytes of each sixteen. Writes a whole vector, of which three quarters are valid.
HWY_INLINE void PackSextets(const std::uint8_t* sextets, std::uint8_t* out) {
  const ByteTag d;
  const hn::Repartition<std::uint16_t, ByteTag> d16;
  const hn::Repartition<std::uint32_t, ByteTag> d32;
  const auto pairs = hn::BitCast(d16, hn::LoadU(d, sextets));
  const auto twelve =
      hn::Or(hn::And(hn::ShiftLeft<6>(pairs), hn::Set(d16, 0x0FFF)), hn::ShiftRight<8>(pairs));
  const auto fours = hn::BitCast(d32, twelve);
  const auto whole =
      hn::Or(hn::And(hn::ShiftLeft<12>(fours), hn::Set(d32, 0xFFFFFF)), hn::ShiftRight<16>(fours));
  alignas(16) static constexpr std::uint8_t order[16] = {2, 1,  0,  6,  5,    4,    10,   9,
                                                         8, 14, 13, 12, 0x80, 0x80, 0x80, 0x80};
  const Bytes packed = hn::TableLookupBytesOr0(hn::BitCast(d, whole), LoadRows(order));
#if HWY_TARGET <= HWY_AVX2
  alignas(64) static constexpr std::int32_t lanes[16] = {0,  1,  2,  4,  5, 6, 8,  9,
                                                         10, 12, 13, 14, 3, 7, 11, 15};
  alignas(64) static constexpr std::int32_t half_lanes[8] = {0, 1, 2, 4, 5, 6, 3, 7};
  const auto indices = hn::SetTableIndices(d32, hn::Lanes(d32) == 16 ? lanes : half_lanes);
  hn::StoreU(hn::BitCast(d, hn::TableLookupLanes(hn::BitCast(d32, packed), indices)), d, out);
#else
  hn::StoreU(packed, d, out);
#endif
}

// Collects sextets until they are packed into bytes.
class Stage {
 public:
  // Returns false, and takes nothing, if the 64 bytes contain a byte outside the alphabet above the blank.
  HWY_INLINE bool Take(const std::uint8_t* block) {
    const ByteTag d;
    alignas(16) static constexpr byte_rows alphabet = rows_of(bytes::alphanum | byte_set("+/"));
    const Bytes rows = LoadRows(alphabet.data());
    std::uint64_t sextets = 0;
    std::uint64_t visible = 0;
    for (std::size_t i = 0; i < kBlock; i += hn::Lanes(d)) {
      const Bytes here = hn::LoadU(d, block + i);
      sextets |= BitsOf(InSet(rows, here)) << i;
      visible |= BitsOf(hn::Gt(here, hn::Set(d, ' '))) << i;
    }
    if ((visible & ~sextets) != 0) return false;
    const auto vector_at = [block](std::size_t i)
                               HWY_ATTR { return SextetsOf(hn::LoadU(ByteTag(), block + i)); };
    end_ = static_cast<std::size_t>(CompressTo(sextets, vector_at, sextets_ + end_) - sextets_);
    return true;
  }

  // Writes the bytes of whole groups, keeps the sextets of an incomplete group, and returns the end.
  HWY_INLINE std::uint8_t* Flush(std::uint8_t* out) {
    const std::size_t step = hn::Lanes(ByteTag());
    const std::size_t whole = end_ / 4 * 4;
    for (std::size_t at = 0; at < whole; at += step) PackSextets(sextets_ + at, out + at / 4 * 3);
    std::memcpy(sextets_, sextets_ + whole, 4);
    end_ -= whole;
    return out + whole / 4 * 3;
  }

  HWY_INLINE void TakeFrom(base64_step& step) { end_ = step.release(sextets_); }
  HWY_INLINE void GiveTo(base64_step& step) {
    for (std::size_t i = 0; i < end_; ++i) step.take_sextet(sextets_[i]);
    end_ = 0;
  }

 private:
  alignas(64) std::uint8_t sextets_[kPiece + 2 * kBlock];
  std::size_t end_ = 0;
};

decoded_extent DecodeBase64(const char* text, std::size_t size, char* out) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text);
  auto* const begin = reinterpret_cast<std::uint8_t*>(out);
  base64_step step(begin);
  Stage stage;
  alignas(64) std::uint8_t last[kBlock];
  for (std::size_t at = 0; at < size;) {
    const std::size_t piece_end = std::min(size, at + kPiece);
    bool plain = !step.expects_padding();
    if (plain) {
      stage.TakeFrom(step);
      for (; at < piece_end && plain; at += plain ? kBlock : 0) {
        const std::uint8_t* block = bytes + at;
        hwy::Prefetch(bytes + std::min(size, at + kPiece));
        if (size - at < kBlock) {
          std::memset(last, ' ', kBlock);
          std::memcpy(last, block, size - at);
          block = last;
        }
        plain = stage.Take(block);
      }
      step.set_out(stage.Flush(step.out()));
      stage.GiveTo(step);
    }
    if (!plain)
      for (const std::size_t until = std::min(size, at + kBlock); at < until; ++at) step.take(bytes[at]);
  }
  step.finish();
  return {static_cast<std::size_t>(step.out() - begin), step.damaged()};
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(DecodeBase64);

decoded_extent decode_base64(std::string_view text, char* out) {
  return URLSIEVE_CHOSEN_BUILD(DecodeBase64)(text.data(), text.size(), out);
}

}  // namespace urlsieve
#endif
