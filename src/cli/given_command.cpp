#include "src/cli/given_command.hpp"

#include <algorithm>
#include <cstddef>

#include "src/cli/amounts.hpp"
#include "src/cli/help/shell_words.hpp"
#include "urlsieve/password.hpp"

namespace urlsieve::cli {

std::vector<std::string> arguments_given(const CLI::App& flags, const std::vector<std::string_view>& others) {
  std::vector<std::string> arguments;
  for (const CLI::Option* const one : flags.get_options()) {
    if (one->count() == 0 || one->get_lnames().empty()) continue;
    const std::string name = "--" + one->get_lnames().front();
    if (std::find(others.begin(), others.end(), name) != others.end()) continue;
    if (one->get_expected_min() == 0) {
      arguments.push_back(name);
      continue;
    }
    for (const std::string& value : one->results()) {
      arguments.push_back(name);
      arguments.push_back(value);
    }
  }
  return arguments;
}

std::string command_text(const CLI::App& flags, const std::vector<std::string>& inputs) {
  constexpr std::size_t most_inputs = 10;
  const std::size_t shown = std::min(inputs.size(), most_inputs);
  std::vector<std::string> words = arguments_given(flags, {});
  words.insert(words.end(), inputs.begin(), inputs.begin() + static_cast<std::ptrdiff_t>(shown));
  std::string text = "urlsieve " + flags.get_name();
  for (const std::string& word : words) text.append(1, ' ').append(as_typed(without_password(word)));
  if (shown != inputs.size()) text += "  # and " + counted(inputs.size() - shown, "more input");
  return text;
}

}  // namespace urlsieve::cli
