#include "src/url/opaque_form.hpp"

#include <algorithm>
#include <cstring>

#include "src/text/byte_class.hpp"
#include "src/text/copy_and_classify.hpp"
#include "src/url/scheme_path.hpp"

namespace urlsieve {

namespace {

constexpr byte_classes terms{rows_of(bytes::query_char), {}, {}};
constexpr std::size_t longest_scheme = 12;

}  // namespace

const scheme_info* opaque_scheme(std::string_view url) {
  const std::size_t colon = url.substr(0, longest_scheme + 1).find(':');
  if (colon == std::string_view::npos || url.substr(colon + 1).starts_with("//")) return nullptr;
  const std::string_view name = url.substr(0, colon);
  const scheme_info* const scheme = find_scheme(name);
  return scheme != nullptr && !scheme->has(scheme_rule::generic) && scheme->name == name ? scheme : nullptr;
}

std::size_t copy_if_opaque(std::string_view url, const scheme_info& scheme, bool scheme_rung, char* out) {
  class_maps maps;
  for (std::size_t from = 0; from < url.size(); from += class_window) {
    copy_and_classify(url.data() + from, std::min(url.size() - from, class_window), terms, out + from, maps);
    if ((maps.outside_first[0] | maps.outside_first[1]) != 0) return 0;
  }
  if (scheme_rung) {
    const std::size_t mark = url.find('?');
    const bool has_query = mark != std::string_view::npos;
    (void)write_scheme_path(scheme, false, has_query, out + scheme.name.size() + 1,
                            out + (has_query ? mark : url.size()));
  }
  return url.size();
}

}  // namespace urlsieve
