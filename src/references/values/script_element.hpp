// What stands in a script element, by its type: JSON that holds links, or a program.
#ifndef URLSIEVE_REFERENCES_SCRIPT_ELEMENT_HPP
#define URLSIEVE_REFERENCES_SCRIPT_ELEMENT_HPP

#include <string_view>

#include "src/references/values/embedded_json.hpp"
#include "src/references/values/link_collector.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class script_element {
 public:
  explicit script_element(const link_options& options) : options_(options) {}

  // Whether the run asks for anything that may stand in one.
  [[nodiscard]] bool wanted() const { return options_.links != link_choice::navigation || options_.scripts; }

  // `type`: the attribute's value, decoded; empty: there is none, or it is empty.
  void read(std::string_view type, const markup_text& inside, link_collector& links);

 private:
  const link_options& options_;
  embedded_json json_;
};

}  // namespace urlsieve

#endif
