// Removes parameters from a query in place.
#ifndef URLSIEVE_URL_CONVENTIONS_QUERY_PARAMETERS_HPP
#define URLSIEVE_URL_CONVENTIONS_QUERY_PARAMETERS_HPP

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "src/url/parse/parse.hpp"

namespace urlsieve {

// Returns the separator of the parameters of `query`: "&", or ";" if there is no "&" (HTML 4.01, appendix
// B.2.2).
[[nodiscard]] inline char parameter_separator(std::string_view query) {
  return query.find('&') == std::string_view::npos ? ';' : '&';
}

// Returns the name of `parameter`: the bytes before its first "=", or all bytes.
[[nodiscard]] inline std::string_view parameter_name(std::string_view parameter) {
  return parameter.substr(0, parameter.find('='));
}

// Removes the parameters, "name=value", for which `is_dropped` returns true. Takes a query without "?" and
// returns its new size.
template <class IsDropped>
std::size_t drop_from_query(char* query, std::size_t size, char separator, const IsDropped& is_dropped) {
  std::size_t written = 0;
  bool is_first = true;
  for (std::size_t from = 0; from <= size;) {
    const std::size_t to = std::min(std::string_view(query, size).find(separator, from), size);
    const std::string_view parameter(query + from, to - from);
    if (!is_dropped(parameter)) {
      if (!is_first) query[written++] = separator;
      is_first = false;
      std::memmove(query + written, query + from, to - from);
      written += to - from;
    }
    from = to + 1;
  }
  return written;
}

// Removes parameters from a whole URL and returns its new size. If the last "&" is removed, splits the rest
// again by ";", so that a second call changes nothing. Removes the "?" of an empty query, unless "?" begins
// the reference: an empty reference would refer to the document itself.
template <class IsDropped>
std::size_t drop_parameters(char* url, std::size_t size, const IsDropped& is_dropped) {
  const url_offsets at = parse({url, size});
  if (at.query == url_offsets::omitted) return size;
  const std::size_t query = at.query + 1;
  const std::size_t end = at.fragment != url_offsets::omitted ? at.fragment : at.size;
  const char separator = parameter_separator({url + query, end - query});
  std::size_t kept_size = drop_from_query(url + query, end - query, separator, is_dropped);
  if (separator == '&' && parameter_separator({url + query, kept_size}) == ';')
    kept_size = drop_from_query(url + query, kept_size, ';', is_dropped);
  if (kept_size == end - query) return size;
  const std::size_t stop = kept_size == 0 && at.query != 0 ? at.query : query + kept_size;
  std::memmove(url + stop, url + end, size - end);
  return size - (end - stop);
}

}  // namespace urlsieve

#endif
