// Describes in words an invalid byte of a URL and how to repair it, for messages.
#ifndef URLSIEVE_URL_EXPLAIN_EXPLANATION_HPP
#define URLSIEVE_URL_EXPLAIN_EXPLANATION_HPP

#include <cstdint>
#include <string>
#include <string_view>

#include "src/url/parse/validity.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

struct explanation {
  std::uint32_t position = 0;  // 0-based offset in the text as given; the size if the text ends too early
  std::string reason;          // `" ": not allowed in a host (RFC 3986 section 3.2.2)`
  std::string option = {};     // option whose value causes the fault: "url_options::max_url"; may be empty
};

// Returns the explanation as text: "byte 10, ", `reason`, and " (option)".
[[nodiscard]] std::string explanation_text(const explanation& why);

// Explains a violation that find_violations() found in `url`.
[[nodiscard]] explanation explain_syntax(const url_view& url, const violation& broken);

// Explains a violation of the scheme's grammar that name_parts() found in `url`.
[[nodiscard]] explanation explain_grammar(const url_view& url, const violation& broken);

}  // namespace urlsieve

#endif
