// Rejects contradictory or meaningless options before a run opens anything.
#ifndef URLSIEVE_API_OPTION_CHECK_HPP
#define URLSIEVE_API_OPTION_CHECK_HPP

#include "urlsieve/error.hpp"

namespace urlsieve {

struct extract_options;

// Fails with error_code::usage, invalid_url or no_such_input; the message names options by their members.
[[nodiscard]] result<void> check_options(const extract_options& options);

}  // namespace urlsieve

#endif
