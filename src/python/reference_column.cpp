#include "src/python/reference_column.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

namespace urlsieve::python {
namespace {

constexpr const char* accepted_columns =
    "a sequence of str or bytes, a numpy array, a pandas Series or an Arrow array of them is expected";

// Returns the field without its padding of NULs. A NUL before other bytes is part of the value.
std::string_view without_filling(std::string_view field) {
  const std::size_t nul = std::min(field.find('\0'), field.size());
  const std::string_view rest = field.substr(nul);
  if (rest.size() < 2 || std::memcmp(rest.data(), rest.data() + 1, rest.size() - 1) == 0)
    return field.substr(0, nul);
  return field.substr(0, field.find_last_not_of('\0') + 1);
}

bool is_missing(const py::handle& element) {
  return element.is_none() ||
         (PyFloat_Check(element.ptr()) != 0 && std::isnan(PyFloat_AS_DOUBLE(element.ptr())));
}

// True for a Series or an Index, which export Arrow only with pyarrow, and only if all elements have one
// type.
bool is_of_pandas(const py::object& source) {
  return py::str(py::type::of(source).attr("__module__")).cast<std::string>().starts_with("pandas.");
}

}  // namespace

reference_column::reference_column(const py::object& source) {
  if (PyUnicode_Check(source.ptr()) != 0 || PyBytes_Check(source.ptr()) != 0)
    throw py::type_error(std::string("a single URL is no column: ") + accepted_columns);
  const bool is_list = PyList_Check(source.ptr()) != 0 || PyTuple_Check(source.ptr()) != 0;
  if (!is_list && !is_of_pandas(source) && arrow_.read(source, views_)) return;
  if (!is_list && py::hasattr(source, "to_numpy")) {  // a pandas Series; None stands for its missing values
    using namespace py::literals;
    read_sequence(source.attr("to_numpy")("dtype"_a = "object", "na_value"_a = py::none()).attr("tolist")());
  } else if (!is_list && (py::hasattr(source, "dtype") || PyObject_CheckBuffer(source.ptr()) != 0)) {
    read_array(source);
  } else {
    is_sequence_ = true;
    read_sequence(source);
  }
}

void reference_column::read_array(const py::object& source) {
  const std::string kind =
      py::hasattr(source, "dtype") ? py::str(source.attr("dtype").attr("kind")).cast<std::string>() : "S";
  if (kind == "S") return read_fixed_width(py::reinterpret_borrow<py::buffer>(source));
  if (kind != "U" && kind != "O" && kind != "T") throw py::type_error(accepted_columns);
  read_sequence(source.attr("tolist")());
}

// Reads an array of fixed-width bytes, padded with NULs (numpy's dtype "S").
void reference_column::read_fixed_width(const py::buffer& source) {
  buffer_ = source.request();
  if (buffer_->ndim != 1 || buffer_->format.empty() || buffer_->format.back() != 's')
    throw py::type_error(std::string(accepted_columns) + ", in one dimension");
  views_.reserve(static_cast<std::size_t>(buffer_->size));
  for (py::ssize_t i = 0; i < buffer_->shape[0]; ++i) {
    const char* const begin = static_cast<const char*>(buffer_->ptr) + i * buffer_->strides[0];
    views_.push_back(without_filling({begin, static_cast<std::size_t>(buffer_->itemsize)}));
  }
}

void reference_column::read_sequence(const py::object& source) {
  // Copy the list, because another thread may change it while the GIL is released.
  const py::tuple elements = py::reinterpret_steal<py::tuple>(PySequence_Tuple(source.ptr()));
  if (!elements) throw py::error_already_set();
  kept_.push_back(elements);
  views_.reserve(elements.size());
  for (const py::handle element : elements) {
    if (is_missing(element)) {
      views_.emplace_back();
    } else if (PyBytes_Check(element.ptr()) != 0) {
      views_.emplace_back(PyBytes_AS_STRING(element.ptr()),
                          static_cast<std::size_t>(PyBytes_GET_SIZE(element.ptr())));
    } else if (PyUnicode_Check(element.ptr()) != 0) {
      py::object storage;
      views_.push_back(utf8_of(element, storage));
      if (storage) kept_.push_back(std::move(storage));
    } else {
      throw py::type_error(std::string(accepted_columns) + ", but an element is of type " +
                           Py_TYPE(element.ptr())->tp_name);
    }
  }
}

}  // namespace urlsieve::python
