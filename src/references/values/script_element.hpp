// Reads the content of a script element, by its type: JSON with links, or a program.
#ifndef URLSIEVE_REFERENCES_SCRIPT_ELEMENT_HPP
#define URLSIEVE_REFERENCES_SCRIPT_ELEMENT_HPP

#include <string_view>

#include "src/references/values/embedded_json.hpp"
#include "src/references/values/link_collector.hpp"
#include "urlsieve/link_options.hpp"

namespace urlsieve {

class script_element {
 public:
  // `options` must outlive the object.
  explicit script_element(const link_options& options) : options_(options) {}

  // True if the run wants links that a script element may hold.
  [[nodiscard]] bool wanted() const { return options_.links != link_choice::navigation || options_.scripts; }

  // Adds the links of the content to the findings of `links`. Adds nothing for other media types than
  // JavaScript and JSON, and for links that the run does not want. `type`: the decoded attribute; empty
  // (JavaScript) if absent.
  void read(std::string_view type, const markup_text& inside, link_collector& links);

 private:
  const link_options& options_;
  embedded_json json_;
};

}  // namespace urlsieve

#endif
