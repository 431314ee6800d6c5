// What is not valid in a URL, and at which byte, in words that tell a person what to mend.
#ifndef URLSIEVE_URL_EXPLANATION_HPP
#define URLSIEVE_URL_EXPLANATION_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "src/url/validity.hpp"
#include "urlsieve/url.hpp"

namespace urlsieve {

struct explanation {
  std::uint32_t position = 0;  // of the byte in the text as given, from 0; its size: it ends too early
  std::string what;            // `" ": not allowed in a host (RFC 3986 section 3.2.2)`
  std::string option = {};     // whose value makes it so: "url_options::max_url"; empty: none
};

// "byte 10, ", what is wrong there and " (option)".
[[nodiscard]] std::string told(const explanation& why);

// A violation that find_violations() found in `url`.
[[nodiscard]] explanation explain_syntax(const url_view& url, const violation& broken);

// One that the grammar of the scheme adds.
[[nodiscard]] explanation explain_grammar(const url_view& url, const violation& broken);

}  // namespace urlsieve

#endif
