#include "src/references/in_html.hpp"

#include "src/references/readable_body.hpp"

namespace urlsieve {

void html_finder::find(const document& doc, findings& found, stats& counted) {
  const readable_body ready = make_readable(doc, decoder_, found.decoded, counted);
  const bool single_byte = ready.single_byte.kind == encoding_kind::single_byte;
  links_.begin(found, single_byte ? &ready.single_byte : nullptr);
  walker_.walk(ready.text, doc.type == media::xhtml, !single_byte, counted);
}

void html_finder::find_inside(const markup_text& markup, findings& found, stats& counted) {
  const std::optional<std::string_view> base = found.embedded_base;
  links_.begin(found, nullptr);
  walker_.walk(markup, false, true, counted);
  found.embedded_base = base;
}

}  // namespace urlsieve
