#include "src/rows/list_text.hpp"

#include <utility>

namespace urlsieve {

void append_list(std::span<const std::string_view> elements, char between, std::string& out) {
  for (bool first = true; const std::string_view element : elements) {
    if (!std::exchange(first, false)) out.push_back(between);
    for (const char c : element) {
      if (breaks_text(c) || c == between) {
        out.append(c == ' ' ? "%20" : c == '\t' ? "%09" : c == '\r' ? "%0D" : c == '\n' ? "%0A" : "%00");
      } else {
        out.push_back(c);
      }
    }
  }
}

}  // namespace urlsieve
