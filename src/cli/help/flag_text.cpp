#include "src/cli/help/flag_text.hpp"

#include <algorithm>
#include <cstddef>

#include "urlsieve/option_table.hpp"

namespace urlsieve::cli {

std::string flag_of(const option_row& row) {
  return row.letter_in_messages ? "-" + std::string(row.letter) : "--" + std::string(row.word);
}

std::string with_flags(std::string_view text) {
  std::string written;
  while (!text.empty()) {
    const std::size_t open = std::min(text.find('{'), text.size());
    written.append(text.substr(0, open));
    text.remove_prefix(open);
    if (text.empty()) break;
    const std::size_t close = text.find('}');
    written.append(flag_of(*find_option(text.substr(1, close - 1))));
    text.remove_prefix(close + 1);
  }
  return written;
}

}  // namespace urlsieve::cli
