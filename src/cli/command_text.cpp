#include "src/cli/command_text.hpp"

#include <algorithm>
#include <cstddef>

#include "src/cli/amounts.hpp"
#include "src/cli/help/shell_words.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve::cli {

std::vector<std::string> typed_arguments(const CLI::App& flags,
                                         const std::vector<std::string_view>& exclusions) {
  std::vector<std::string> arguments;
  for (const CLI::Option* const option : flags.get_options()) {
    if (option->count() == 0 || option->get_lnames().empty()) continue;
    const std::string name = "--" + option->get_lnames().front();
    if (std::find(exclusions.begin(), exclusions.end(), name) != exclusions.end()) continue;
    if (option->get_expected_min() == 0) {
      arguments.push_back(name);
      continue;
    }
    for (const std::string& value : option->results()) {
      arguments.push_back(name);
      arguments.push_back(value);
    }
  }
  return arguments;
}

std::string command_text(const CLI::App& flags, const std::vector<std::string>& inputs) {
  constexpr std::size_t most_inputs = 10;
  const std::size_t shown_count = std::min(inputs.size(), most_inputs);
  std::vector<std::string> words = typed_arguments(flags, {});
  words.insert(words.end(), inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(shown_count));
  std::string text = "urlsieve " + flags.get_name();
  for (const std::string& word : words) text.append(1, ' ').append(as_typed(without_password(word)));
  if (shown_count != inputs.size()) text += "  # and " + counted(inputs.size() - shown_count, "more input");
  return text;
}

}  // namespace urlsieve::cli
