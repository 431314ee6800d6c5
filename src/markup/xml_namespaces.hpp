// Resolves the namespaces of names in XHTML (Namespaces in XML 1.0) to HTML, SVG, MathML or XLink.
#ifndef URLSIEVE_MARKUP_XML_NAMESPACES_HPP
#define URLSIEVE_MARKUP_XML_NAMESPACES_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/markup/html_names.hpp"
#include "src/markup/html_tokenizer.hpp"

namespace urlsieve {

enum class xml_vocabulary : std::uint8_t { html, svg, math, xlink, other };

// Returns the vocabulary of a namespace name ("http://www.w3.org/2000/svg"); `other` for all unknown names.
// Compares bytes, as the standard does.
[[nodiscard]] xml_vocabulary vocabulary_named(std::string_view namespace_name);

// Tracks the declarations in scope while a document is read tag by tag. Views point into the document.
//
// Pages without declarations exist. A name without prefix therefore belongs to HTML if no default namespace
// is declared, unless a declared prefix means HTML. A prefix without declaration has its usual meaning
// ("svg:a"); `other` if the prefix is unknown. The class ignores declarations beyond the first 64 in scope,
// to bound the time for each tag.
class xml_namespaces {
 public:
  // Begins a document if `head` is empty. Otherwise begins a later window of the document whose first bytes
  // are `head`, with the declarations of the first tag in `head`. `head` must outlive the calls for the
  // window.
  void begin(std::string_view head);

  // Adds the declarations of a start tag. Returns the vocabulary of its element. The declarations of a
  // self-closing tag end with the tag.
  xml_vocabulary start(const html_tag& tag);

  // Drops the declarations of the element that the end tag closes. Ignores an end tag without its start tag.
  // Not to be called for self-closing tags.
  void end(const html_tag& tag);

  // Returns the vocabulary of a name, by its prefix or, without a prefix, by the default namespace.
  [[nodiscard]] xml_vocabulary of(std::string_view name) const;

 private:
  static constexpr std::size_t most = 64;

  struct binding {
    std::string_view prefix;  // empty: the default namespace
    xml_vocabulary means;
  };
  struct scope {
    std::string_view element;
    std::size_t open;   // open elements of that name in the scope, including `element`
    std::size_t first;  // index of the scope's first binding
  };

  std::vector<scope> scopes_;
  std::vector<binding> bindings_;
};

}  // namespace urlsieve

#endif
