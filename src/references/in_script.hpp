// References in a script of its own.
#ifndef URLSIEVE_REFERENCES_IN_SCRIPT_HPP
#define URLSIEVE_REFERENCES_IN_SCRIPT_HPP

#include "src/references/finder.hpp"
#include "src/references/values/link_collector.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// One a thread; keeps its memory.
class script_finder {
 public:
  explicit script_finder(const link_options& options) : wanted_(options.scripts) {}

  // `where` is "js".
  void find(const document& doc, findings& found, stats& counted);

 private:
  bool wanted_;
  link_collector links_;
  charset_decoder decoder_;
};

}  // namespace urlsieve

#endif
