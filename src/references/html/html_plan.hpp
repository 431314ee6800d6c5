// The settings of an HTML finder for all its documents: the requested links and the reader.
#ifndef URLSIEVE_REFERENCES_HTML_PLAN_HPP
#define URLSIEVE_REFERENCES_HTML_PLAN_HPP

#include "src/references/html/page_text.hpp"
#include "src/references/values/html_links.hpp"
#include "src/url/text_forms/text_search.hpp"
#include "urlsieve/link_options.hpp"

namespace urlsieve {

enum class reading {
  fast,  // plain tags from bit maps, other tags by the tokenizer
  exact  // every tag by the tokenizer; the reference for tests
};

// Returns true if an empty value of the attribute refers to the document itself (same-document reference, RFC
// 3986 section 4.4; for forms, HTML standard section 4.10.21.3).
[[nodiscard]] constexpr bool empty_is_base(html_element element, link_attribute attribute) {
  return attribute == link_attribute::action || attribute == link_attribute::formaction ||
         (element == html_element::img && attribute == link_attribute::src);
}

struct html_plan {
  // Selects the exact reader for drop_nofollow, because each rel must be read before the links, and for text
  // between tags, which only the exact reader reads.
  html_plan(const link_options& chosen, const text_search& text_rules, reading reader)
      : options(chosen),
        text(text_rules),
        table(link_table::of(chosen.links)),
        speed(chosen.drop_nofollow || page_text::wanted(chosen) ? reading::exact : reader) {}
  link_options options;
  text_search text;
  const link_table& table;
  reading speed;
};

}  // namespace urlsieve

#endif
