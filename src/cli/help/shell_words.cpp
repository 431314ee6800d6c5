#include "src/cli/help/shell_words.hpp"

#include <algorithm>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve::cli {

std::string in_shell_quotes(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'')
      quoted += "'\\''";
    else
      quoted += c;
  }
  return quoted + "'";
}

std::string spaced(const std::vector<std::string>& words, std::string_view divider) {
  std::string joined;
  for (const std::string& word : words) joined.append(joined.empty() ? "" : divider).append(word);
  return joined;
}

std::vector<std::string> typed_forms(const help_option& option) {
  std::vector<std::string> forms;
  for (const std::string& word : {option.short_word, option.long_word})
    if (!word.empty()) forms.push_back(word);
  return forms;
}

std::string last_word(std::string_view page_name) {
  return std::string(page_name.substr(page_name.rfind(' ') + 1));
}

std::string as_typed(std::string_view word) {
  static constexpr byte_set plain = bytes::alphanum | byte_set("%+,-./:=@^_");
  const bool is_plain =
      !word.empty() && std::all_of(word.begin(), word.end(), [](char c) { return plain.contains(c); });
  return is_plain ? std::string(word) : in_shell_quotes(word);
}

}  // namespace urlsieve::cli
