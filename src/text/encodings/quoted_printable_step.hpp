// Decodes quoted-printable one byte at a time, where vectors cannot.
#ifndef URLSIEVE_TEXT_ENCODINGS_QUOTED_PRINTABLE_STEP_HPP
#define URLSIEVE_TEXT_ENCODINGS_QUOTED_PRINTABLE_STEP_HPP

#include <array>
#include <cstddef>
#include <cstdint>

namespace urlsieve {

// The value of a byte as a hex digit in any case; 16 for other bytes.
inline constexpr std::array<std::uint8_t, 256> quoted_digits = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::uint8_t& value : values) value = 16;
  for (unsigned i = 0; i < 10; ++i) values['0' + i] = static_cast<std::uint8_t>(i);
  for (unsigned i = 0; i < 6; ++i) values['A' + i] = values['a' + i] = static_cast<std::uint8_t>(10 + i);
  return values;
}();

// Requires: `out` has a byte for each byte of the text.
struct quoted_printable_step {
  const std::uint8_t* text;
  std::size_t size;      // of the text
  std::size_t at = 0;    // offset of the next byte to decode
  std::uint8_t* out;     // end of the output
  bool damaged = false;  // a "=" began neither an escape nor a soft line break

  // Moves `at` back to the first of the blanks before it, if a blank is at `at`. The blanks were already
  // written, but only the end of the run shows whether they stay.
  void reopen_blanks() {
    if (at == 0 || at >= size || !is_blank(text[at])) return;
    for (; at > 0 && is_blank(text[at - 1]); --at) --out;
  }

  // Decodes until a token ends at or after `until`. Requires: until <= size.
  void run(std::size_t until) {
    while (at < until) {
      if (text[at] != '=' && !is_blank(text[at]))
        *out++ = text[at++];
      else if (!escape())
        blanks();
    }
  }

 private:
  static bool is_blank(std::uint8_t byte) { return byte == ' ' || byte == '\t'; }

  bool escape() {
    if (text[at] != '=' || at + 2 >= size) return false;
    const unsigned high = quoted_digits[text[at + 1]];
    const unsigned low = quoted_digits[text[at + 2]];
    if ((high | low) >= 16) return false;
    *out++ = static_cast<std::uint8_t>(high << 4U | low);
    at += 3;
    return true;
  }

  // Handles blanks, or "=" and blanks. Removes them before a line break or the end; a "=" also removes the
  // line break.
  void blanks() {
    const bool soft = text[at] == '=';
    std::size_t next = at + 1;
    while (next < size && is_blank(text[next])) ++next;
    if (next < size && text[next] != '\r' && text[next] != '\n') {
      damaged |= soft;
      while (at < next) *out++ = text[at++];
      return;
    }
    if (soft) {
      while (next < size && text[next] == '\r') ++next;
      if (next < size && text[next] == '\n') ++next;
    }
    at = next;
  }
};

}  // namespace urlsieve

#endif
