// The statistics of a run as a dict of Python.
#ifndef URLSIEVE_PYTHON_RUN_STATISTICS_HPP
#define URLSIEVE_PYTHON_RUN_STATISTICS_HPP

#include "src/python/binding.hpp"
#include "urlsieve/extract.hpp"

namespace urlsieve::python {

// Returns the outcome ("ended"), the counts, and the examples of damage; the stub of extract() names the
// keys.
[[nodiscard]] py::dict statistics_of(const run_summary& done);

}  // namespace urlsieve::python

#endif
