// Python objects for extracted rows. A Batch and its Links share the rows.
#ifndef URLSIEVE_PYTHON_LINK_BATCH_HPP
#define URLSIEVE_PYTHON_LINK_BATCH_HPP

#include <memory>

#include "src/python/binding.hpp"
#include "urlsieve/url_batch.hpp"

namespace urlsieve::python {

using shared_batch = std::shared_ptr<const url_batch>;

// Return a new Batch, or a new list with a Link for each row. Requires: the GIL is held.
[[nodiscard]] py::object batch_object(shared_batch rows);
[[nodiscard]] py::list links_of(const shared_batch& rows);

}  // namespace urlsieve::python

#endif
