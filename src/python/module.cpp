// The extension module _urlsieve, on which the package's __init__.py is built.
#include <pybind11/pybind11.h>

#include "src/python/binding.hpp"
#include "urlsieve/option_words.hpp"
#include "urlsieve/version.hpp"

PYBIND11_MODULE(_urlsieve, module) {
  namespace py = pybind11;
  using namespace urlsieve::python;
  module.attr("__version__") = std::string(urlsieve::version);
  add_errors(module);
  add_fast_calls(module);
  add_url_questions(module);
  add_batches(module);
  add_running(module);
  module.def("option_names", [] {
    py::list names;
    for (const urlsieve::option_word& one : urlsieve::option_words()) names.append(std::string(one.name));
    return names;
  });
}
