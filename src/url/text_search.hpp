// How URLs are looked for in text: the rules that were chosen, and the longest URL that there may be.
#ifndef URLSIEVE_URL_TEXT_SEARCH_HPP
#define URLSIEVE_URL_TEXT_SEARCH_HPP

#include <cstdint>

#include "urlsieve/options.hpp"

namespace urlsieve {

struct text_search : text_options {
  text_search() = default;
  explicit text_search(const extract_options& options)
      : text_options(options.text), max_url(options.url.max_url) {}

  std::uint32_t max_url = url_options{}.max_url;
};

}  // namespace urlsieve

#endif
