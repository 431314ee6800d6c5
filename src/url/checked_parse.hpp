// Components and validity of a URL in one sweep: what parse() and is_valid() answer one after the other.
#ifndef URLSIEVE_URL_CHECKED_PARSE_HPP
#define URLSIEVE_URL_CHECKED_PARSE_HPP

#include <optional>
#include <string_view>

#include "urlsieve/url.hpp"

namespace urlsieve {

struct checked_url {
  url_offsets at;
  bool valid = false;
};

// The offsets of parse() and the verdict of is_valid() (validity.hpp) on them.
[[nodiscard]] checked_url checked_parse(std::string_view reference);

// The offsets of a valid URL that has a scheme and an authority of nothing but unescaped reg-name characters.
// nullopt: it is none, or not valid, or found out only step by step.
[[nodiscard]] std::optional<url_offsets> parse_if_plain(std::string_view reference);

}  // namespace urlsieve

#endif
