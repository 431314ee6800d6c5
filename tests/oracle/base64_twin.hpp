// Reference implementation of base64, bit by bit.
#ifndef URLSIEVE_TESTS_ORACLE_BASE64_TWIN_HPP
#define URLSIEVE_TESTS_ORACLE_BASE64_TWIN_HPP

#include <cstddef>
#include <string>
#include <string_view>

#include "tests/oracle/quoted_printable_twin.hpp"

namespace urlsieve::oracle {

inline decoded_bytes base64_of(std::string_view text) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  decoded_bytes output;
  std::string bits;
  bool wants_second_pad = false;
  const auto whole_bytes = [&] {
    for (; bits.size() >= 8; bits.erase(0, 8)) {
      int byte = 0;
      for (int i = 0; i < 8; ++i) byte = 2 * byte + (bits[static_cast<std::size_t>(i)] == '1' ? 1 : 0);
      output.bytes += static_cast<char>(byte);
    }
  };
  for (const char c : text) {
    const std::size_t value = alphabet.find(c);
    if (value != alphabet.npos) {
      if (wants_second_pad) output.damaged = true;
      wants_second_pad = false;
      for (int i = 5; i >= 0; --i) bits += (value >> i & 1U) != 0 ? '1' : '0';
      if (bits.size() == 24) whole_bytes();
    } else if (c == '=') {
      if (bits.empty() && !wants_second_pad) output.damaged = true;
      if (bits.size() == 6) output.damaged = true;
      wants_second_pad = bits.size() == 12;
      whole_bytes();
      bits.clear();
    } else if (static_cast<unsigned char>(c) > ' ' && c != '\x7F') {
      output.damaged = true;
    }
  }
  if (!bits.empty() || wants_second_pad) output.damaged = true;
  whole_bytes();
  return output;
}

}  // namespace urlsieve::oracle

#endif
