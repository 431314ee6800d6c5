// Normalizes and resolves references with any options: Normalizer, normalize_many(), resolve().
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "src/api/single_references.hpp"
#include "src/python/binding.hpp"
#include "src/python/capsules.hpp"
#include "src/python/docstring.hpp"
#include "src/python/reference_column.hpp"
#include "urlsieve/normalizer.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve::python {
namespace {

// A column of normalized URLs, shared by Python objects and Arrow arrays, which are exported without a copy.
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
      auto data = std::make_unique<exported>(exported{
          column_, {column_->valid.data(), column_->urls.offsets().data(), column_->urls.bytes().data()}});
      *out = ArrowArray{static_cast<std::int64_t>(size()),
                        column_->nulls,
                        0,
                        3,
                        0,
                        data->buffers,
                        nullptr,
                        nullptr,
                        release_array,
                        nullptr};
      out->private_data = data.release();
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

// Appends the URLs of the references from `first` on: None for a rejected reference, and for None.
void append_objects(const normalized_urls& urls, const reference_column& references, std::size_t first,
                    std::vector<py::object>& out) {
  for (std::size_t i = 0; i < urls.size(); ++i) {
    const bool is_null = urls.rejected(i) != rejection::none || references.is_null(first + i);
    out.push_back(is_null ? py::none() : py::object(text_of(urls[i])));
  }
}

// Moves the objects to a list.
py::list list_of(std::vector<py::object> objects) {
  py::list all(objects.size());
  for (std::size_t i = 0; i < objects.size(); ++i)
    PyList_SET_ITEM(all.ptr(), static_cast<Py_ssize_t>(i), objects[i].release().ptr());
  return all;
}

// Adds the class UrlColumn to the module.
void add_url_column(py::module_& module) {
  py::class_<url_column>(module, "UrlColumn", docstring("UrlColumn"))
      .def("__len__", &url_column::size)
      .def("__getitem__", &url_column::at)
      .def("to_pylist", &url_column::as_list, docstring("UrlColumn.to_pylist"))
      .def("__arrow_c_array__", &url_column::to_arrow, py::arg("requested_schema") = py::none());
}

using optional_text = std::optional<std::string>;

failure bad_base(const std::string& base) {
  return failure({error_code::invalid_url, "the base is not an absolute URL: " + base});
}

// Loads the redirects that the options name.
known_redirects redirects_of(const extract_options& options) {
  if (options.url.ladder != rung::protocol && options.redirects.read_from.empty()) return {};
  return value_or_raise(
      known_redirects::load(options.url, options.redirects, options.output.memory, options.output.temporary));
}

// One thread at a time may use a normalizer; a call from another thread raises UsageError.
class url_normalizer {
 public:
  url_normalizer(const optional_text& base, const py::kwargs& keywords) {
    const extract_options options = single_url_options(keywords);
    urls_.emplace(options.url, redirects_of(options));
    if (base && !urls_->set_base(*base)) throw bad_base(*base);
  }

  py::object normalize(const py::object& argument) {
    const bytes_argument bytes(argument);
    const in_use guard(busy_);
    const normalizer::outcome outcome = urls_->normalize(bytes.view());
    value_or_raise(urls_->state());
    return outcome.rejected == rejection::none ? py::object(text_of(outcome.url)) : py::none();
  }

  // Returns a list of str or None for a sequence, otherwise a UrlColumn.
  py::object normalize_many(const py::object& argument) {
    const reference_column column(argument);
    const in_use guard(busy_);
    normalized_urls urls;
    if (!column.is_sequence()) {
      for_each_part(column, column_part, urls, [](std::size_t) {});
      return py::cast(url_column(std::move(urls), column));
    }
    std::vector<py::object> objects;
    objects.reserve(column.references().size());
    for_each_part(column, list_part, urls, [&](std::size_t first) {
      append_objects(urls, column, first, objects);
      urls.clear();
    });
    return list_of(std::move(objects));
  }

 private:
  // References between two checks for signals. The URLs of a part of a list fit into the cache until they are
  // objects.
  static constexpr std::size_t column_part = 1U << 17U;
  static constexpr std::size_t list_part = 1U << 10U;

  // Appends the URLs of each part of the references to `urls`, without the GIL, and then calls `take` with
  // the number of references before the part.
  template <class Take>
  void for_each_part(const reference_column& column, std::size_t size, normalized_urls& urls,
                     const Take& take) {
    const std::span<const std::string_view> references = column.references();
    for (std::size_t first = 0; first < references.size(); first += size) {
      {
        const py::gil_scoped_release free;
        urls_->normalize_many(references.subspan(first, std::min(size, references.size() - first)), urls);
      }
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      take(first);
    }
    value_or_raise(urls_->state());
  }

  class in_use {
   public:
    explicit in_use(bool& mark) : mark_(mark) {
      if (mark_) throw failure({error_code::usage, "a Normalizer serves one thread at a time"});
      mark_ = true;
    }
    in_use(const in_use&) = delete;
    in_use& operator=(const in_use&) = delete;
    ~in_use() { mark_ = false; }

   private:
    bool& mark_;
  };

  std::optional<normalizer> urls_;
  bool busy_ = false;
};

py::object normalize_many(const py::object& urls, const optional_text& base, const py::kwargs& keywords) {
  return url_normalizer(base, keywords).normalize_many(urls);
}

// Returns the target of the reference, or None for a rejected reference.
py::object resolve(const py::object& reference, const py::object& base,
                   const std::optional<bool>& keep_fragment, const py::kwargs& keywords) {
  const bytes_argument bytes(reference);
  const bytes_argument base_bytes(base);
  const extract_options options = single_url_options(keywords, rung::string);
  reference_resolver resolver(options.url, keep_fragment, redirects_of(options));
  if (resolver.set_base(base_bytes.view()) != rejection::none)
    throw failure({error_code::invalid_url, "the base is not a URL: " + std::string(base_bytes.view())});
  const reference_resolver::outcome outcome = resolver.resolve(bytes.view());
  value_or_raise(resolver.state());
  return outcome.rejected == rejection::none ? py::object(text_of(outcome.target)) : py::none();
}

}  // namespace

void add_normalizers(py::module_& module) {
  add_url_column(module);
  py::class_<url_normalizer>(module, "Normalizer", docstring("Normalizer"))
      .def(py::init<const optional_text&, const py::kwargs&>(), docstring("Normalizer.__init__"),
           py::arg("base") = py::none())
      .def("normalize", &url_normalizer::normalize, py::arg("url"), docstring("Normalizer.normalize"))
      .def("normalize_many", &url_normalizer::normalize_many, py::arg("urls"),
           docstring("Normalizer.normalize_many"));
  module.def("normalize_many", normalize_many, py::arg("urls"), py::arg("base") = py::none(),
             docstring("normalize_many"));
  module.def("resolve", resolve, py::arg("reference"), py::arg("base"), py::kw_only(),
             py::arg("keep_fragment") = py::none(), docstring("resolve"));
}

}  // namespace urlsieve::python
