// Options by name and value, as on the command line, for configuration files and bindings of other languages.
#ifndef URLSIEVE_OPTION_WORDS_HPP
#define URLSIEVE_OPTION_WORDS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve {

struct extract_options;

// The syntax of an option's value.
enum class option_kind : std::uint8_t {
  choice,  // a word of a fixed list
  yes,     // "", "true", "1" or "yes": true; "false", "0" or "no": false
  number,  // digits
  size,    // bytes: digits, optionally with the unit KiB, MiB, GiB or TiB; KB, MB, GB and TB mean the same
  text,    // any text
  list,    // texts, separated by commas
  more     // any text; each set_option() appends an element to a list
};

struct option_word {
  std::string_view name;  // the flag without "--": "keep-fragment"
  option_kind kind;
  std::vector<std::string_view> words;  // values of a choice, or elements of a list
};

// Returns all options of `urlsieve extract` except those for statistics and messages, sorted by name.
[[nodiscard]] std::vector<option_word> option_words();

// Sets the option `name`, without "--". The lists "fields", "schemes" and "drop-schemes" are replaced;
// elements of other lists are appended. Returns error_code::usage for an unknown name or an invalid value; a
// list may then hold the elements before the invalid element. Contradictions between options are reported by
// the functions that use the options.
[[nodiscard]] result<void> set_option(extract_options& options, std::string_view name,
                                      std::string_view value);

}  // namespace urlsieve

#endif
