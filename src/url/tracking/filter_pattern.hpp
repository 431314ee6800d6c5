// Patterns of filter lists: "||example.com^", "|https://h/*", "/expression/".
#ifndef URLSIEVE_URL_TRACKING_FILTER_PATTERN_HPP
#define URLSIEVE_URL_TRACKING_FILTER_PATTERN_HPP

#include <string_view>

#include "src/url/tracking/url_matcher.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Returns the matcher of a pattern. Fails with error_code::usage for an expression that RE2 does not support.
[[nodiscard]] result<url_matcher> filter_pattern(std::string_view text, letter_case letters);

}  // namespace urlsieve

#endif
