// References in a style sheet of its own.
#ifndef URLSIEVE_REFERENCES_IN_CSS_HPP
#define URLSIEVE_REFERENCES_IN_CSS_HPP

#include "src/references/finder.hpp"
#include "src/references/values/link_collector.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// One a thread; keeps its memory.
class css_finder {
 public:
  explicit css_finder(const link_options& options) : wanted_(options.links != link_choice::navigation) {}

  // `where` is "css".
  void find(const document& doc, findings& found, stats& counted);

 private:
  bool wanted_;  // a style sheet loads things, it leads nowhere
  link_collector links_;
  charset_decoder decoder_;
};

}  // namespace urlsieve

#endif
