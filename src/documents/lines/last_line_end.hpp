// Finds the end of the last whole line of a text.
#ifndef URLSIEVE_DOCUMENTS_LINES_LAST_LINE_END_HPP
#define URLSIEVE_DOCUMENTS_LINES_LAST_LINE_END_HPP

#include <cstddef>
#include <cstring>
#include <string_view>

namespace urlsieve {

// Returns the offset behind the last line feed; 0 if there is none.
[[nodiscard]] inline std::size_t last_line_end(std::string_view text) {
  const void* const feed = ::memrchr(text.data(), '\n', text.size());
  return feed == nullptr ? 0 : static_cast<std::size_t>(static_cast<const char*>(feed) - text.data()) + 1;
}

}  // namespace urlsieve

#endif
