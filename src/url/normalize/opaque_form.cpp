#include "src/url/normalize/opaque_form.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/copy_and_classify.hpp"
#include "src/url/normalize/scheme_path.hpp"
#include "src/url/percent.hpp"

namespace urlsieve {

namespace {

// The second set excludes the delimiters of addresses.
constexpr byte_classes opaque_terms{
    rows_of(bytes::query_char), rows_of(bytes::query_char - byte_set(",/")), {'@', '?', ':'}};

// Copies and maps the window of `url` at `from`. Returns false if a byte needs repair or an escape is not
// settled.
bool copy_if_settled(std::string_view url, std::size_t from, char* out, class_maps& maps) {
  copy_and_classify(url.data() + from, std::min(url.size() - from, class_window), opaque_terms, out + from,
                    maps);
  for (std::size_t word = 0; word < 2; ++word)
    for (std::uint64_t bits = maps.outside_first[word]; bits != 0; bits &= bits - 1)
      if (!is_settled_escape(url, from + word * 64 + static_cast<std::size_t>(std::countr_zero(bits))))
        return false;
  return true;
}

// Applies write_scheme_path() to the path of `url`, which begins at `path`, by the maps of the first window
// alone. Returns false if the maps are not sufficient.
bool write_short_path(const scheme_info& scheme, const class_maps& maps, std::size_t path,
                      std::string_view url, char* out) {
  const bool is_address = scheme.has(scheme_rule::address_domain);
  if (!is_address && !scheme.has(scheme_rule::namespace_name)) return true;
  const std::uint64_t marks = maps.marks[1][0];
  const std::size_t end = marks != 0 ? static_cast<std::size_t>(std::countr_zero(marks)) : url.size();
  if (end >= 64) return false;
  const std::uint64_t in_path = (std::uint64_t{1} << end) - (std::uint64_t{1} << path);
  if ((maps.outside_second[0] & in_path) != 0) return false;
  const std::uint64_t ends = maps.marks[is_address ? 0 : 2][0] & in_path;
  if (ends == 0) return true;
  // The text after the last "@", or before the first ":", is case-insensitive.
  const std::size_t from = is_address ? static_cast<std::size_t>(64 - std::countl_zero(ends)) : path;
  const std::size_t to = is_address ? end : static_cast<std::size_t>(std::countr_zero(ends));
  copy_lowered(url.substr(from, to - from), out + from);
  return true;
}

}  // namespace

std::size_t copy_if_opaque(std::string_view url, const scheme_info& scheme, bool scheme_rung, char* out) {
  const std::size_t path = scheme.name.size() + 1;
  if (url.substr(path).starts_with("//")) return 0;
  class_maps front;
  if (!copy_if_settled(url, 0, out, front)) return 0;
  class_maps more;
  for (std::size_t from = class_window; from < url.size(); from += class_window)
    if (!copy_if_settled(url, from, out, more)) return 0;
  if (scheme_rung && !write_short_path(scheme, front, path, url, out)) {
    const std::size_t mark = url.find('?');
    const bool has_query = mark != std::string_view::npos;
    (void)write_scheme_path(scheme, false, has_query, out + path, out + (has_query ? mark : url.size()));
  }
  return url.size();
}

}  // namespace urlsieve
