// Options by words, as the command line has them: for configuration files and for other languages.
#ifndef URLSIEVE_OPTION_WORDS_HPP
#define URLSIEVE_OPTION_WORDS_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// How the value of an option is written.
enum class option_kind : std::uint8_t {
  choice,  // one of a few words
  yes,     // "", "true", "1", "false" or "0"
  number,  // digits
  size,    // bytes: digits, perhaps with KiB, MiB, GiB, TiB, KB, MB, GB or TB behind them
  text,    // anything
  list,    // anything, with commas between
  more     // one more of a list each time it is set: anything
};

struct option_word {
  std::string_view name;  // that of the flag, without its "--": "keep-fragment"
  option_kind kind;
  std::vector<std::string_view> words;  // of a choice, or those that a list is made of
};

// All that `urlsieve extract` knows but for its statistics and messages, in the order of names.
[[nodiscard]] std::vector<option_word> option_words();

// error_code::usage where no option has the name, or it cannot have the value. What contradicts what is told
// when the options are used.
[[nodiscard]] result<void> set_option(extract_options& options, std::string_view name,
                                      std::string_view value);

}  // namespace urlsieve

#endif
