#include "src/references/html/in_html.hpp"

namespace urlsieve {

// A <meta> may tell an encoding that was not known when the reading began, as only the first 1024 bytes are
// asked before; then the page is read again (HTML standard, section 13.2.3.5, "changing the encoding").
void html_finder::find(const document& doc, findings& found, stats& counted) {
  const readable_body ready = make_readable(doc, decoder_, found.decoded, counted);
  if (!ready.tentative || doc.type == media::xhtml) return read(doc, ready, found, counted);
  const std::size_t references = found.references.size();
  const std::size_t contexts = found.contexts.size();
  const std::optional<std::string_view> embedded_base = found.embedded_base;
  const std::optional<std::string_view> canonical = found.canonical;
  stats once;
  read(doc, ready, found, once);
  const encoding told = walker_.told_encoding();
  const bool known = told.kind == encoding_kind::unknown || told == ready.declared;
  // Where nothing was declared, UTF-8 was read as such, and the rest was not asked for.
  const bool same =
      ready.declared.kind == encoding_kind::unknown && told.kind == encoding_kind::utf8 && !links_.guessed();
  if (known || same) return counted.add(once);
  found.references.resize(references);
  found.contexts.resize(contexts);
  found.embedded_base = embedded_base;
  found.canonical = canonical;
  read(doc, make_readable_as(told, doc, decoder_, found.decoded), found, counted);
}

void html_finder::read(const document& doc, const readable_body& ready, findings& found, stats& counted) {
  links_.begin(found, ready.bytes, counted);
  found.query_encoding = ready.declared;
  if (!doc.page_base.empty())
    found.embedded_base = links_.cleaned(links_.decode(doc.page_base, {doc.page_base}));
  walker_.walk(ready.text, doc.type == media::xhtml, doc.base, counted);
}

void html_finder::find_inside(const markup_text& markup, std::string_view base, findings& found,
                              stats& counted) {
  const std::optional<std::string_view> own_base = found.embedded_base;
  const std::optional<std::string_view> canonical = found.canonical;
  links_.begin(found, find_encoding("utf-8"), counted);
  walker_.walk(markup, false, base, counted);
  found.embedded_base = own_base;
  found.canonical = canonical;
}

}  // namespace urlsieve
