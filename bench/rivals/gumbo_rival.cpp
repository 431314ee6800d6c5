// gumbo: builds a tree by the HTML standard.
#include <gumbo.h>

#include <vector>

#include "bench/rivals/html_parser.hpp"

namespace urlsieve::bench {
namespace {

class gumbo_rival final : public html_parser {
 public:
  [[nodiscard]] std::string name() const override { return "gumbo"; }

  void find(std::string_view page, const take_link& take) override {
    GumboOutput* const tree = gumbo_parse_with_options(&kGumboDefaultOptions, page.data(), page.size());
    std::vector<const GumboNode*> open{tree->root};
    while (!open.empty()) {
      const GumboNode* const node = open.back();
      open.pop_back();
      if (node->type != GUMBO_NODE_ELEMENT && node->type != GUMBO_NODE_TEMPLATE) continue;
      const GumboElement& element = node->v.element;
      const std::string_view name = gumbo_normalized_tagname(element.tag);
      for (unsigned i = 0; i < element.attributes.length; ++i) {
        const auto* const attribute = static_cast<const GumboAttribute*>(element.attributes.data[i]);
        if (is_common_link(name, attribute->name)) take(name, attribute->name, attribute->value);
      }
      for (unsigned i = 0; i < element.children.length; ++i)
        open.push_back(static_cast<const GumboNode*>(element.children.data[i]));
    }
    gumbo_destroy_output(&kGumboDefaultOptions, tree);
  }
};

}  // namespace

void add_gumbo(html_parsers& rivals) {
  rivals.push_back(std::make_unique<gumbo_rival>());
}

}  // namespace urlsieve::bench
