// URLs written without their scheme: "www.example.com/x" and, on request, any name under a public suffix
// (rfc2396bis-01 Appendix F).
#ifndef URLSIEVE_REFERENCES_IN_TEXT_NAME_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_NAME_HPP

#include <cstddef>
#include <string_view>

#include "urlsieve/options.hpp"

namespace urlsieve {

struct text_name {
  std::size_t start = 0;
  std::size_t end = 0;   // of the longest run of name characters; what lies before is not to be asked again
  std::size_t host = 0;  // the end of the host and port if this is an abbreviated URL, else 0
  bool cut = false;      // another script ended it before the run did
};

// The name that holds the "." at `dot`, not reaching before `floor`.
[[nodiscard]] text_name read_text_name(std::string_view text, std::size_t floor, std::size_t dot,
                                       abbreviated_choice mode);

}  // namespace urlsieve

#endif
