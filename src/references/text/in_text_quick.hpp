// Delimits common URLs from bit maps of 64 bytes: a web scheme, a plain host, ASCII. Other URLs are left to
// the exact rules of in_text_delimit.hpp, which give the same result for common URLs.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_QUICK_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_QUICK_HPP

#include <cstddef>
#include <string_view>

#include "src/text/scan/byte_scan.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

struct quick_match {
  std::size_t start = 0;
  std::size_t end = 0;     // of the URL; 0: not a common URL
  std::size_t behind = 0;  // where the search resumes
  delimiter delimited = delimiter::bare;
};

// Delimits the URL with "://" at `colon`. Gives up if its scheme begins before `floor`. Requires: "://" is at
// `colon`.
[[nodiscard]] quick_match delimit_quickly(std::string_view text, std::size_t floor, std::size_t colon,
                                          const byte_scanner& scanner);

}  // namespace urlsieve

#endif
