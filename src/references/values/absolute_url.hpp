// Recognizes strings that are absolute URLs.
#ifndef URLSIEVE_REFERENCES_ABSOLUTE_URL_HPP
#define URLSIEVE_REFERENCES_ABSOLUTE_URL_HPP

#include <string_view>

namespace urlsieve {

// Returns true if `text` is one absolute URL and nothing else: a scheme, "://" and no white space, or
// "mailto:" and an address.
[[nodiscard]] bool is_absolute_url(std::string_view text);

}  // namespace urlsieve

#endif
