// The library names options as its users write them, "output_options::max_sources" or
// "url_options::ladder = protocol". On the command line they are flags: "--max-sources", "--ladder protocol".
#ifndef URLSIEVE_CLI_FLAG_WORDS_HPP
#define URLSIEVE_CLI_FLAG_WORDS_HPP

#include <string>
#include <string_view>

#include "src/url/explanation.hpp"

namespace urlsieve::cli {

// A message of the library with the flags for the options that it names.
[[nodiscard]] std::string in_flags(std::string_view message);

// told() with the flag for the option.
[[nodiscard]] std::string told_in_flags(explanation why);

}  // namespace urlsieve::cli

#endif
