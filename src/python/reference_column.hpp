// References in a Python object: a sequence of str or bytes, a numpy array, a pandas Series or an Arrow
// array.
#ifndef URLSIEVE_PYTHON_REFERENCE_COLUMN_HPP
#define URLSIEVE_PYTHON_REFERENCE_COLUMN_HPP

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "src/python/binding.hpp"
#include "urlsieve/arrow_c_data.h"

namespace urlsieve::python {

// Strings and bytes of Arrow arrays that other packages export (PyCapsule interface). Owns the arrays that
// read() imported. Requires: the GIL is held for construction, read() and destruction.
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

// Views of the references, which need no GIL and are valid as long as the object. Requires: the GIL is held
// for construction and destruction.
class reference_column {
 public:
  // Accepts an iterable of str, bytes and None (NaN counts as None); numpy arrays of bytes (dtype S), str (U)
  // and objects; a pandas Series; Arrow arrays and streams of strings or bytes (PyCapsule interface). Throws
  // py::type_error for other objects.
  explicit reference_column(const py::object& source);

  [[nodiscard]] std::span<const std::string_view> references() const { return views_; }

  // True if element `i` is None or null; its view is empty.
  [[nodiscard]] bool is_null(std::size_t i) const { return views_[i].data() == nullptr; }

  // True for a list, a tuple or another iterable, which have Python objects as elements.
  [[nodiscard]] bool is_sequence() const { return is_sequence_; }

 private:
  void read_sequence(const py::object& source);
  void read_array(const py::object& source);
  void read_fixed_width(const py::buffer& source);

  std::vector<std::string_view> views_;
  std::vector<py::object> kept_;  // owners of the bytes
  std::optional<py::buffer_info> buffer_;
  arrow_strings arrow_;
  bool is_sequence_ = false;
};

}  // namespace urlsieve::python

#endif
