// The URLs of many references as one column, and where many come from: a list, an array of bytes, an Arrow
// array.
#ifndef URLSIEVE_PYTHON_URL_COLUMN_HPP
#define URLSIEVE_PYTHON_URL_COLUMN_HPP

#include "src/python/binding.hpp"
#include "urlsieve/normalizer.hpp"

namespace urlsieve::python {

// A list of str or None for a sequence of str, else a UrlColumn. The interpreter's lock is given up for the
// work.
[[nodiscard]] py::object normalized(normalizer& urls, const py::object& given);

void add_url_column(py::module_& module);

}  // namespace urlsieve::python

#endif
