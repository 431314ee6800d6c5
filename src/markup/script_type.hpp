// Which media types are those of JavaScript.
#ifndef URLSIEVE_MARKUP_SCRIPT_TYPE_HPP
#define URLSIEVE_MARKUP_SCRIPT_TYPE_HPP

#include <string_view>

namespace urlsieve {

// MIME Sniffing standard, section 4.6, "JavaScript MIME type", and "text/javascript1.9" as it was written
// once. `essence`: a media type without parameters.
[[nodiscard]] bool is_javascript_type(std::string_view essence);

}  // namespace urlsieve

#endif
