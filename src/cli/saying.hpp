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

// Says what ended the run, with flags in place of the library's names for them.
void say(const error& what);

// Bytes as they are.
void say_bytes(std::string_view bytes);

// Says why `ended` is an error, unless it is only that nobody reads the output any more. Returns the exit
// code: `code` where there is no error.
[[nodiscard]] int exit_code_after(const result<void>& ended, int code);

// Opens what of the three standard streams is closed, so that no file of ours takes its number, in such a way
// that using it still fails.
void keep_standard_streams_apart();

}  // namespace urlsieve::cli

#endif
