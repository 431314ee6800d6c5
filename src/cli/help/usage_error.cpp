#include "src/cli/help/usage_error.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "src/cli/help/suggestion.hpp"

namespace urlsieve::cli {

namespace {

// Phrases of CLI11, and their replacements.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> phrases{{
    {" is required", " is missing"},
    {" requires ", " needs "},
    {" excludes ", " cannot be combined with "},
    {": 1 required ", " needs a value: "},
    {": At Most ", ": at most "},
    {" required but received ", " may be given, not "},
}};

std::string rephrase(std::string message) {
  constexpr std::string_view no_flag = "Could not convert: ";
  if (message.starts_with(no_flag)) return message.substr(no_flag.size()) + " is not a valid value";
  constexpr std::string_view end = " missing";
  if (message.ends_with(end)) message.resize(message.size() - end.size());
  for (const auto& [phrase, replacement] : phrases) {
    const std::size_t at = message.find(phrase);
    if (at != std::string::npos) message.replace(at, phrase.size(), replacement);
  }
  return message;
}

std::vector<std::string> long_words(const CLI::App& flags) {
  std::vector<std::string> words;
  for (const CLI::Option* const option : flags.get_options())
    for (const std::string& name : option->get_lnames()) words.push_back("--" + name);
  return words;
}

std::string unexpected(const CLI::App& flags, const std::string& typed) {
  if (typed.size() < 2 || typed.front() != '-') return "unexpected argument '" + typed + "'";
  const std::string option = typed.substr(0, typed.find('='));
  return "no option is called '" + option + "'" + did_you_mean(option, long_words(flags));
}

}  // namespace

std::string usage_error(const CLI::App& flags, const CLI::ParseError& problem) {
  // Report unknown options first: one may be the missing option, misspelled.
  const std::vector<std::string> left_over = flags.remaining();
  const auto option = std::find_if(left_over.begin(), left_over.end(), [](const std::string& word) {
    return word.size() > 1 && word.front() == '-';
  });
  if (option != left_over.end()) return unexpected(flags, *option);
  constexpr int extras = static_cast<int>(CLI::ExitCodes::ExtrasError);
  if (!left_over.empty() && problem.get_exit_code() == extras) return unexpected(flags, left_over.front());
  return rephrase(problem.what());
}

}  // namespace urlsieve::cli
