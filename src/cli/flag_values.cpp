#include "src/cli/flag_values.hpp"

#include <cstddef>

#include "src/cli/help/suggestion.hpp"
#include "src/text/calendar_date.hpp"
#include "urlsieve/index_form.hpp"

namespace urlsieve::cli {

std::string long_name(const std::string& declared) {
  const std::size_t comma = declared.find(',');
  return comma == std::string::npos ? declared : declared.substr(comma + 1);
}

std::string joined(const std::vector<std::string>& words, char divider) {
  std::string listed;
  for (const std::string& word : words) {
    if (!listed.empty()) listed += divider;
    listed += word;
  }
  return listed;
}

void refuse_word(const std::string& option, const std::string& typed, const std::vector<std::string>& words) {
  const bool is_of_index = option == "--output-format" && typed == words_for<index_form>[0];
  throw CLI::ValidationError(option, "'" + typed + "' is not one of " + joined(words, '|') +
                                         (is_of_index ? ": urlsieve index writes an index of captures"
                                                      : did_you_mean(typed, words)));
}

void refuse_number(const std::string& option, const std::string& typed, std::uint64_t least,
                   std::uint64_t most) {
  throw CLI::ValidationError(
      option, "'" + typed + "' is not from " + std::to_string(least) + " to " + std::to_string(most));
}

CLI::Option* add_date(CLI::App& app, const std::string& name, std::string& value, const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [&value, name](const std::string& typed) {
            if (!is_calendar_date(typed))
              throw CLI::ValidationError(name, "'" + typed + "' is no date, such as 2026-01-31");
            value = typed;
          },
          help)
      ->type_name("DATE");
}

}  // namespace urlsieve::cli
