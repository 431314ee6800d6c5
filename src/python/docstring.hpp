// The docstrings of the package. The stubs (urlsieve/*.pyi) contain the docstrings; embed_docstrings.py makes
// the table.
#ifndef URLSIEVE_PYTHON_DOCSTRING_HPP
#define URLSIEVE_PYTHON_DOCSTRING_HPP

#include <cstddef>
#include <span>
#include <string_view>

namespace urlsieve::python {

struct docstring_row {
  std::string_view name;  // "normalize", "Extractor.links"
  const char* text;   // the signature in the form that CPython reads (__text_signature__), then the docstring
  std::size_t begin;  // offset of the docstring in `text`
};

// Returns all rows, in the order of names. The rows are constants.
[[nodiscard]] std::span<const docstring_row> docstring_rows();

// Returns the text for the function, class, method or property `name`. Throws std::logic_error if no stub has
// a docstring for `name`, so the import of the module fails.
[[nodiscard]] const char* docstring(std::string_view name);

}  // namespace urlsieve::python

#endif
