// Where a URL that begins at a known place in text ends (url-syntax-05 Appendix E, rfc1738's appendix): bare,
// or in double quotes. URLs in angle brackets are in_text_wrapped.hpp's.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_DELIMIT_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_DELIMIT_HPP

#include <cstddef>
#include <string_view>

#include "src/references/text/in_text_schemes.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

// A place where a URL may stand: a scheme and its colon.
struct text_candidate {
  std::size_t start = 0;  // of the scheme
  std::size_t colon = 0;
  text_scheme kind = text_scheme::unknown;
  bool slashes = false;     // "//" follows the colon
  bool url_prefix = false;  // in "<URL:": any scheme will do
};

struct text_match {
  rejection rejected = rejection::none;
  std::size_t end = 0;  // also of what was rejected when it was read to its end; else 0
  delimiter delimited = delimiter::bare;
};

// Bare, or in double quotes if one stands right before.
[[nodiscard]] text_match delimit_bare(std::string_view text, const text_candidate& candidate);

// The end of what begins at `start` without a scheme and goes on at `at`, right after its host and port.
[[nodiscard]] std::size_t delimit_after_host(std::string_view text, std::size_t start, std::size_t at);

// The whole of `url` is a URL of the candidate's kind: what must follow the scheme is there, and no character
// of the authority ends it early.
[[nodiscard]] rejection check_whole(std::string_view url, const text_candidate& candidate);

}  // namespace urlsieve

#endif
