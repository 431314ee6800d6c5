// The options of a search for URLs in text, and the maximal size of a URL.
#ifndef URLSIEVE_URL_TEXT_FORMS_TEXT_SEARCH_HPP
#define URLSIEVE_URL_TEXT_FORMS_TEXT_SEARCH_HPP

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
