// Writes patterns of URLs with "*" as regular expressions.
#ifndef URLSIEVE_URL_TRACKING_URL_GLOB_HPP
#define URLSIEVE_URL_TRACKING_URL_GLOB_HPP

#include <string>
#include <string_view>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

// Appends an expression that matches `c` itself.
inline void append_literal(char c, std::string& expression) {
  if (!bytes::alphanum.contains(c) && !bytes::non_ascii.contains(c)) expression += '\\';
  expression += c;
}

// Returns an expression for `glob`, in which "*" matches any bytes except "#".
[[nodiscard]] inline std::string glob_expression(std::string_view glob) {
  std::string expression;
  for (const char c : glob) {
    if (c == '*')
      expression += "[^#]*";
    else
      append_literal(c, expression);
  }
  return expression;
}

}  // namespace urlsieve

#endif
