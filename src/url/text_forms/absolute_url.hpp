// Recognizes strings that are absolute URLs.
#ifndef URLSIEVE_URL_TEXT_FORMS_ABSOLUTE_URL_HPP
#define URLSIEVE_URL_TEXT_FORMS_ABSOLUTE_URL_HPP

#include <string_view>

namespace urlsieve {

// Returns true if `text` is one absolute URL and nothing else: a scheme, "://" and no white space, or
// "mailto:" and an address.
[[nodiscard]] bool is_absolute_url(std::string_view text);

// Returns true for one absolute URL with unescaped spaces in it, as sitemaps and feeds have.
[[nodiscard]] bool is_url_with_spaces(std::string_view text);

// Returns true if another URL begins behind a separator in an absolute URL: "http://a/|http://b/". The
// separators are "|", "," and ";". Returns false if a URL is the value of a parameter
// ("?urls=http://a/,http://b/"), because the separators then belong to the query.
[[nodiscard]] bool holds_several_urls(std::string_view value);

// Returns true if `value` is two or more absolute URLs and nothing else, between them separators as above,
// white space, or both. Two of them have "://".
[[nodiscard]] bool is_list_of_urls(std::string_view value);

}  // namespace urlsieve

#endif
