#include "src/text/json_escape.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "src/text/byte_class.hpp"
#include "src/text/utf8.hpp"

namespace urlsieve {
namespace {

constexpr std::uint32_t no_code = 0xFFFFFFFF;

// The UTF-16 code unit of "\uXXXX" at `at`, or no_code.
std::uint32_t code_unit(std::string_view text, std::size_t at) {
  constexpr std::size_t size = 6;
  if (text.size() - at < size || text[at] != '\\' || text[at + 1] != 'u') return no_code;
  std::uint32_t code = 0;
  for (std::size_t i = at + 2; i < at + size; ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (!bytes::hexdig.contains(c)) return no_code;
    code = code * 16 + static_cast<std::uint32_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  return code;
}

struct escape {
  std::size_t read = 1;     // bytes of the source
  std::size_t written = 1;  // bytes of UTF-8
  std::array<char, 4> bytes{'\\'};
};

// REQUIRES: code is no surrogate.
escape utf8_of(std::uint32_t code, std::size_t read) {
  escape made{read, 0, {}};
  made.written = static_cast<std::size_t>(encode_utf8(code, made.bytes.data()) - made.bytes.data());
  return made;
}

// What stands at a backslash: an escape, or the backslash itself.
escape read_escape(std::string_view text, std::size_t at) {
  if (at + 1 == text.size()) return {};
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  if (const std::size_t letter = letters.find(text[at + 1]); letter != std::string_view::npos)
    return {2, 1, {meanings[letter]}};
  const std::uint32_t code = code_unit(text, at);
  if (code == no_code) return {};
  if (code < 0xD800 || code > 0xDFFF) return utf8_of(code, 6);
  const std::uint32_t second = code < 0xDC00 ? code_unit(text, at + 6) : no_code;
  if (second < 0xDC00 || second > 0xDFFF) return {};
  return utf8_of(0x10000 + ((code - 0xD800) << 10U) + (second - 0xDC00), 12);
}

}  // namespace

std::size_t decode_json_escapes(std::string_view text, char* out) {
  std::size_t written = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t slash = std::min(text.find('\\', at), text.size());
    std::memcpy(out + written, text.data() + at, slash - at);
    written += slash - at;
    at = slash;
    if (at == text.size()) break;
    const escape found = read_escape(text, at);
    std::memcpy(out + written, found.bytes.data(), found.written);
    written += found.written;
    at += found.read;
  }
  return written;
}

std::size_t json_escape_places::source_of(std::size_t at) {
  while (true) {
    if (slash_ < place_) slash_ = std::min(source_.find('\\', place_), source_.size());
    const std::size_t plain = slash_ - place_;
    if (at - decoded_ < plain || slash_ == source_.size()) return place_ + (at - decoded_);
    const escape found = read_escape(source_, slash_);
    if (at - decoded_ - plain < found.written) return slash_;
    decoded_ += plain + found.written;
    place_ = slash_ + found.read;
  }
}

}  // namespace urlsieve
