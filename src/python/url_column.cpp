#include "src/python/url_column.hpp"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "src/python/capsules.hpp"
#include "src/python/docstring.hpp"

namespace urlsieve::python {
namespace {

// A column of URLs, shared by Python objects and exported Arrow arrays.
struct column {
  normalized_urls urls;
  std::vector<std::uint8_t> valid;  // bit i: URL i is not null
  std::int64_t nulls = 0;
};

struct exported {
  std::shared_ptr<const column> owner;
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
  url_column(normalized_urls urls, const reference_column& references) : column_(std::make_shared<column>()) {
    column_->urls = std::move(urls);
    column_->valid.resize((size() + 7) / 8);
    for (std::size_t i = 0; i < size(); ++i) {
      const bool is_valid = column_->urls.rejected(i) == rejection::none && !references.is_null(i);
      column_->nulls += is_valid ? 0 : 1;
      if (is_valid) column_->valid[i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
    }
  }

  [[nodiscard]] std::size_t size() const { return column_->urls.size(); }

  [[nodiscard]] py::object at(Py_ssize_t place) const {
    const auto all = static_cast<Py_ssize_t>(size());
    if (place < 0) place += all;
    if (place < 0 || place >= all) throw py::index_error("no such URL");
    return element(static_cast<std::size_t>(place));
  }

  [[nodiscard]] py::list as_list() const {
    py::list all(size());
    for (std::size_t i = 0; i < size(); ++i)
      PyList_SET_ITEM(all.ptr(), static_cast<Py_ssize_t>(i), element(i).release().ptr());
    return all;
  }

  [[nodiscard]] py::tuple to_arrow(const py::object& /*requested_schema*/) const {
    py::object schema = new_capsule<ArrowSchema>(schema_capsule, [](ArrowSchema* out) {
      *out = ArrowSchema{"U", "", nullptr, ARROW_FLAG_NULLABLE, 0, nullptr, nullptr, release_schema, nullptr};
    });
    py::object array = new_capsule<ArrowArray>(array_capsule, [&](ArrowArray* out) {
      auto room = std::make_unique<exported>(exported{
          column_, {column_->valid.data(), column_->urls.offsets().data(), column_->urls.bytes().data()}});
      *out = ArrowArray{static_cast<std::int64_t>(size()),
                        column_->nulls,
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
  [[nodiscard]] py::object element(std::size_t i) const {
    if ((column_->valid[i / 8] >> (i % 8) & 1U) == 0) return py::none();
    return text_of(column_->urls[i]);
  }

  std::shared_ptr<column> column_;
};

}  // namespace

py::object urls_object(normalized_urls urls, const reference_column& references) {
  if (!references.is_sequence()) return py::cast(url_column(std::move(urls), references));
  py::list all(urls.size());
  for (std::size_t i = 0; i < urls.size(); ++i) {
    const bool is_null = urls.rejected(i) != rejection::none || references.is_null(i);
    py::object url = is_null ? py::none() : py::object(text_of(urls[i]));
    PyList_SET_ITEM(all.ptr(), static_cast<Py_ssize_t>(i), url.release().ptr());
  }
  return all;
}

void add_url_column(py::module_& module) {
  py::class_<url_column>(module, "UrlColumn", docstring("UrlColumn"))
      .def("__len__", &url_column::size)
      .def("__getitem__", &url_column::at)
      .def("to_pylist", &url_column::as_list, docstring("UrlColumn.to_pylist"))
      .def("__arrow_c_array__", &url_column::to_arrow, py::arg("requested_schema") = py::none());
}

}  // namespace urlsieve::python
