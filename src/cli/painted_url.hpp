// URLs for people's eyes with their components in colours.
#ifndef URLSIEVE_CLI_PAINTED_URL_HPP
#define URLSIEVE_CLI_PAINTED_URL_HPP

#include <string>
#include <string_view>

#include "src/cli/terminal/coloring.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve::cli {

// in_quotes() of the URL, each component in its colour.
[[nodiscard]] std::string painted_components(const url_view& url, const coloring& colored);

// in_quotes() of a component's value, in the colour that the component has there.
[[nodiscard]] std::string painted_value(std::string_view component, std::string_view value,
                                        const coloring& colored);

// visible() of the URL: what `other` has, too, is green, components in which they differ are red.
[[nodiscard]] std::string painted_match(std::string_view url, std::string_view other,
                                        const coloring& colored);

}  // namespace urlsieve::cli

#endif
