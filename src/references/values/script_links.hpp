// URLs in JavaScript: string literals that are absolute URLs, and those that look like paths.
#ifndef URLSIEVE_REFERENCES_SCRIPT_LINKS_HPP
#define URLSIEVE_REFERENCES_SCRIPT_LINKS_HPP

#include "src/references/values/link_collector.hpp"
#include "src/references/values/script_scanner.hpp"

namespace urlsieve {

// Whether a literal is taken for a URL, by what it means (`text`, decoded) and what stands around it: http
// and https with a host that DNS could have, "//" with such a host, or a path from "/", "./" or "../" on. Not
// taken are pieces that the script joins to others, patterns, names of modules and of vocabularies. Right
// more often than complete.
[[nodiscard]] bool is_script_link(std::string_view text, const script_string& literal);

// Adds those of a script; `where` is "js".
void add_script_links(const markup_text& script, link_collector& links);

}  // namespace urlsieve

#endif
