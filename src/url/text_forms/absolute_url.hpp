// Recognizes strings that are absolute URLs.
#ifndef URLSIEVE_URL_TEXT_FORMS_ABSOLUTE_URL_HPP
#define URLSIEVE_URL_TEXT_FORMS_ABSOLUTE_URL_HPP

#include <string_view>

namespace urlsieve {

// Returns true if `text` is one absolute URL and nothing else: a scheme, "://" and no white space, or
// "mailto:" and an address.
[[nodiscard]] bool is_absolute_url(std::string_view text);

// Returns true if another URL begins behind a separator in an absolute URL: "http://a/|http://b/". The
// separators are "|", "," and ";". Returns false if a URL is the value of a parameter
// ("?urls=http://a/,http://b/"), because the separators then belong to the query.
[[nodiscard]] bool holds_several_urls(std::string_view value);

}  // namespace urlsieve

#endif
