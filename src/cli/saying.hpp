// What the program says to people, on standard error. Saying may fail (closed, full, its reader gone): then
// the line is lost and the run goes on, its exit code tells the truth.
#ifndef URLSIEVE_CLI_SAYING_HPP
#define URLSIEVE_CLI_SAYING_HPP

#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve::cli {

// Writes "urlsieve: `message`" as one line. What a terminal would obey is escaped: names and URLs come from
// anywhere.
void say(std::string_view message);

// Tells a person who has begun to type how to end, where standard input is what is read though nobody named
// it.
void say_if_typed();

// "urlsieve: MESSAGE", then which help tells more: that of `subcommand`, or where it is empty of the program.
void say_usage_error(std::string_view message, std::string_view subcommand);

// Says what ended the run, with flags in place of the library's names for them; as say_usage_error() where
// those are at fault and `subcommand` is told.
void say(const error& what, std::string_view subcommand = {});

// Bytes as they are.
void say_bytes(std::string_view bytes);

// Says why `ended` is an error, unless it is only that nobody reads the output any more. Returns the exit
// code: `code` where there is no error.
[[nodiscard]] int exit_code_after(const result<void>& ended, int code, std::string_view subcommand = {});

// Opens what of the three standard streams is closed, so that no file of ours takes its number, in such a way
// that using it still fails.
void keep_standard_streams_apart();

}  // namespace urlsieve::cli

#endif
