// The extension module _urlsieve, on which the package's __init__.py is built.
#include <pybind11/pybind11.h>

#include "src/python/binding.hpp"
#include "src/python/docstring.hpp"
#include "src/text/lazy_library.hpp"
#include "urlsieve/option_words.hpp"
#include "urlsieve/version.hpp"

PYBIND11_MODULE(_urlsieve, module) {
  namespace py = pybind11;
  using namespace urlsieve::python;
  // The libraries of the wheel: packaging/wheel/make_wheel.py.
  urlsieve::prefer_bundled_libraries("../urlsieve.libs/urlsieve-");
  py::options without_signatures;  // the docstrings have them
  without_signatures.disable_function_signatures();
  module.attr("__version__") = std::string(urlsieve::version);
  add_errors(module);
  add_fast_calls(module);
  add_normalizers(module);
  add_url_questions(module);
  add_batches(module);
  add_running(module);
  add_directories(module);
  add_states(module);
  add_seen_sets(module);
  add_row_streams(module);
  module.def(
      "option_names",
      [] {
        py::list names;
        for (const urlsieve::option_word& option : urlsieve::option_words())
          names.append(std::string(option.name));
        return names;
      },
      docstring("option_names"));
  py::dict docstrings;
  for (const docstring_row& row : docstring_rows())
    docstrings[py::str(std::string(row.name))] = py::str(row.text + row.begin);
  module.attr("docstrings") = docstrings;
}
