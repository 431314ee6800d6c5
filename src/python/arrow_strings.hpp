// Strings and bytes of Arrow arrays that other packages export (PyCapsule interface).
#ifndef URLSIEVE_PYTHON_ARROW_STRINGS_HPP
#define URLSIEVE_PYTHON_ARROW_STRINGS_HPP

#include <deque>
#include <string_view>
#include <vector>

#include "src/python/binding.hpp"
#include "urlsieve/arrow_c_data.h"

namespace urlsieve::python {

// Owns the arrays that read() imported. Requires: the GIL is held for construction, read() and destruction.
class arrow_strings {
 public:
  arrow_strings() = default;
  arrow_strings(const arrow_strings&) = delete;
  arrow_strings& operator=(const arrow_strings&) = delete;
  ~arrow_strings();

  // Appends the values of an Arrow array or of all arrays of an Arrow stream to `views`, which are valid as
  // long as the object; a null value has a null pointer. Returns false if `source` exports neither. Throws
  // py::type_error for arrays that do not hold strings or bytes (also large, or as views),
  // std::runtime_error if a stream fails, and py::error_already_set.
  [[nodiscard]] bool read(const py::object& source, std::vector<std::string_view>& views);

 private:
  void read_array(const py::object& source, std::vector<std::string_view>& views);
  void read_stream(const py::object& source, std::vector<std::string_view>& views);

  std::vector<py::object> capsules_;
  std::deque<ArrowArray> arrays_;  // of streams
};

}  // namespace urlsieve::python

#endif
