// Reference implementation of flowed text with DelSp=yes: splits lines, then joins paragraphs (RFC 3676
// sections 4.2 to 4.5).
#ifndef URLSIEVE_TESTS_ORACLE_FLOWED_TWIN_HPP
#define URLSIEVE_TESTS_ORACLE_FLOWED_TWIN_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve::oracle {

struct flowed_twin_line {
  std::string quote;  // ">>"
  std::string stuffing;
  std::string words;
  std::string line_break;
};

inline std::vector<flowed_twin_line> flowed_lines(std::string_view text) {
  std::vector<flowed_twin_line> lines;
  while (!text.empty()) {
    flowed_twin_line line;
    const std::size_t end = text.find('\n');
    std::string_view rest = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    if (end != text.npos) line.line_break = "\n";
    if (!rest.empty() && rest.back() == '\r') {
      line.line_break = "\r" + line.line_break;
      rest.remove_suffix(1);
    }
    for (; !rest.empty() && rest.front() == '>'; rest.remove_prefix(1)) line.quote += '>';
    if (!rest.empty() && rest.front() == ' ') {
      line.stuffing = " ";
      rest.remove_prefix(1);
    }
    line.words = rest;
    lines.push_back(line);
  }
  return lines;
}

inline std::string unflowed(std::string_view text) {
  const std::vector<flowed_twin_line> lines = flowed_lines(text);
  std::string out;
  bool goes_on = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const flowed_twin_line& line = lines[i];
    if (!goes_on) out += line.quote + (line.quote.empty() ? "" : line.stuffing);
    const bool soft = line.words.ends_with(' ') && line.words != "-- ";
    goes_on = soft && i + 1 < lines.size() && lines[i + 1].quote == line.quote && lines[i + 1].words != "-- ";
    out += goes_on ? line.words.substr(0, line.words.size() - 1) : line.words + line.line_break;
  }
  return out;
}

}  // namespace urlsieve::oracle

#endif
