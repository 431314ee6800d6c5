// Reference implementation of find_quotes(), byte by byte.
#ifndef URLSIEVE_TESTS_ORACLE_QUOTE_SCAN_TWIN_HPP
#define URLSIEVE_TESTS_ORACLE_QUOTE_SCAN_TWIN_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/text/scan/quote_scan.hpp"

namespace urlsieve::oracle {

inline quote_marks find_quotes(std::string_view text, std::vector<std::uint32_t>& out) {
  quote_marks found;
  out.clear();
  bool escaped = false;
  std::uint32_t behind = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    found.has_controls = found.has_controls || byte < 0x20;
    found.has_non_ascii = found.has_non_ascii || byte >= 0x80;
    if (byte == '"' && !escaped) {
      out.push_back(static_cast<std::uint32_t>(at) | behind);
      behind = 0;
    }
    escaped = byte == '\\' && !escaped;
    if (byte == '\\') behind = quote_behind_backslash;
  }
  found.count = out.size();
  return found;
}

}  // namespace urlsieve::oracle

#endif
