// Finds references in a style sheet document.
#ifndef URLSIEVE_REFERENCES_IN_CSS_HPP
#define URLSIEVE_REFERENCES_IN_CSS_HPP

#include "src/references/finder.hpp"
#include "src/references/values/link_collector.hpp"
#include "urlsieve/link_options.hpp"

namespace urlsieve {

// Used by one thread at a time; keeps its memory between documents.
class css_finder {
 public:
  explicit css_finder(const link_options& options) : wanted_(options.links != link_choice::navigation) {}

  // Appends the URLs of `doc` with `where` "css".
  void find(const document& doc, findings& found, stats& counted);

 private:
  bool wanted_;  // false for navigation links only: a style sheet holds only resources
  link_collector links_;
  charset_decoder decoder_;
};

}  // namespace urlsieve

#endif
