#include "src/references/in_html.hpp"

#include "src/references/readable_body.hpp"

namespace urlsieve {

void html_finder::find(const document& doc, findings& found, stats& counted) {
  const readable_body ready = make_readable(doc, decoder_, found.decoded, counted);
  links_.begin(found, ready.bytes);
  found.query_encoding = ready.declared;
  if (!doc.page_base.empty())
    found.embedded_base = links_.cleaned(links_.decode(doc.page_base, {doc.page_base}));
  walker_.walk(ready.text, doc.type == media::xhtml, doc.base, counted);
}

void html_finder::find_inside(const markup_text& markup, std::string_view base, findings& found,
                              stats& counted) {
  const std::optional<std::string_view> own_base = found.embedded_base;
  const std::optional<std::string_view> canonical = found.canonical;
  links_.begin(found, find_encoding("utf-8"));
  walker_.walk(markup, false, base, counted);
  found.embedded_base = own_base;
  found.canonical = canonical;
}

}  // namespace urlsieve
