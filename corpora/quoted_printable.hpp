// Text as mail carries it: RFC 2045 section 6.7, lines of 76 characters at most.
#ifndef URLSIEVE_CORPORA_QUOTED_PRINTABLE_HPP
#define URLSIEVE_CORPORA_QUOTED_PRINTABLE_HPP

#include <string>
#include <string_view>

namespace urlsieve::corpora {

inline std::string quoted_printable(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string coded;
  std::size_t line = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte >= 33 && byte <= 126 && c != '=') || c == ' ' || c == '\t';
    if (c == '\n') {
      coded += c;
      line = 0;
      continue;
    }
    if (line > 72) {
      coded += "=\n";
      line = 0;
    }
    if (plain) {
      coded += c;
      ++line;
    } else if (c != '\r') {
      coded.append({'=', digits[byte >> 4U], digits[byte & 15U]});
      line += 3;
    }
  }
  return coded;
}

}  // namespace urlsieve::corpora

#endif
