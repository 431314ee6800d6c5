#include "src/python/url_column.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "src/python/capsules.hpp"

namespace urlsieve::python {
namespace {

using views = std::vector<std::string_view>;

// A column of URLs, shared by Python objects and exported Arrow arrays.
struct column {
  normalized_urls urls;
  std::vector<std::uint8_t> valid;  // bit i: URL i is not null
  std::int64_t nulls = 0;
};

struct exported {
  std::shared_ptr<const column> kept;
  const void* buffers[3];
};

void release_array(ArrowArray* array) {
  delete static_cast<exported*>(array->private_data);
  array->release = nullptr;
}

void release_schema(ArrowSchema* schema) {
  schema->release = nullptr;
}

class url_column {
 public:
  explicit url_column(normalized_urls made) : kept_(std::make_shared<column>()) {
    kept_->urls = std::move(made);
    kept_->valid.resize((size() + 7) / 8);
    for (std::size_t i = 0; i < size(); ++i) {
      const bool there = kept_->urls.rejected(i) == rejection::none;
      kept_->nulls += there ? 0 : 1;
      if (there) kept_->valid[i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
    }
  }

  [[nodiscard]] std::size_t size() const { return kept_->urls.size(); }

  [[nodiscard]] py::object at(Py_ssize_t place) const {
    const auto all = static_cast<Py_ssize_t>(size());
    if (place < 0) place += all;
    if (place < 0 || place >= all) throw py::index_error("no such URL");
    return one(static_cast<std::size_t>(place));
  }

  [[nodiscard]] py::list as_list() const {
    py::list all(size());
    for (std::size_t i = 0; i < size(); ++i)
      PyList_SET_ITEM(all.ptr(), static_cast<Py_ssize_t>(i), one(i).release().ptr());
    return all;
  }

  [[nodiscard]] py::tuple to_arrow(const py::object& /*requested_schema*/) const {
    py::object schema = new_capsule<ArrowSchema>(schema_capsule, [](ArrowSchema* out) {
      *out = ArrowSchema{"U", "", nullptr, ARROW_FLAG_NULLABLE, 0, nullptr, nullptr, release_schema, nullptr};
    });
    py::object array = new_capsule<ArrowArray>(array_capsule, [&](ArrowArray* out) {
      auto room = std::make_unique<exported>(
          exported{kept_, {kept_->valid.data(), kept_->urls.offsets().data(), kept_->urls.bytes().data()}});
      *out = ArrowArray{static_cast<std::int64_t>(size()),
                        kept_->nulls,
                        0,
                        3,
                        0,
                        room->buffers,
                        nullptr,
                        nullptr,
                        release_array,
                        nullptr};
      out->private_data = room.release();
    });
    return py::make_tuple(schema, array);
  }

 private:
  [[nodiscard]] py::object one(std::size_t i) const {
    if (kept_->urls.rejected(i) != rejection::none) return py::none();
    return text_of(kept_->urls[i]);
  }

  std::shared_ptr<column> kept_;
};

normalized_urls without_lock(normalizer& urls, const views& references) {
  const py::gil_scoped_release free;
  normalized_urls made;
  urls.normalize_many(references, made);
  return made;
}

template <class Offset>
views views_of(const ArrowArray& array) {
  const auto* const ends = static_cast<const Offset*>(array.buffers[1]) + array.offset;
  const auto* const bytes = static_cast<const char*>(array.buffers[2]);
  views all;
  for (std::int64_t i = 0; i < array.length; ++i)
    all.emplace_back(bytes == nullptr ? "" : bytes + ends[i],
                     static_cast<std::size_t>(ends[i + 1] - ends[i]));
  return all;
}

// Normalizes an Arrow array of utf8, large_utf8, binary or large_binary. A null counts as an empty reference.
py::object of_arrow(normalizer& urls, const py::object& given) {
  const py::tuple capsules = given.attr("__arrow_c_array__")();
  const auto* const schema =
      static_cast<const ArrowSchema*>(PyCapsule_GetPointer(capsules[0].ptr(), schema_capsule));
  const auto* const array =
      static_cast<const ArrowArray*>(PyCapsule_GetPointer(capsules[1].ptr(), array_capsule));
  if (schema == nullptr || array == nullptr) throw py::error_already_set();
  const std::string_view format = schema->format;
  if (format != "u" && format != "U" && format != "z" && format != "Z")
    throw py::type_error("an Arrow array of strings or bytes is asked for, not of format " +
                         std::string(format));
  const bool is_large = format == "U" || format == "Z";
  const views references = is_large ? views_of<std::int64_t>(*array) : views_of<std::int32_t>(*array);
  return py::cast(url_column(without_lock(urls, references)));
}

// Returns the field without its padding of NULs. A NUL before other bytes is part of the value.
std::string_view without_filling(std::string_view field) {
  const std::size_t nul = std::min(field.find('\0'), field.size());
  const std::string_view rest = field.substr(nul);
  if (rest.size() < 2 || std::memcmp(rest.data(), rest.data() + 1, rest.size() - 1) == 0)
    return field.substr(0, nul);
  return field.substr(0, field.find_last_not_of('\0') + 1);
}

// Normalizes an array of fixed-width bytes, padded with NULs (numpy's dtype "S").
py::object of_buffer(normalizer& urls, const py::buffer& given) {
  const py::buffer_info info = given.request();
  const bool is_bytes = !info.format.empty() && info.format.back() == 's';
  if (info.ndim != 1 || !is_bytes)
    throw py::type_error("an array of bytes (dtype S) in one dimension is asked for");
  views references;
  references.reserve(static_cast<std::size_t>(info.size));
  for (py::ssize_t i = 0; i < info.shape[0]; ++i) {
    const char* const begin = static_cast<const char*>(info.ptr) + i * info.strides[0];
    references.push_back(without_filling({begin, static_cast<std::size_t>(info.itemsize)}));
  }
  return py::cast(url_column(without_lock(urls, references)));
}

}  // namespace

py::object normalized(normalizer& urls, const py::object& given) {
  if (py::hasattr(given, "__arrow_c_array__")) return of_arrow(urls, given);
  const bool is_list = PyList_Check(given.ptr()) != 0 || PyTuple_Check(given.ptr()) != 0;
  if (!is_list && PyObject_CheckBuffer(given.ptr()) != 0) return of_buffer(urls, given);
  const py::object sequence = py::reinterpret_steal<py::object>(
      PySequence_Fast(given.ptr(), "a sequence of str, an array of bytes or an Arrow array is asked for"));
  if (!sequence) throw py::error_already_set();
  // Copy the list, because another thread may change it while the GIL is released.
  const py::tuple kept = py::reinterpret_steal<py::tuple>(PySequence_Tuple(sequence.ptr()));
  views references;
  references.reserve(kept.size());
  for (const py::handle one : kept) {
    Py_ssize_t size = 0;
    const char* const bytes = PyUnicode_AsUTF8AndSize(one.ptr(), &size);
    if (bytes == nullptr) throw py::error_already_set();
    references.emplace_back(bytes, static_cast<std::size_t>(size));
  }
  const normalized_urls made = without_lock(urls, references);
  py::list all(made.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    py::object one = made.rejected(i) == rejection::none ? py::object(text_of(made[i])) : py::none();
    PyList_SET_ITEM(all.ptr(), static_cast<Py_ssize_t>(i), one.release().ptr());
  }
  return all;
}

void add_url_column(py::module_& module) {
  py::class_<url_column>(module, "UrlColumn")
      .def("__len__", &url_column::size)
      .def("__getitem__", &url_column::at)
      .def("to_pylist", &url_column::as_list)
      .def("__arrow_c_array__", &url_column::to_arrow, py::arg("requested_schema") = py::none());
}

}  // namespace urlsieve::python
