// The options of a search for URLs in text, and the maximal size of a URL.
#ifndef URLSIEVE_URL_TEXT_FORMS_TEXT_SEARCH_HPP
#define URLSIEVE_URL_TEXT_FORMS_TEXT_SEARCH_HPP

#include <cstdint>

#include "urlsieve/text_options.hpp"
#include "urlsieve/url_choices.hpp"

namespace urlsieve {

struct text_search : text_options {
  text_search() = default;
  text_search(const text_options& text, std::uint32_t longest) : text_options(text), max_url(longest) {}

  std::uint32_t max_url = default_max_url;
};

// Returns true if an option rewrites or decodes text before the search for URLs.
[[nodiscard]] constexpr bool rewrites_text(const text_options& options) {
  return options.refang || options.unescape != unescape_choice::off;
}

}  // namespace urlsieve

#endif
