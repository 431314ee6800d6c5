// Checks all lines in 64 bytes per step. A bit added at the first byte of a run of bits appears after the
// last byte of the run, or carries into the next step:
//
//   text     D a t e :   M o n \n \t o f
//   starts   1 . . . . . . . . .  1  . .
//   name     1 1 1 1 . . 1 1 1 .  .  1 1
//   ends     . . . . 1 . . . . .  .  . .    (name + (name & starts)) & ~name: a ":" must be there
//   blanks   . . . . . 1 . . . .  1  . .
//   shown    . . . . . . . . . .  .  1 .    by the same formula; a name character must be there
#include "src/text/lines/field_lines.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "src/text/lines/field_lines.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h

#include <hwy/highway.h>

#include "src/text/scan/byte_mask-inl.hpp"
#include "src/text/scan/kernel_dispatch.hpp"

HWY_BEFORE_NAMESPACE();
namespace urlsieve {
namespace HWY_NAMESPACE {
namespace {

constexpr std::size_t kSlashSize = 1;  // bytes read after a block: the slash after a colon
// Maximal number of bytes of a continued name in the next block.
constexpr std::size_t kRestOfName = 60;

// '!' to '~' without ':'.
HWY_INLINE ByteMask IsOfName(Bytes bytes) {
  const hn::RebindToSigned<ByteTag> d;
  const ByteMask graphic = hn::RebindMask(ByteTag(), hn::Gt(hn::BitCast(d, bytes), hn::Set(d, ' ')));
  return hn::AndNot(hn::Or(Is(bytes, '\x7F'), Is(bytes, ':')), graphic);
}

// Returns the ends of the runs of `bits` that begin at a bit of `starts` or continue from the step before.
HWY_INLINE std::uint64_t EndsOf(std::uint64_t bits, std::uint64_t starts, std::uint64_t& carry) {
  const std::uint64_t begun = bits + (starts & bits);
  const std::uint64_t ends = begun + carry;
  carry = static_cast<std::uint64_t>(begun < bits) | static_cast<std::uint64_t>(ends < begun);
  return ends & ~bits;
}

HWY_INLINE std::size_t LastOf(std::uint64_t bits) {
  return kBlock - 1 - static_cast<std::size_t>(std::countl_zero(bits));
}

std::size_t FieldLines(const char* text, std::size_t size) {
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(text);
  std::size_t line = 0;  // offset of the begin of the last line
  std::uint64_t begins = 1;
  std::uint64_t name_carry = 0;
  std::uint64_t blanks_carry = 0;
  for (std::size_t at = 0; at + kBlock + kSlashSize <= size; at += kBlock) {
    const std::uint8_t* const block = bytes + at;
    const auto feeds = BitsWhere(block, [](Bytes b) HWY_ATTR { return Is(b, '\n'); });
    const auto name = BitsWhere(block, [](Bytes b) HWY_ATTR { return IsOfName(b); });
    const auto colons = BitsWhere(block, [](Bytes b) HWY_ATTR { return Is(b, ':'); });
    const auto before_slash = BitsWhere(block + 1, [](Bytes b) HWY_ATTR { return Is(b, '/'); });
    const auto blanks = BitsWhere(block, [](Bytes b) HWY_ATTR { return hn::Or(Is(b, ' '), Is(b, '\t')); });
    const std::uint64_t starts = feeds << 1U | begins;
    begins = feeds >> (kBlock - 1);
    const bool name_continues = name_carry != 0;
    const std::uint64_t ends = EndsOf(name, starts, name_carry);
    const std::uint64_t shown = EndsOf(blanks, starts, blanks_carry);
    std::uint64_t deviations =
        (starts & ~(name | blanks)) | (ends & (~colons | before_slash)) | (shown & ~name);
    // If the end is unknown, the last place of the step serves as well.
    if (name_continues && (ends << (kBlock - 1 - kRestOfName)) == 0)
      deviations |= std::uint64_t{1} << (kBlock - 1);
    if (deviations != 0) {
      const std::uint64_t up_to = deviations ^ (deviations - 1);
      return (starts & up_to) != 0 ? at + LastOf(starts & up_to) : line;
    }
    if (starts != 0) line = at + LastOf(starts);
  }
  return line;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace urlsieve
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace urlsieve {

URLSIEVE_KERNEL_BUILDS(FieldLines);

std::size_t field_lines(std::string_view text) {
  return URLSIEVE_CHOSEN_BUILD(FieldLines)(text.data(), text.size());
}

}  // namespace urlsieve
#endif
