// A column of normalized URLs, exported to Arrow without a copy.
#ifndef URLSIEVE_PYTHON_URL_COLUMN_HPP
#define URLSIEVE_PYTHON_URL_COLUMN_HPP

#include "src/python/binding.hpp"
#include "src/python/reference_column.hpp"
#include "urlsieve/normalizer.hpp"

namespace urlsieve::python {

// Returns the URLs of `references`: a list of str or None for a sequence, otherwise a UrlColumn. None stands
// for a rejected reference, and for None or null in `references`.
[[nodiscard]] py::object urls_object(normalized_urls urls, const reference_column& references);

// Adds the class UrlColumn to the module.
void add_url_column(py::module_& module);

}  // namespace urlsieve::python

#endif
