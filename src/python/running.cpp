// Python classes and functions that extract URLs from pages and files.
#include <memory>
#include <optional>
#include <utility>

#include "src/python/binding.hpp"
#include "src/python/capsules.hpp"
#include "src/python/docstring.hpp"
#include "src/python/link_batch.hpp"
#include "src/python/run_statistics.hpp"
#include "src/python/waiting.hpp"
#include "urlsieve/arrow.hpp"
#include "urlsieve/extractor.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/file_scan.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve::python {
namespace {

class page_links {
 public:
  page_links(const std::string& dedup, const py::iterable& fields, const py::kwargs& keywords)
      : shape_(value_or_raise(url_batch::with(fields_of(fields)))), links_(make_extractor(dedup, keywords)) {}

  [[nodiscard]] shared_batch run(const py::object& argument, const std::optional<std::string>& base,
                                 const std::optional<std::string>& source,
                                 const std::optional<std::string>& content_type,
                                 const std::optional<std::string>& charset) {
    const bytes_argument bytes(argument);
    auto rows = std::make_shared<url_batch>(shape_);
    const page read{.bytes = bytes.view(),
                    .base = base ? *base : std::string_view(),
                    .source = source ? *source : std::string_view(),
                    .content_type = content_type ? *content_type : std::string_view(),
                    .type = {},
                    .charset = charset           ? *charset
                               : bytes.is_text() ? std::string_view("utf-8")
                                                 : std::string_view()};
    if (busy_) throw failure({error_code::usage, "an Extractor serves one thread at a time"});
    const in_use guard(busy_);
    const py::gil_scoped_release free;
    links_.run(read, [&](const sieved_url& found) { rows->add(found); });
    return rows;
  }

  void forget() { links_.forget(); }

 private:
  struct in_use {
    explicit in_use(bool& marked) : mark(marked) { mark = true; }
    in_use(const in_use&) = delete;
    in_use& operator=(const in_use&) = delete;
    ~in_use() { mark = false; }
    bool& mark;
  };

  [[nodiscard]] extractor make_extractor(const std::string& dedup, const py::kwargs& keywords) const {
    const std::optional<dedup_scope> scope = parse_name<dedup_scope>(dedup);
    if (!scope) throw failure({error_code::usage, "dedup is page, extractor or off"});
    extract_options options;
    set_options(options, keywords);
    for (const batch_column& column : shape_.columns())
      options.links.note_context = options.links.note_context || needs(column.name, column_need::context);
    return value_or_raise(extractor::make(options, *scope));
  }

  url_batch shape_;
  extractor links_;
  bool busy_ = false;
};

// An iterator over batches of URLs from files. An exported Arrow stream shares the scan.
class scan {
 public:
  scan(const py::object& inputs, const py::iterable& fields, std::size_t rows, const py::kwargs& keywords) {
    extract_options options;
    set_options(options, keywords);
    options.input.paths = paths_of(inputs);
    std::vector<field> columns = fields_of(fields);
    shape_.emplace(value_or_raise(url_batch::with(columns)));
    files_ = std::make_shared<file_scan>(value_or_raise(file_scan::open(options, std::move(columns), rows)));
  }

  py::object next() {
    if (!files_) throw py::stop_iteration();
    while (true) {
      {
        const py::gil_scoped_release free;
        if (files_->ready(between_signals)) break;
      }
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
    shared_batch rows = value_or_raise(files_->next());
    if (!rows) throw py::stop_iteration();
    return batch_object(std::move(rows));
  }

  void close() {
    const std::shared_ptr<file_scan> last = std::exchange(files_, nullptr);
    const py::gil_scoped_release free;
    if (last) last->stop();
  }

  [[nodiscard]] py::object stream(const py::object& /*requested_schema*/) {
    if (!files_) throw failure({error_code::usage, "the scan is closed"});
    return new_capsule<ArrowArrayStream>(stream_capsule, [&](ArrowArrayStream* out) {
      export_stream(*shape_, [files = files_]() -> result<shared_batch> { return files->next(); }, out);
    });
  }

 private:
  std::optional<url_batch> shape_;
  std::shared_ptr<file_scan> files_;
};

py::dict extract_inputs(const py::object& inputs, const py::object& output, const py::kwargs& keywords) {
  extract_options options;
  set_options(options, keywords);
  options.input.paths = paths_of(inputs);
  options.output.directory = paths_of(output).at(0);
  run_monitor monitor;
  return statistics_of(value_or_raise(wait_for(monitor, [&] { return extract(options, -1, &monitor); })));
}

}  // namespace

void add_running(py::module_& module) {
  using text = std::optional<std::string>;
  const py::object none = py::none();
  py::class_<page_links>(module, "Extractor", docstring("Extractor"))
      .def(py::init<const std::string&, const py::iterable&, const py::kwargs&>(),
           docstring("Extractor.__init__"), py::arg("dedup") = "page",
           py::arg("fields") = py::make_tuple("url", "where", "rel", "text"))
      .def(
          "links",
          [](page_links& of, const py::object& bytes, const text& base, const text& source,
             const text& content_type,
             const text& charset) { return links_of(of.run(bytes, base, source, content_type, charset)); },
          py::arg("page"), py::arg("base") = none, py::arg("source") = none, py::arg("content_type") = none,
          py::arg("charset") = none, docstring("Extractor.links"))
      .def(
          "batch",
          [](page_links& of, const py::object& bytes, const text& base, const text& source,
             const text& content_type, const text& charset) {
            return batch_object(of.run(bytes, base, source, content_type, charset));
          },
          py::arg("page"), py::arg("base") = none, py::arg("source") = none, py::arg("content_type") = none,
          py::arg("charset") = none, docstring("Extractor.batch"))
      .def("forget", &page_links::forget, docstring("Extractor.forget"));
  py::class_<scan>(module, "Scan", docstring("Scan"))
      .def(py::init<const py::object&, const py::iterable&, std::size_t, const py::kwargs&>(),
           docstring("Scan.__init__"), py::arg("inputs"), py::arg("fields") = py::make_tuple("url"),
           py::arg("batch") = 65536)
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &scan::next)
      .def("close", &scan::close, docstring("Scan.close"))
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__", [](scan& of, const py::args&) { of.close(); })
      .def("__arrow_c_stream__", &scan::stream, py::arg("requested_schema") = none);
  module.def("extract", extract_inputs, py::arg("inputs"), py::kw_only(), py::arg("output"),
             docstring("extract"));
}

}  // namespace urlsieve::python
