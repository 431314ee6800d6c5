// The namespaces of element names in XHTML (Namespaces in XML 1.0): which names are of HTML, SVG or MathML.
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

// Knows the declarations in scope while a document is read tag by tag. Views point into the document.
//
// A document that declares no default namespace is read as HTML, and a prefix that no declaration binds by
// its usual meaning ("svg:a"), because pages without declarations exist. Declarations beyond the first 64 in
// scope are ignored, which bounds the time for each tag.
class xml_namespaces {
 public:
  // Nothing is declared but what the first tag of `head` declares: the beginning of the document that a later
  // window is a part of; empty: the document begins here.
  void begin(std::string_view head);

  // Takes note of the declarations of a start tag; returns the vocabulary of its element.
  xml_vocabulary start(const html_tag& tag);
  void end(const html_tag& tag);

  // Returns the vocabulary of a name with a prefix; of one without, the default namespace's.
  [[nodiscard]] xml_vocabulary of(std::string_view name) const;

 private:
  static constexpr std::size_t most = 64;

  struct binding {
    std::string_view prefix;  // empty: the default namespace
    xml_vocabulary means;
  };
  struct scope {
    std::string_view element;
    std::size_t open;   // elements of that name that are open in it, itself among them
    std::size_t first;  // of its bindings
  };

  std::vector<scope> scopes_;
  std::vector<binding> bindings_;
};

}  // namespace urlsieve

#endif
