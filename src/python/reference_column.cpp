#include "src/python/reference_column.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "src/python/capsules.hpp"

namespace urlsieve::python {
namespace {

using string_views = std::vector<std::string_view>;

constexpr const char* no_bytes = "";  // of an empty value, which is not null

bool is_valid(const ArrowArray& array, std::int64_t i) {
  const auto* const bits = static_cast<const std::uint8_t*>(array.buffers[0]);
  if (bits == nullptr) return true;
  const std::int64_t place = array.offset + i;
  return (bits[place / 8] >> (place % 8) & 1) != 0;
}

// Appends the values that `value(i)` returns, and null for the values that are null.
template <class Value>
void append_values(const ArrowArray& array, const Value& value, string_views& out) {
  for (std::int64_t i = 0; i < array.length; ++i) {
    if (!is_valid(array, i)) {
      out.emplace_back();
      continue;
    }
    const std::string_view bytes = value(array.offset + i);
    out.push_back(bytes.empty() ? std::string_view(no_bytes) : bytes);
  }
}

template <class Offset>
void append_by_offsets(const ArrowArray& array, string_views& out) {
  const auto* const ends = static_cast<const Offset*>(array.buffers[1]);
  const auto* const bytes = static_cast<const char*>(array.buffers[2]);
  append_values(
      array,
      [&](std::int64_t i) {
        const auto size = static_cast<std::size_t>(ends[i + 1] - ends[i]);
        return size == 0 ? std::string_view() : std::string_view(bytes + ends[i], size);
      },
      out);
}

// Appends the values of a layout of views: 16 bytes a value, which hold the size, and up to 12 bytes of the
// value or a prefix, the number of a buffer and an offset.
void append_by_views(const ArrowArray& array, string_views& out) {
  constexpr std::size_t view_size = 16;
  constexpr std::size_t most_inline = 12;
  const auto* const views = static_cast<const char*>(array.buffers[1]);
  append_values(
      array,
      [&](std::int64_t i) {
        const char* const view = views + static_cast<std::size_t>(i) * view_size;
        std::int32_t fields[4];
        std::memcpy(fields, view, sizeof fields);
        const auto size = static_cast<std::size_t>(fields[0]);
        if (size <= most_inline) return std::string_view(view + sizeof fields[0], size);
        return std::string_view(static_cast<const char*>(array.buffers[2 + fields[2]]) + fields[3], size);
      },
      out);
}

using append_function = void (*)(const ArrowArray& array, string_views& out);

void append_nulls(const ArrowArray& array, string_views& out) {
  out.resize(out.size() + static_cast<std::size_t>(array.length));
}

// Returns the function for the type of a schema. Throws py::type_error for other types.
append_function function_for(const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  if (schema.dictionary == nullptr) {
    if (format == "u" || format == "z") return append_by_offsets<std::int32_t>;
    if (format == "U" || format == "Z") return append_by_offsets<std::int64_t>;
    if (format == "vu" || format == "vz") return append_by_views;
    if (format == "n") return append_nulls;
  }
  throw py::type_error("an Arrow array of strings or bytes is expected, not of format " +
                       std::string(format) + (schema.dictionary == nullptr ? "" : ", a dictionary"));
}

template <class Struct>
Struct& struct_in(const py::object& capsule, const char* name) {
  auto* const content = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (content == nullptr) throw py::error_already_set();
  return *content;
}

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

arrow_strings::~arrow_strings() {
  for (ArrowArray& array : arrays_)
    if (array.release != nullptr) array.release(&array);
}

bool arrow_strings::read(const py::object& source, string_views& views) {
  if (py::hasattr(source, "__arrow_c_array__")) {
    read_array(source, views);
  } else if (py::hasattr(source, "__arrow_c_stream__")) {
    read_stream(source, views);
  } else {
    return false;
  }
  return true;
}

void arrow_strings::read_array(const py::object& source, string_views& views) {
  const py::tuple capsules = source.attr("__arrow_c_array__")();
  const auto append = function_for(struct_in<ArrowSchema>(capsules[0], schema_capsule));
  const auto& array = struct_in<ArrowArray>(capsules[1], array_capsule);
  capsules_.push_back(capsules);
  views.reserve(static_cast<std::size_t>(array.length));
  append(array, views);
}

void arrow_strings::read_stream(const py::object& source, string_views& views) {
  const py::object capsule = source.attr("__arrow_c_stream__")();
  auto& stream = struct_in<ArrowArrayStream>(capsule, stream_capsule);
  capsules_.push_back(capsule);
  const auto check = [&stream](int code) {
    if (code == 0) return;
    const char* const why = stream.get_last_error(&stream);
    throw std::runtime_error(why == nullptr ? std::strerror(code) : why);
  };
  ArrowSchema schema{};
  check(stream.get_schema(&stream, &schema));
  append_function append = nullptr;
  try {
    append = function_for(schema);
  } catch (...) {
    schema.release(&schema);
    throw;
  }
  schema.release(&schema);
  while (true) {
    ArrowArray& array = arrays_.emplace_back();
    array.release = nullptr;
    check(stream.get_next(&stream, &array));
    if (array.release == nullptr) return;
    append(array, views);
  }
}

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
