// Finds URLs in JavaScript: string literals that are absolute URLs or look like paths.
#ifndef URLSIEVE_REFERENCES_SCRIPT_LINKS_HPP
#define URLSIEVE_REFERENCES_SCRIPT_LINKS_HPP

#include "src/references/values/link_collector.hpp"
#include "src/references/values/script_scanner.hpp"

namespace urlsieve {

// Returns true if a string literal is taken for a URL. `text` is the decoded literal.
// Accepted are http and https URLs with a plausible DNS host, "//" with such a host, and paths that begin
// with "/", "./" or "../". Rejected are strings that the script joins to others, patterns, and names of
// modules and vocabularies. Precision has priority over recall.
[[nodiscard]] bool is_script_link(std::string_view text, const script_string& literal);

// Adds the URLs of a script, with `where` "js". May deliver references early, as link_collector::add_css()
// does.
void add_script_links(const markup_text& script, link_collector& links);

}  // namespace urlsieve

#endif
