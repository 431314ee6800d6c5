#include "src/references/in_css.hpp"

#include "src/references/html/readable_body.hpp"

namespace urlsieve {

void css_finder::find(const document& doc, findings& found, stats& counted) {
  if (!wanted_) return;
  const readable_body ready = make_readable(doc, decoder_, found.decoded, counted);
  links_.begin(found, ready.bytes, counted);
  links_.add_css(ready.text, "css");
}

}  // namespace urlsieve
