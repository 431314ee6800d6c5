// Translates the library's names of options to flags. The library writes "output_options::max_sources" and
// "url_options::ladder = protocol"; the command line has "--max-sources" and "--ladder protocol".
#ifndef URLSIEVE_CLI_FLAG_WORDS_HPP
#define URLSIEVE_CLI_FLAG_WORDS_HPP

#include <string>
#include <string_view>

#include "src/url/explain/explanation.hpp"

namespace urlsieve::cli {

// Returns a message of the library with flags in place of option names.
[[nodiscard]] std::string in_flags(std::string_view message);

// Returns the sentence explanation_text(why) (src/url/explain/explanation.hpp), with the flag in place of the
// option.
[[nodiscard]] std::string explanation_in_flags(explanation why);

}  // namespace urlsieve::cli

#endif
