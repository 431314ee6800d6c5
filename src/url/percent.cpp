#include "src/url/percent.hpp"

#include <array>
#include <cstring>

namespace urlsieve {

namespace {

constexpr std::array<char, 256> lowered = [] {
  std::array<char, 256> letters{};
  for (unsigned byte = 0; byte < 256; ++byte)
    letters[byte] = static_cast<char>(byte >= 'A' && byte <= 'Z' ? byte | 0x20U : byte);
  return letters;
}();

char lower(char letter) {
  return lowered[static_cast<unsigned char>(letter)];
}

// Lowers eight bytes. A byte is an upper-case letter if adding 0x80 - 'A' sets its highest bit, and adding
// 0x80 - ('Z' + 1) does not.
std::uint64_t lowered_word(const char* text) {
  constexpr std::uint64_t each = 0x0101010101010101;
  std::uint64_t word;
  std::memcpy(&word, text, sizeof(word));
  const std::uint64_t ascii = word & (each * 0x7F);
  const std::uint64_t letters =
      (ascii + each * (0x80 - 'A')) & ~(ascii + each * (0x80 - 'Z' - 1)) & ~word & (each * 0x80);
  return word | letters >> 2U;
}

}  // namespace

void copy_lowered(std::string_view run, char* out) {
  constexpr std::size_t step = sizeof(std::uint64_t);
  if (run.size() < step) {
    for (std::size_t i = 0; i < run.size(); ++i) out[i] = lower(run[i]);
    return;
  }
  // Read before the first write, because `out` may begin before the text and overlap it.
  const std::uint64_t last = lowered_word(run.data() + run.size() - step);
  for (std::size_t i = 0; i + step < run.size(); i += step) {
    const std::uint64_t word = lowered_word(run.data() + i);
    std::memcpy(out + i, &word, step);
  }
  std::memcpy(out + run.size() - step, &last, step);
}

char* write_escape(char* out, char byte) {
  const auto value = static_cast<unsigned char>(byte);
  *out++ = '%';
  *out++ = upper_hex_digits[value >> 4U];
  *out++ = upper_hex_digits[value & 15U];
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
