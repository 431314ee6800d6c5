// ada: a parser by the URL standard, with all components in one buffer. The standard normalizes more than
// urlsieve in some respects and less in others.
#include "bench/rivals/ada_rival.hpp"

#include <ada.h>

namespace urlsieve::bench {

std::size_t ada_href_size(std::string_view url) {
  const auto parsed = ada::parse<ada::url_aggregator>(url);
  return parsed ? parsed->get_href().size() : 0;
}

}  // namespace urlsieve::bench
