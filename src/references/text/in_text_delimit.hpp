// Finds the end of a bare or double-quoted URL whose beginning is known (url-syntax-05 Appendix E, rfc1738's
// appendix). URLs in angle brackets: in_text_wrapped.hpp.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_DELIMIT_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_DELIMIT_HPP

#include <cstddef>
#include <string_view>

#include "src/references/text/in_text_schemes.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

// A possible URL in text, known by its scheme and colon.
struct text_candidate {
  std::size_t start = 0;  // of the scheme
  std::size_t colon = 0;
  text_scheme kind = text_scheme::unknown;
  bool slashes = false;     // "//" follows the colon
  bool url_prefix = false;  // inside "<URL:", where any scheme is accepted
};

struct text_match {
  rejection rejected = rejection::none;
  std::size_t end = 0;  // end of the URL, also of a rejected URL that was read to its end; otherwise 0
  delimiter delimited = delimiter::bare;
};

// Delimits the URL of `candidate` as bare, or as quoted if a double quote precedes the URL.
[[nodiscard]] text_match delimit_bare(std::string_view text, const text_candidate& candidate);

// Returns the end of a URL without scheme that begins at `start`. `at` is the end of its host and port.
[[nodiscard]] std::size_t delimit_after_host(std::string_view text, std::size_t start, std::size_t at);

// Checks that all of `url` is a URL of the candidate's kind: the part required after the scheme is present,
// and no character of the authority ends the URL early. Returns the reason of rejection, or none.
[[nodiscard]] rejection check_whole(std::string_view url, const text_candidate& candidate);

}  // namespace urlsieve

#endif
