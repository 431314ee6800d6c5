// Adds options whose values are a choice, a list, a number, or a size in bytes. The type name, which help and
// completions show, describes the value: "a|b|c", "a,b,c", "N", "BYTES".
#ifndef URLSIEVE_CLI_FLAG_VALUES_HPP
#define URLSIEVE_CLI_FLAG_VALUES_HPP

#include <CLI/App.hpp>
#include <CLI/Error.hpp>
#include <CLI/Option.hpp>
#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/text/byte_size.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve::cli {

template <class Value>
using choices = std::vector<std::pair<std::string, Value>>;

// Throws CLI::ValidationError: `typed` is none of `words`.
[[noreturn]] void refuse_word(const std::string& option, const std::string& typed,
                              const std::vector<std::string>& words);

// Throws CLI::ValidationError: `typed` is not a number from `least` to `most`.
[[noreturn]] void refuse_number(const std::string& option, const std::string& typed, std::uint64_t least,
                                std::uint64_t most);

// Returns "--threads" for the declared name "-j,--threads".
[[nodiscard]] std::string long_name(const std::string& declared);

// Returns "a|b|c" for the divider '|'.
[[nodiscard]] std::string joined(const std::vector<std::string>& words, char divider);

// Adds an option with one of a few words as its value. `default_value`: the default. Calls `set` with the
// value.
template <class Value, class Set>
CLI::Option* add_choice(CLI::App& app, const std::string& name, const Value& default_value, const Set& set,
                        const choices<Value>& words, const std::string& help) {
  std::string listed;
  std::string default_word;
  for (const auto& [word, meaning] : words) {
    listed += (listed.empty() ? "" : "|") + word;
    if (meaning == default_value) default_word = word;
  }
  CLI::Option* const option = app.add_option_function<std::string>(
      name,
      [set, name, words](const std::string& typed) {
        const auto found =
            std::find_if(words.begin(), words.end(), [&](const auto& word) { return word.first == typed; });
        if (found != words.end()) {
          set(found->second);
          return;
        }
        std::vector<std::string> known;
        for (const auto& word : words) known.push_back(word.first);
        refuse_word(name, typed, known);
      },
      help);
  option->type_name(listed)->default_str(default_word);
  return option;
}

// Adds an option with one of a few words, which sets `value`.
template <class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& value, const choices<Value>& words,
                        const std::string& help) {
  return add_choice<Value>(app, name, value, [&value](const Value& choice) { value = choice; }, words, help);
}

// Returns the words of the values for which `is_offered` returns true.
template <named_choice Choice, class Value = Choice, class IsOffered>
choices<Value> words_of(const IsOffered& is_offered) {
  choices<Value> words;
  for (std::size_t i = 0; i < count_of<Choice>; ++i)
    if (is_offered(static_cast<Choice>(i))) words.emplace_back(words_for<Choice>[i], static_cast<Choice>(i));
  return words;
}

// Adds an option with all words of the choice.
template <named_choice Choice>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Choice& value, const std::string& help) {
  return add_choice<Choice>(app, name, value, words_of<Choice>([](Choice) { return true; }), help);
}

// Adds an option for a number from `least` to `most`. `default_value`: the default, for help.
template <class Value>
CLI::Option* add_number(CLI::App& app, const std::string& name, Value& value, std::uint64_t least,
                        std::uint64_t most, const std::string& default_value, const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [&value, name = long_name(name), least, most](const std::string& typed) {
            std::uint64_t number = 0;
            const auto [end, failed] = std::from_chars(typed.data(), typed.data() + typed.size(), number);
            if (failed != std::errc() || end != typed.data() + typed.size() || number < least ||
                number > most)
              refuse_number(name, typed, least, most);
            value = static_cast<Value>(number);
          },
          help)
      ->default_str(default_value)
      ->type_name("N");
}

// Adds an option for a size in bytes within bounds: "8192", "64KiB", "1GB".
template <class Size>
CLI::Option* add_size(CLI::App& app, const std::string& name, Size& value, std::uint64_t least,
                      std::uint64_t most, const std::string& default_value, const std::string& help) {
  return app
      .add_option_function<std::string>(
          name,
          [&value, name, least, most](const std::string& typed) {
            const bool is_negative = typed.starts_with('-');
            const std::optional<std::uint64_t> size =
                parse_byte_size(std::string_view(typed).substr(is_negative ? 1 : 0));
            if (!size)
              throw CLI::ValidationError(name, "'" + typed + "' is no size in bytes, such as 4096 or 64KiB");
            if (is_negative || *size < least || *size > most) refuse_number(name, typed, least, most);
            value = static_cast<Size>(*size);
          },
          help)
      ->default_str(default_value)
      ->type_name("BYTES");
}

// Adds an option for a day as YYYY-MM-DD (ISO 8601).
CLI::Option* add_date(CLI::App& app, const std::string& name, std::string& value, const std::string& help);

}  // namespace urlsieve::cli

#endif
