#include "src/text/line_start.hpp"

#include <cstring>

namespace urlsieve {

std::size_t find_line_start(std::string_view text, std::size_t from, line_starts wanted) {
  const auto begins = [&](std::size_t at) {
    return at + 2 <= text.size() && (std::memcmp(text.data() + at, wanted.first, 2) == 0 ||
                                     std::memcmp(text.data() + at, wanted.second, 2) == 0);
  };
  if (from == 0 && begins(0)) return 0;
  std::size_t at = from == 0 ? 0 : from - 1;
  while ((at = text.find('\n', at)) != std::string_view::npos) {
    ++at;
    if (begins(at)) return at;
  }
  return std::string_view::npos;
}

}  // namespace urlsieve
