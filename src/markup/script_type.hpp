// Recognizes the media types of JavaScript.
#ifndef URLSIEVE_MARKUP_SCRIPT_TYPE_HPP
#define URLSIEVE_MARKUP_SCRIPT_TYPE_HPP

#include <string_view>

namespace urlsieve {

// Returns true for a "JavaScript MIME type" (MIME Sniffing standard, section 4.6), and for the obsolete
// "text/javascript1.9". `essence` is a media type without parameters.
[[nodiscard]] bool is_javascript_type(std::string_view essence);

}  // namespace urlsieve

#endif
