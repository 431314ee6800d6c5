// The common URL, delimited from bit maps of 64 bytes at a time: a web scheme, a plain host, ASCII. Whatever
// is less plain is left to the exact rules of in_text_delimit.hpp, which give the same answer for the plain.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_QUICK_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_QUICK_HPP

#include <cstddef>
#include <string_view>

#include "src/text/byte_scan.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

struct quick_match {
  std::size_t start = 0;
  std::size_t end = 0;     // of the URL; 0: not plain enough
  std::size_t behind = 0;  // where the search goes on
  delimiter delimited = delimiter::bare;
};

// REQUIRES: "://" stands at `colon`.
[[nodiscard]] quick_match delimit_quickly(std::string_view text, std::size_t floor, std::size_t colon,
                                          const byte_scanner& scanner);

}  // namespace urlsieve

#endif
