// All of the bytes to a file descriptor, or the error that stopped it.
#ifndef URLSIEVE_PIPELINE_WRITE_ALL_HPP
#define URLSIEVE_PIPELINE_WRITE_ALL_HPP

#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

// A pipe whose reader is gone is error_code::closed_output (SIGPIPE must be ignored), anything else
// cannot_write.
[[nodiscard]] result<void> write_all(int stream, std::string_view bytes);

}  // namespace urlsieve

#endif
