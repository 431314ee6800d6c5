// Recognizes the media types of JavaScript.
#ifndef URLSIEVE_MARKUP_SCRIPT_TYPE_HPP
#define URLSIEVE_MARKUP_SCRIPT_TYPE_HPP

#include <string_view>

namespace urlsieve {

// Returns true if `essence` is a media type of JavaScript, in any case. Covers each "JavaScript MIME type"
// (MIME Sniffing standard, section 4.6), and is more lenient: accepts any top-level type, a missing top-level
// type, and any subtype that begins with "javascript" ("javascript1.9"). Requires: `essence` is a media type
// without parameters and surrounding white space.
[[nodiscard]] bool is_javascript_type(std::string_view essence);

}  // namespace urlsieve

#endif
