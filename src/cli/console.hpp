// Prints messages to standard error. If printing fails (closed, full, broken pipe), the line is lost and the
// run continues; its exit code is unaffected.
#ifndef URLSIEVE_CLI_CONSOLE_HPP
#define URLSIEVE_CLI_CONSOLE_HPP

#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve::cli {

// Prints "urlsieve: `message`" as one line. Escapes terminal control sequences, because names and URLs come
// from untrusted input.
void print_message(std::string_view message);

// Prints how to end standard input, if standard input and standard error are terminals. For runs that read
// standard input because no input is named.
void print_input_hint();

// Prints "urlsieve: MESSAGE", then the command for more help: the help of `subcommand`, or of the program if
// empty.
void print_usage_error(std::string_view message, std::string_view subcommand);

// Prints the error that ended the run, with flags in place of option names. For errors in flags of
// `subcommand`, prints like print_usage_error().
void print_error(const error& problem, std::string_view subcommand = {});

// Prints `bytes` unchanged.
void print_bytes(std::string_view bytes);

// Opens each closed standard stream so that no other file gets its number. Using such a stream still fails.
void reserve_standard_streams();

}  // namespace urlsieve::cli

#endif
