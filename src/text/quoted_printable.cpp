#include "src/text/quoted_printable.hpp"

#include <array>
#include <cstdint>

namespace urlsieve {
namespace {

constexpr std::array<std::uint8_t, 256> hex_digits = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::uint8_t& value : values) value = 16;
  for (unsigned i = 0; i < 10; ++i) values['0' + i] = static_cast<std::uint8_t>(i);
  for (unsigned i = 0; i < 6; ++i) values['A' + i] = values['a' + i] = static_cast<std::uint8_t>(10 + i);
  return values;
}();

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// Decodes from `at` until a token ends at or after `until`; moves `at` and `out` on.
bool decode_some(std::string_view text, std::size_t& at, std::size_t until, char*& out) {
  bool damaged = false;
  while (at < until) {
    const char c = text[at];
    if (c != '=' && !is_blank(c)) {
      *out++ = c;
      ++at;
      continue;
    }
    if (c == '=' && at + 2 < text.size()) {
      const unsigned high = hex_digits[static_cast<unsigned char>(text[at + 1])];
      const unsigned low = hex_digits[static_cast<unsigned char>(text[at + 2])];
      if ((high | low) < 16) {
        *out++ = static_cast<char>(high << 4U | low);
        at += 3;
        continue;
      }
    }
    std::size_t next = at + 1;
    while (next < text.size() && is_blank(text[next])) ++next;
    const bool breaks = next == text.size() || text[next] == '\r' || text[next] == '\n';
    if (c == '=' && breaks) {
      while (next < text.size() && text[next] == '\r') ++next;
      if (next < text.size() && text[next] == '\n') ++next;
      at = next;
    } else if (c == '=') {
      damaged = true;
      *out++ = c;
      ++at;
    } else {
      if (!breaks)
        for (; at < next; ++at) *out++ = text[at];
      at = next;
    }
  }
  return damaged;
}

}  // namespace

decoded_extent decode_quoted_printable(std::string_view text, char* out) {
  std::size_t at = 0;
  char* end = out;
  const bool damaged = decode_some(text, at, text.size(), end);
  return {static_cast<std::size_t>(end - out), damaged};
}

}  // namespace urlsieve
