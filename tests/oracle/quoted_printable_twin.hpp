// Reference implementation of quoted-printable: removes insignificant spaces, then decodes escapes.
#ifndef URLSIEVE_TESTS_ORACLE_QUOTED_PRINTABLE_TWIN_HPP
#define URLSIEVE_TESTS_ORACLE_QUOTED_PRINTABLE_TWIN_HPP

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace urlsieve::oracle {

struct decoded_bytes {
  std::string bytes;
  bool damaged = false;

  friend bool operator==(const decoded_bytes&, const decoded_bytes&) = default;
};

// Placeholder for a removed space, so that its neighbours do not become adjacent. Test texts do not contain
// this byte.
inline constexpr char put_out = '\x01';

inline std::string without_trailing_blanks(std::string_view text) {
  std::string marked(text);
  bool at_end = true;
  for (std::size_t i = text.size(); i-- > 0;) {
    const bool blank = text[i] == ' ' || text[i] == '\t';
    if (blank && at_end) marked[i] = put_out;
    if (!blank) at_end = text[i] == '\r' || text[i] == '\n';
  }
  return marked;
}

inline decoded_bytes quoted_printable_of(std::string_view written) {
  const std::string text = without_trailing_blanks(written);
  const std::string digits = "0123456789ABCDEFabcdef";
  const auto value = [&](char c) {
    const std::size_t place = digits.find(c);
    return static_cast<int>(place < 16 ? place : place - 6);
  };
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && digits.find(text[at]) != digits.npos;
  };
  decoded_bytes output;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == put_out) {
      ++at;
    } else if (text[at] != '=') {
      output.bytes += text[at++];
    } else if (is_digit(at + 1) && is_digit(at + 2)) {
      output.bytes += static_cast<char>(16 * value(text[at + 1]) + value(text[at + 2]));
      at += 3;
    } else if (const std::size_t end = std::min(text.find_first_not_of(put_out, at + 1), text.size());
               end == text.size() || text[end] == '\r' || text[end] == '\n') {
      for (at = end; at < text.size() && text[at] == '\r';) ++at;
      if (at < text.size() && text[at] == '\n') ++at;
    } else {
      output.damaged = true;
      output.bytes += text[at++];
    }
  }
  return output;
}

}  // namespace urlsieve::oracle

#endif
