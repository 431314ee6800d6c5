// Recognizes HTML in the text of XML and JSON by its tags with links.
#ifndef URLSIEVE_MARKUP_LINK_TAG_HPP
#define URLSIEVE_MARKUP_LINK_TAG_HPP

#include <string_view>

namespace urlsieve {

// Returns true if the text has a start tag with a link, as the text of an article has. Formulas ("a < b"),
// URLs in angle brackets and tags without links do not count.
[[nodiscard]] bool has_link_tag(std::string_view text);

// Returns true if the text has a complete tag of an HTML element, with or without links.
[[nodiscard]] bool has_html_tag(std::string_view text);

// Returns true if an attribute in the text begins with a placeholder (href="{url}", src='%s') or an escaped
// quote (href=\"). Then the values of attributes are no URLs.
[[nodiscard]] bool has_placeholder_value(std::string_view text);

}  // namespace urlsieve

#endif
