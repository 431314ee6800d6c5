#include "src/references/values/script_element.hpp"

#include <algorithm>

#include "src/markup/script_type.hpp"
#include "src/references/values/script_links.hpp"
#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

// Returns a media type without its parameters.
std::string_view essence(std::string_view type) {
  return trimmed(type.substr(0, std::min(type.find(';'), type.size())), bytes::html_space);
}

}  // namespace

void script_element::read(std::string_view type, const markup_text& inside, link_collector& links) {
  const std::string_view kind = essence(type);
  if (options_.scripts && (kind.empty() || ascii::same(kind, "module") || is_javascript_type(kind)))
    return add_script_links(inside, links);
  if (options_.links == link_choice::navigation) return;
  const bool everything = options_.links == link_choice::everything;
  if (ascii::same(kind, "application/ld+json")) {
    if (everything) return json_.read(inside, embedded_kind::linked_data, links);
    return links.add_json(inside, "script#text");
  }
  if (ascii::same(trimmed(type, bytes::html_space), "importmap"))
    return json_.read(inside, embedded_kind::import_map, links);
  if (ascii::same(trimmed(type, bytes::html_space), "speculationrules"))
    return json_.read(inside, embedded_kind::speculation_rules, links);
  if (everything && ascii::same(kind, "application/json")) json_.read(inside, embedded_kind::data, links);
}

}  // namespace urlsieve
