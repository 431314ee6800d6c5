// Parses and validates a URL in one sweep; the result is that of parse() and is_valid().
#ifndef URLSIEVE_URL_PARSE_CHECKED_PARSE_HPP
#define URLSIEVE_URL_PARSE_CHECKED_PARSE_HPP

#include <optional>
#include <string_view>

#include "urlsieve/url_view.hpp"

namespace urlsieve {

struct checked_url {
  url_offsets at;
  bool valid = false;
};

// Returns the offsets of parse() and the verdict of is_valid() (validity.hpp).
[[nodiscard]] checked_url checked_parse(std::string_view reference);

// Returns the offsets of a valid URL with a scheme and an authority of unescaped reg-name characters only.
// Returns nullopt for all other references, including valid ones that need the slow path.
[[nodiscard]] std::optional<url_offsets> parse_if_plain(std::string_view reference);

}  // namespace urlsieve

#endif
