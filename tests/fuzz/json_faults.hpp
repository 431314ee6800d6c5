// Faults of JSON whose text is read by its line ends and its place: claims about white space and windows do
// not hold for it.
#ifndef URLSIEVE_TESTS_FUZZ_JSON_FAULTS_HPP
#define URLSIEVE_TESTS_FUZZ_JSON_FAULTS_HPP

#include <string_view>

#include "src/text/json/json_guard.hpp"
#include "src/text/json/json_scanner.hpp"

namespace urlsieve::fuzz {

// Returns true if `text` has text between its tokens, in which a colon, comma or bracket is no structure, or
// a string without a closing quote that ends at a line end.
inline bool has_loose_text(std::string_view text) {
  json_scanner scanner(text.substr(json_guard_size(text)));
  for (;;) {
    const json_token token = scanner.next();
    if (!scanner.text_between().empty() || scanner.cut()) return true;
    if (token == json_token::end) return false;
  }
}

}  // namespace urlsieve::fuzz

#endif
