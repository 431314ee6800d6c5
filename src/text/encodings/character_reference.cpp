// Decodes numeric references by arithmetic, and named references by a search among the names with the same
// first byte. The longest matching name counts. In attributes, a name counts only without "=" or a letter
// after it (HTML standard section 13.2.5.73).
#include "src/text/encodings/character_reference.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "src/text/encodings/character_reference_names.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/hex.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

struct named_reference {
  std::string_view name;
  char32_t first;
  char32_t second;  // 0: none
};

// The rows, and the range of rows for each first byte.
struct name_table {
  std::vector<named_reference> rows;
  std::array<std::uint16_t, 257> begins{};
};

name_table build_names() {
  name_table table;
  table.rows.reserve(character_reference_count);
  const char* at = character_reference_names;
  const auto read_hex = [&at] {
    char32_t code = 0;
    for (; hex_value(*at) < 16; ++at) code = code * 16 + hex_value(*at);
    return code;
  };
  while (*at != '\0') {
    named_reference row{};
    const char* const equals = std::strchr(at, '=');
    row.name = std::string_view(at, static_cast<std::size_t>(equals - at));
    at = equals + 1;
    row.first = read_hex();
    if (*at == '+') {
      ++at;
      row.second = read_hex();
    }
    ++at;
    table.rows.push_back(row);
  }
  std::size_t row = 0;
  for (unsigned byte = 0; byte <= 256; ++byte) {
    while (row < table.rows.size() && static_cast<unsigned char>(table.rows[row].name[0]) < byte) ++row;
    table.begins[byte] = static_cast<std::uint16_t>(row);
  }
  return table;
}

const name_table& names() {
  static const name_table table = build_names();
  return table;
}

// Returns the longest name at the front of `input` (the text after "&"), or null.
const named_reference* longest_name(std::string_view input) {
  if (input.empty() || !bytes::alpha.contains(input[0])) return nullptr;
  const name_table& table = names();
  const auto byte = static_cast<unsigned char>(input[0]);
  std::size_t low = table.begins[byte];
  std::size_t high = table.begins[byte + 1U];
  const named_reference* found = nullptr;
  // Narrow the sorted range byte by byte: rows [low, high) share the first `length` bytes with the input.
  for (std::size_t length = 1; low < high; ++length) {
    if (table.rows[low].name.size() == length) {
      found = &table.rows[low];
      ++low;
    }
    if (length == input.size() || low == high) break;
    const auto wanted = static_cast<unsigned char>(input[length]);
    const auto begin = table.rows.begin();
    const auto at_byte = [length](const named_reference& row) {
      return static_cast<unsigned char>(row.name[length]);
    };
    const auto first =
        std::lower_bound(begin + static_cast<std::ptrdiff_t>(low), begin + static_cast<std::ptrdiff_t>(high),
                         wanted, [&](const named_reference& row, unsigned b) { return at_byte(row) < b; });
    const auto last =
        std::upper_bound(first, begin + static_cast<std::ptrdiff_t>(high), wanted,
                         [&](unsigned b, const named_reference& row) { return b < at_byte(row); });
    low = static_cast<std::size_t>(first - begin);
    high = static_cast<std::size_t>(last - begin);
  }
  return found;
}

// HTML standard section 13.2.5.80: the meaning of numbers in the range of C1 controls (windows-1252).
constexpr std::array<char16_t, 32> c1_meanings{
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

char32_t numeric_meaning(std::uint32_t code) {
  if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return 0xFFFD;
  if (code >= 0x80 && code <= 0x9F) return c1_meanings[code - 0x80];
  return code;
}

std::size_t decode_numeric(std::string_view input, char*& out) {
  std::size_t at = 2;
  const bool hexadecimal = at < input.size() && (input[at] == 'x' || input[at] == 'X');
  if (hexadecimal) ++at;
  const byte_set& digits = hexadecimal ? bytes::hexdig : bytes::digit;
  const std::size_t first = at;
  std::uint32_t code = 0;
  for (; at < input.size() && digits.contains(input[at]); ++at)
    code = std::min(code * (hexadecimal ? 16U : 10U) + hex_value(input[at]), 0x110000U);
  if (at == first) return 0;
  if (at < input.size() && input[at] == ';') ++at;
  out = encode_utf8(numeric_meaning(code), out);
  return at;
}

}  // namespace

std::size_t decode_character_reference(std::string_view input, reference_context context, char*& out) {
  if (input.size() < 2) return 0;
  if (input[1] == '#') return decode_numeric(input, out);
  if (input.starts_with("&amp;")) {
    *out++ = '&';
    return 5;
  }
  const named_reference* const row = longest_name(input.substr(1));
  if (row == nullptr) return 0;
  const std::size_t end = 1 + row->name.size();
  if (context == reference_context::attribute && row->name.back() != ';' && end < input.size() &&
      (input[end] == '=' || bytes::alphanum.contains(input[end])))
    return 0;
  out = encode_utf8(row->first, out);
  if (row->second != 0) out = encode_utf8(row->second, out);
  return end;
}

char* decode_character_references(std::string_view input, reference_context context, char* out) {
  constexpr std::size_t none = std::string_view::npos;
  const bool no_controls = input.find('\0') == none && input.find('\r') == none;
  for (std::size_t at = 0; at < input.size();) {
    if (no_controls) {
      const std::size_t next = std::min(input.find('&', at), input.size());
      out = std::copy(input.begin() + static_cast<std::ptrdiff_t>(at),
                      input.begin() + static_cast<std::ptrdiff_t>(next), out);
      at = next;
      if (at == input.size()) break;
    }
    const char c = input[at];
    if (c == '&') {
      const std::size_t consumed = decode_character_reference(input.substr(at), context, out);
      if (consumed != 0) {
        at += consumed;
        continue;
      }
    } else if (c == '\0') {
      out = encode_utf8(0xFFFD, out);
      ++at;
      continue;
    } else if (c == '\r') {
      *out++ = '\n';
      at += at + 1 < input.size() && input[at + 1] == '\n' ? 2U : 1U;
      continue;
    }
    *out++ = c;
    ++at;
  }
  return out;
}

}  // namespace urlsieve
