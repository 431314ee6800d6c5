#include "src/references/html/page_text.hpp"

#include "src/text/ascii.hpp"

namespace urlsieve {

void page_text::begin(link_collector& links, const markup_text& source, std::string_view base,
                      stats& counted) {
  links_ = &links;
  source_ = source;
  counted_ = &counted;
  run_.begin(links, source, base);
  anchors_.begin(links, source);
}

void page_text::end() {
  interrupt();
  if (!notes_context_) return;
  findings& found = links_->found();
  found.contexts.resize(found.references.size());
  anchors_.end();
}

void page_text::start_tag(markup_space space, html_element element, const html_tag& tag) {
  // <wbr> allows a line break inside a word, so it does not end a word.
  if (element != html_element::wbr) interrupt();
  if (notes_context_) anchors_.start_tag(space, element, tag);
}

void page_text::note_links(html_element element, const html_tag& tag, std::size_t first, bool closed) {
  if (!notes_context_) return;
  findings& found = links_->found();
  if (found.references.size() > first) {
    // A nested document (srcdoc) has already added its own contexts.
    if (found.contexts.size() < first) found.contexts.resize(first);
    link_context context;
    for (const html_attribute& attribute : tag.attributes) {
      if (!ascii::same(attribute.name, "rel")) continue;
      context.rel = links_->decode(attribute.value, source_);
      break;
    }
    found.contexts.resize(found.references.size(), context);
  }
  if (element == html_element::a && !closed) anchors_.opened(first);
}

void page_text::end_tag(html_element element) {
  interrupt();
  if (notes_context_) anchors_.end_tag(element);
}

}  // namespace urlsieve
