// Options that contradict each other or make no sense are refused before anything is opened.
#ifndef URLSIEVE_PIPELINE_OPTION_CHECK_HPP
#define URLSIEVE_PIPELINE_OPTION_CHECK_HPP

#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// error_code::usage, invalid_url or no_such_input with a message that names the options as their members are
// called.
[[nodiscard]] result<void> check_options(const extract_options& options);

}  // namespace urlsieve

#endif
