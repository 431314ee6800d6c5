#include "src/references/in_script.hpp"

#include "src/references/html/readable_body.hpp"
#include "src/references/values/script_links.hpp"

namespace urlsieve {

void script_finder::find(const document& doc, findings& found, stats& counted) {
  if (!wanted_) return;
  const readable_body ready = make_readable(doc, decoder_, found.decoded, counted);
  links_.begin(found, ready.bytes, counted);
  add_script_links(ready.text, links_);
}

}  // namespace urlsieve
