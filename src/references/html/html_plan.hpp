// What is the same for every document that one finder of links in HTML reads: which links are asked for, and
// which of the two readers may be used.
#ifndef URLSIEVE_REFERENCES_HTML_PLAN_HPP
#define URLSIEVE_REFERENCES_HTML_PLAN_HPP

#include "src/references/html/page_text.hpp"
#include "src/references/values/html_links.hpp"
#include "src/url/text_search.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

enum class reading {
  fast,  // plain tags from bit maps, the others exactly
  exact  // every tag by the tokenizer: the oracle
};

// An empty value that means the document itself (RFC 3986 section 4.4 calls it a same-document reference; a
// form is sent there, HTML standard section 4.10.21.3).
[[nodiscard]] constexpr bool empty_is_base(html_element element, link_attribute attribute) {
  return attribute == link_attribute::action || attribute == link_attribute::formaction ||
         (element == html_element::img && attribute == link_attribute::src);
}

struct html_plan {
  // To leave out nofollow links, every rel must be read first; what is between the tags, only the exact
  // reader sees.
  html_plan(const link_options& chosen, const text_search& text_rules, reading how)
      : options(chosen),
        text(text_rules),
        table(link_table::of(chosen.links)),
        speed(chosen.drop_nofollow || page_text::wanted(chosen) ? reading::exact : how) {}
  link_options options;
  text_search text;
  const link_table& table;
  reading speed;
};

}  // namespace urlsieve

#endif
