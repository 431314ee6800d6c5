#include "src/text/encodings/doubled_utf8.hpp"

#include "src/text/encodings/utf8.hpp"

namespace urlsieve {

std::size_t decode_doubled_utf8(std::string_view text, char* out) {
  std::size_t size = 0;
  bool is_doubled = false;  // text has no such characters: C1 controls, or what leads most sequences
  for (std::size_t at = 0; at < text.size(); ++at) {
    auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x80) {
      // U+0080 to U+00FF begin with 0xC2 or 0xC3.
      if ((byte & 0xFEU) != 0xC2U || at + 1 == text.size() || !is_utf8_trail(text[at + 1])) return 0;
      const auto trail = static_cast<unsigned>(static_cast<unsigned char>(text[++at]));
      byte = static_cast<unsigned char>(unsigned{byte} << 6U | (trail & 0x3FU));
      is_doubled = is_doubled || byte < 0xA0 || byte == 0xC2 || byte == 0xC3 || byte >= 0xE0;
    }
    out[size++] = static_cast<char>(byte);
  }
  return is_doubled && is_utf8({out, size}) ? size : 0;
}

}  // namespace urlsieve
