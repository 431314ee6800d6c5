// Reference implementation of the text finder: applies the exact rules at every colon and dot, without
// vectors and shortcuts.
#ifndef URLSIEVE_TESTS_ORACLE_TEXT_TWIN_HPP
#define URLSIEVE_TESTS_ORACLE_TEXT_TWIN_HPP

#include "src/references/text/in_text_rules.hpp"

namespace urlsieve::oracle {

class text_twin {
 public:
  explicit text_twin(const text_search& options) : rules_(options) {}

  void find(const document& searched, findings& found, stats& counted) {
    rules_.begin(searched, found, counted);
    const std::string_view text = rules_.text();
    for (std::size_t at = 0; at < text.size(); ++at) {
      if (at < rules_.floor()) continue;
      if (text[at] == ':') rules_.at_colon(at);
      if (text[at] == '.' && rules_.abbreviations()) rules_.at_dot(at);
    }
  }

 private:
  text_rules rules_;
};

}  // namespace urlsieve::oracle

#endif
