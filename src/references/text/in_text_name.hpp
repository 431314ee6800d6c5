// Finds URLs without scheme: "www.example.com/x" and, on request, any name under a public suffix
// (rfc2396bis-01 Appendix F).
#ifndef URLSIEVE_REFERENCES_IN_TEXT_NAME_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_NAME_HPP

#include <cstddef>
#include <string_view>

#include "urlsieve/text_options.hpp"

namespace urlsieve {

struct text_name {
  std::size_t start = 0;
  std::size_t end = 0;   // end of the run of name characters; dots before it need no further look
  std::size_t host = 0;  // end of the host and port if the name is an abbreviated URL; otherwise 0
  bool cut = false;      // a letter of another script ends the name before the end of the run
};

// Reads the name around the "." at `dot`. Reads nothing before `floor`.
[[nodiscard]] text_name read_text_name(std::string_view text, std::size_t floor, std::size_t dot,
                                       abbreviated_choice mode);

}  // namespace urlsieve

#endif
