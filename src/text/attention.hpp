// Where in a short text is something that asks for attention? The text is copied and mapped in one pass: bit
// masks say which bytes lie outside of two sets, and where three chosen bytes stand. Look before you rewrite:
// most texts need nothing but the copy.
#ifndef URLSIEVE_TEXT_ATTENTION_HPP
#define URLSIEVE_TEXT_ATTENTION_HPP

#include <array>
#include <cstddef>
#include <cstdint>

#include "src/text/byte_class.hpp"

namespace urlsieve {

// An ASCII set by halves of the byte: bit h of row l says whether the byte h * 16 + l is a member.
class half_table {
 public:
  constexpr half_table() = default;
  constexpr explicit half_table(const byte_set& set) {
    for (unsigned byte = 0; byte < 128; ++byte)
      if (set.contains(static_cast<unsigned char>(byte)))
        rows_[byte & 15U] = static_cast<std::uint8_t>(rows_[byte & 15U] | 1U << (byte >> 4U));
  }
  [[nodiscard]] const std::uint8_t* rows() const { return rows_.data(); }

 private:
  alignas(16) std::array<std::uint8_t, 16> rows_{};
};

// What to look for. Bytes beyond ASCII are outside of both sets.
struct attention_terms {
  half_table first;
  half_table second;
  std::array<char, 3> marks{};
};

// Bit i of a map stands for byte i of the text; bits at and after its size are 0.
using text_map = std::array<std::uint64_t, 2>;

struct attention_maps {
  text_map outside_first;
  text_map outside_second;
  std::array<text_map, 3> marks;
};

inline constexpr std::size_t attention_window = 128;

// Copies the `size` <= attention_window bytes at `text` to `out` and maps them. Reads no byte after the text;
// writes attention_window bytes to `out`, of which those after the text are zero. `out` does not overlap
// `text`.
void copy_with_attention(const char* text, std::size_t size, const attention_terms& terms, char* out,
                         attention_maps& maps);

}  // namespace urlsieve

#endif
