// The slow, obvious twin of the text finder: asks the exact rules at every colon and dot, with no vectors and
// no short cuts.
#ifndef URLSIEVE_TESTS_ORACLE_TEXT_TWIN_HPP
#define URLSIEVE_TESTS_ORACLE_TEXT_TWIN_HPP

#include "src/references/text/in_text.hpp"

namespace urlsieve::oracle {

class text_twin : private text_finder {
 public:
  using text_finder::text_finder;

  void find(const document& searched, findings& found, stats& counted) {
    begin(searched, found, counted);
    for (std::size_t at = 0; at < text().size(); ++at) {
      if (at < floor()) continue;
      if (text()[at] == ':') at_colon(at);
      if (text()[at] == '.' && abbreviations()) at_dot(at);
    }
  }
};

}  // namespace urlsieve::oracle

#endif
