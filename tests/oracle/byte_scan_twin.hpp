// Reference implementations of the kernels in src/text/scan/byte_scan.hpp, byte by byte, from the contract.
#ifndef URLSIEVE_TESTS_ORACLE_BYTE_SCAN_TWIN_HPP
#define URLSIEVE_TESTS_ORACLE_BYTE_SCAN_TWIN_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/byte_scan.hpp"

namespace urlsieve::oracle {

struct mark_sets {
  byte_set label;
  wanted_dots dots = wanted_dots::none;

  [[nodiscard]] mark_pattern pattern() const { return {rows_of(label), dots}; }
};

inline bool is_mark(std::string_view text, std::size_t from, std::size_t at, const mark_sets& sets) {
  // Bytes outside the text count as NUL.
  const auto byte = [&](std::ptrdiff_t offset) -> unsigned char {
    const std::ptrdiff_t place = static_cast<std::ptrdiff_t>(at) + offset;
    return place < 0 || place >= static_cast<std::ptrdiff_t>(text.size())
               ? static_cast<unsigned char>(0)
               : static_cast<unsigned char>(text[static_cast<std::size_t>(place)]);
  };
  const auto lower = [](unsigned char c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; };
  if (byte(0) == ':') {
    if (byte(-1) == ':' || byte(1) == ':') return false;
    if (byte(1) > ' ') return true;
    for (std::size_t back = at; back > 0 && back + 12 > from; --back) {
      const auto c = static_cast<unsigned char>(text[back - 1]);
      if (c == '<') return true;
      if (c <= ' ') return false;
    }
    return false;
  }
  if (byte(0) != '.') return false;
  const auto label = [&](unsigned char c) { return c >= 0x80 || sets.label.contains(c); };
  switch (sets.dots) {
    case wanted_dots::prefixed:
      return lower(byte(-1)) == 'w' || lower(byte(-1)) == 'p';
    case wanted_dots::joining:
      return label(byte(-1)) && label(byte(1));
    default:
      return false;
  }
}

inline std::vector<std::uint32_t> find_marks(std::string_view text, std::size_t from, std::size_t to,
                                             const mark_sets& sets) {
  std::vector<std::uint32_t> marks;
  for (std::size_t at = from; at < to; ++at)
    if (is_mark(text, from, at, sets)) marks.push_back(static_cast<std::uint32_t>(at));
  return marks;
}

inline byte_maps classify(std::string_view block, const std::array<byte_set, byte_sets::count>& sets) {
  byte_maps maps;
  for (std::size_t i = 0; i < 64; ++i) {
    const auto c = static_cast<unsigned char>(block[i]);
    if (c >= 0x80) maps.non_ascii |= std::uint64_t{1} << i;
    for (std::size_t set = 0; set < sets.size(); ++set)
      if (c < 0x80 && sets[set].contains(c)) maps.in[set] |= std::uint64_t{1} << i;
  }
  return maps;
}

}  // namespace urlsieve::oracle

#endif
