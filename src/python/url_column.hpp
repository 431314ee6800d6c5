// Normalizes many references to a column of URLs. Accepts a sequence of str, an array of bytes, or an Arrow
// array.
#ifndef URLSIEVE_PYTHON_URL_COLUMN_HPP
#define URLSIEVE_PYTHON_URL_COLUMN_HPP

#include "src/python/binding.hpp"
#include "urlsieve/normalizer.hpp"

namespace urlsieve::python {

// Normalizes the references of `given`. Returns a list of str or None for a sequence of str, and a UrlColumn
// otherwise. None and null in the result stand for rejected references; a null in `given` counts as an empty
// reference. Releases the GIL during the work. Throws py::type_error for other types.
[[nodiscard]] py::object normalized(normalizer& urls, const py::object& given);

// Adds the class UrlColumn to the module.
void add_url_column(py::module_& module);

}  // namespace urlsieve::python

#endif
