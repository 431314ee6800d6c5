// Explains the words of the program in a sentence or two each: fields, formats, flags, rungs, exit codes. A
// word without an explanation fails to compile, or fails a test (formats).
#ifndef URLSIEVE_CLI_HELP_EXPLAINED_WORDS_HPP
#define URLSIEVE_CLI_HELP_EXPLAINED_WORDS_HPP

#include <span>

#include "src/cli/help/help_page.hpp"

namespace urlsieve::cli {

// In the order of enum field.
[[nodiscard]] std::span<const explained_word> explained_fields();

// In the order of enum input_format.
[[nodiscard]] std::span<const explained_word> explained_format_choices();

// The formats that an input may have: an entry for each row of the table of formats, in its order.
[[nodiscard]] std::span<const explained_word> explained_formats();

// In the order of flag::names.
[[nodiscard]] std::span<const explained_word> explained_flags();

// In the order of enum rung.
[[nodiscard]] std::span<const explained_word> explained_rungs();

// From exit code 0 on.
[[nodiscard]] std::span<const explained_word> explained_exit_codes();

}  // namespace urlsieve::cli

#endif
