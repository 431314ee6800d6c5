#include "src/url/percent.hpp"

#include <array>
#include <cstring>

namespace urlsieve {

namespace {

constexpr std::array<std::uint8_t, 256> hex_values = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::size_t i = 0; i < 256; ++i) values[i] = 16;
  for (unsigned i = 0; i < 10; ++i) values['0' + i] = static_cast<std::uint8_t>(i);
  for (unsigned i = 0; i < 6; ++i) values['A' + i] = values['a' + i] = static_cast<std::uint8_t>(10 + i);
  return values;
}();

constexpr std::array<char, 256> lowered = [] {
  std::array<char, 256> letters{};
  for (unsigned byte = 0; byte < 256; ++byte)
    letters[byte] = static_cast<char>(byte >= 'A' && byte <= 'Z' ? byte | 0x20U : byte);
  return letters;
}();

char lower(char letter) {
  return lowered[static_cast<unsigned char>(letter)];
}

// Eight letters at once: a byte is an upper-case letter if adding what takes "A" to 0x80 sets its highest bit
// and adding what takes "Z" + 1 there does not.
void copy_lowered(std::string_view run, char* out) {
  constexpr std::uint64_t each = 0x0101010101010101;
  std::size_t i = 0;
  for (; i + 8 <= run.size(); i += 8) {
    std::uint64_t word;
    std::memcpy(&word, run.data() + i, 8);
    const std::uint64_t ascii = word & (each * 0x7F);
    const std::uint64_t letters =
        (ascii + each * (0x80 - 'A')) & ~(ascii + each * (0x80 - 'Z' - 1)) & ~word & (each * 0x80);
    word |= letters >> 2U;
    std::memcpy(out + i, &word, 8);
  }
  for (; i < run.size(); ++i) out[i] = lower(run[i]);
}

}  // namespace

unsigned hex_value(char digit) {
  return hex_values[static_cast<unsigned char>(digit)];
}

bool is_escape(std::string_view text, std::size_t at) {
  return at + 2 < text.size() && text[at] == '%' && (hex_value(text[at + 1]) | hex_value(text[at + 2])) < 16;
}

char decoded_escape(std::string_view text, std::size_t at) {
  return static_cast<char>(hex_value(text[at + 1]) << 4U | hex_value(text[at + 2]));
}

char* write_escape(char* out, char byte) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  const auto value = static_cast<unsigned char>(byte);
  *out++ = '%';
  *out++ = digits[value >> 4U];
  *out++ = digits[value & 15U];
  return out;
}

char* copy_normalized(std::string_view text, const byte_set& unescaped, bool fold_case, char* out) {
  const auto copy = [&out, fold_case](std::string_view run) {
    if (fold_case) {
      copy_lowered(run, out);
      out += run.size();
    } else if (!run.empty()) {
      std::memmove(out, run.data(), run.size());
      out += run.size();
    }
  };
  while (!text.empty()) {
    const void* const percent = std::memchr(text.data(), '%', text.size());
    if (percent == nullptr) break;
    const auto at = static_cast<std::size_t>(static_cast<const char*>(percent) - text.data());
    copy(text.substr(0, at));
    std::size_t read = 1;
    if (!is_escape(text, at)) {
      *out++ = '%';
    } else {
      read = 3;
      const char byte = decoded_escape(text, at);
      if (unescaped.contains(byte)) {
        *out++ = fold_case ? lower(byte) : byte;
      } else {
        out = write_escape(out, byte);
      }
    }
    text.remove_prefix(at + read);
  }
  copy(text);
  return out;
}

}  // namespace urlsieve
