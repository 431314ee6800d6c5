// Finds references in a JavaScript document.
#ifndef URLSIEVE_REFERENCES_IN_SCRIPT_HPP
#define URLSIEVE_REFERENCES_IN_SCRIPT_HPP

#include "src/references/finder.hpp"
#include "src/references/values/link_collector.hpp"
#include "urlsieve/link_options.hpp"

namespace urlsieve {

// Used by one thread at a time; keeps its memory between documents.
class script_finder {
 public:
  explicit script_finder(const link_options& options) : wanted_(options.scripts) {}

  // Appends the URLs of `doc` with `where` "js", if link_options::scripts is set.
  void find(const document& doc, findings& found, stats& counted);

 private:
  bool wanted_;
  link_collector links_;
  charset_decoder decoder_;
};

}  // namespace urlsieve

#endif
