// Reference implementation of calendars and cards as text, with regular expressions.
#ifndef URLSIEVE_TESTS_ORACLE_CONTENT_LINES_TWIN_HPP
#define URLSIEVE_TESTS_ORACLE_CONTENT_LINES_TWIN_HPP

#include <regex>
#include <string>

namespace urlsieve::oracle {

// RFC 5545 sections 3.1 and 3.3.11, without vCard 2.1 (quoted-printable).
inline std::string plain_content_lines(std::string text) {
  text = std::regex_replace(text, std::regex("\\r*\\n[ \\t]"), "");
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t feed = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, feed - at);
    static const std::regex name("^((?:[^\":]|\"[^\"]*\")*:)([^]*)$");
    std::smatch parts;
    const bool has_name = std::regex_match(line, parts, name);
    if (has_name) plain += parts[1].str() + " ";
    std::string value = has_name ? parts[2].str() : line;
    static const std::regex escape(R"(\\([nN\\,;:]))");
    for (std::smatch met; std::regex_search(value, met, escape); value = met.suffix()) {
      const char c = met[1].str().front();
      plain += met.prefix().str() + (c == 'n' || c == 'N' ? '\n' : c);
    }
    plain += value;
    if (feed < text.size()) plain += '\n';
    at = feed + 1;
  }
  return plain;
}

}  // namespace urlsieve::oracle

#endif
