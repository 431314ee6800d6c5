// Writes all rows to a file descriptor, or returns the error that stopped it. On terminals, control
// characters are made visible instead of being obeyed.
#ifndef URLSIEVE_PIPELINE_WRITE_ALL_HPP
#define URLSIEVE_PIPELINE_WRITE_ALL_HPP

#include <string_view>

#include "urlsieve/error.hpp"
#include "urlsieve/output_choices.hpp"

namespace urlsieve {

// Writes rows; on a terminal, as visible_rows() returns them. Fails with error_code::closed_output if the
// reader of a pipe is gone (SIGPIPE must be ignored), and with cannot_write for other errors.
[[nodiscard]] result<void> write_all(int stream, std::string_view rows);

// Writes each row by a write of its own. Fails as write_all() does. Requires: `rows` are whole rows of
// `form`.
[[nodiscard]] result<void> write_each(int stream, std::string_view rows, row_form form);

// Writes text unchanged, with its terminal control sequences. Fails as write_all() does.
[[nodiscard]] result<void> write_as_is(int stream, std::string_view text);

}  // namespace urlsieve

#endif
