// The parameters of a query, some of which go: what is left is moved together.
#ifndef URLSIEVE_URL_QUERY_PARAMETERS_HPP
#define URLSIEVE_URL_QUERY_PARAMETERS_HPP

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>

#include "src/url/parse.hpp"

namespace urlsieve {

// Takes a query without its "?", and gives its new size. `goes` is asked with the name of each parameter.
template <class Goes>
std::size_t keep_parameters(char* query, std::size_t size, const Goes& goes) {
  std::size_t written = 0;
  bool is_first = true;
  for (std::size_t from = 0; from <= size;) {
    const std::size_t to = std::min(std::string_view(query, size).find('&', from), size);
    const std::string_view parameter(query + from, to - from);
    if (!goes(parameter.substr(0, std::min(parameter.find('='), parameter.size())))) {
      if (!is_first) query[written++] = '&';
      is_first = false;
      std::memmove(query + written, query + from, to - from);
      written += to - from;
    }
    from = to + 1;
  }
  return written;
}

// The same for a whole URL; a "?" that has nothing left behind it goes, too, but not where it is all that
// there is: "?" is no reference to the document itself.
template <class Goes>
std::size_t drop_parameters(char* url, std::size_t size, const Goes& goes) {
  const url_offsets at = parse({url, size});
  if (at.query == url_offsets::omitted) return size;
  const std::size_t query = at.query + 1;
  const std::size_t end = at.fragment != url_offsets::omitted ? at.fragment : at.size;
  const std::size_t kept = keep_parameters(url + query, end - query, goes);
  if (kept == end - query) return size;
  const std::size_t stop = kept == 0 && at.query != 0 ? at.query : query + kept;
  std::memmove(url + stop, url + end, size - end);
  return size - (end - stop);
}

}  // namespace urlsieve

#endif
