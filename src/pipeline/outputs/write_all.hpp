// All of the rows to a file descriptor, or the error that stopped it. A person who looks at them sees what a
// terminal would have obeyed.
#ifndef URLSIEVE_PIPELINE_WRITE_ALL_HPP
#define URLSIEVE_PIPELINE_WRITE_ALL_HPP

#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

// On a terminal rows are as visible_rows() has them. A pipe whose reader is gone is error_code::closed_output
// (SIGPIPE must be ignored), anything else cannot_write.
[[nodiscard]] result<void> write_all(int stream, std::string_view rows);

// The same, each row by a write of its own.
[[nodiscard]] result<void> write_each(int stream, std::string_view rows);

// Likewise, as they stand: for text in which what steers a terminal is meant to.
[[nodiscard]] result<void> write_as_is(int stream, std::string_view text);

}  // namespace urlsieve

#endif
