// Rows that were found, shared by the batch and by each link that was taken out of it.
#ifndef URLSIEVE_PYTHON_LINK_BATCH_HPP
#define URLSIEVE_PYTHON_LINK_BATCH_HPP

#include <memory>

#include "src/python/binding.hpp"
#include "urlsieve/url_batch.hpp"

namespace urlsieve::python {

using shared_batch = std::shared_ptr<const url_batch>;

// A Batch, and a list of a Link for each of its rows.
[[nodiscard]] py::object batch_object(shared_batch rows);
[[nodiscard]] py::list links_of(const shared_batch& rows);

}  // namespace urlsieve::python

#endif
