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

// Returns the vocabulary that a namespace name stands for.
[[nodiscard]] xml_vocabulary vocabulary_named(std::string_view namespace_name);

// Tracks the declarations in scope while a document is read tag by tag. Views point into the document.
//
// A document that declares no default namespace is read as HTML, and a prefix that no declaration binds by
// its usual meaning ("svg:a"), because pages without declarations exist. Declarations beyond the first 64 in
// scope are ignored, which bounds the time for each tag.
class xml_namespaces {
 public:
  // Begins a document, or a later window of a document that began with `head`; empty: no window. Resets the
  // declarations to those of the first tag in `head`.
  void begin(std::string_view head);

  // Adds the declarations of a start tag. Returns the vocabulary of its element.
  xml_vocabulary start(const html_tag& tag);
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
