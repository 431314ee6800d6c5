// References in a Python object: a sequence of str or bytes, a numpy array, a pandas Series or an Arrow
// array.
#ifndef URLSIEVE_PYTHON_REFERENCE_COLUMN_HPP
#define URLSIEVE_PYTHON_REFERENCE_COLUMN_HPP

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "src/python/arrow_strings.hpp"
#include "src/python/binding.hpp"

namespace urlsieve::python {

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
