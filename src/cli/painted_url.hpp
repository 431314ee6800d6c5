// Formats URLs for people, with the components in colors. in_quotes() and visible() escape unsafe bytes
// (src/text/encodings/visible.hpp).
#ifndef URLSIEVE_CLI_PAINTED_URL_HPP
#define URLSIEVE_CLI_PAINTED_URL_HPP

#include <string>
#include <string_view>

#include "src/cli/terminal/coloring.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve::cli {

// Returns in_quotes() of the URL, with each component in its color.
[[nodiscard]] std::string painted_components(const url_view& url, const coloring& colored);

// Returns in_quotes() of a component's value, in the color of `component` ("host"); uncolored for an unknown
// name.
[[nodiscard]] std::string painted_value(std::string_view component, std::string_view value,
                                        const coloring& colored);

// Returns visible() of the URL: components equal to those of `other` in green, different components in red.
[[nodiscard]] std::string painted_match(std::string_view url, std::string_view other,
                                        const coloring& colored);

}  // namespace urlsieve::cli

#endif
