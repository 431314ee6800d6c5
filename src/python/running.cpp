// Python classes and functions that extract URLs from pages and files.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "src/python/binding.hpp"
#include "src/python/capsules.hpp"
#include "src/python/docstring.hpp"
#include "src/python/run_statistics.hpp"
#include "src/python/waiting.hpp"
#include "urlsieve/arrow.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/extractor.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/file_scan.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/outcome.hpp"
#include "urlsieve/stats.hpp"
#include "urlsieve/url_batch.hpp"

namespace urlsieve::python {
namespace {

// Python objects for extracted rows. A Batch and its Links share the rows.
using shared_batch = std::shared_ptr<const url_batch>;

// A row of a batch. Attributes create their str on access.
struct link {
  shared_batch rows;
  std::size_t row;

  [[nodiscard]] std::string_view text(field name) const {
    const batch_column* const found = rows->column(name);
    return found == nullptr ? std::string_view() : found->text(row);
  }
  [[nodiscard]] sieved_url as_found() const {
    sieved_url found;
    found.url = text(field::url);
    return found;
  }
};

template <field Name>
py::str text_member(const link& of) {
  return text_of(of.text(Name));
}

py::object value_of(const batch_column& column, std::size_t row) {
  if (column.is_null(row)) return py::none();
  if (column.is_number()) return py::int_(column.numbers[row]);
  return text_of(column.text(row));
}

struct batch {
  shared_batch rows;

  [[nodiscard]] py::list fields() const {
    py::list names;
    for (const batch_column& column : rows->columns()) names.append(std::string(name_of(column.name)));
    return names;
  }

  [[nodiscard]] py::list column(const std::string& name) const {
    const std::optional<field> named = parse_name<field>(name);
    const batch_column* const found = named ? rows->column(*named) : nullptr;
    if (found == nullptr) throw py::key_error(name);
    py::list values(rows->size());
    for (std::size_t i = 0; i < rows->size(); ++i)
      PyList_SET_ITEM(values.ptr(), static_cast<Py_ssize_t>(i), value_of(*found, i).release().ptr());
    return values;
  }

  [[nodiscard]] py::object schema() const {
    return new_capsule<ArrowSchema>(schema_capsule,
                                    [&](ArrowSchema* out) { export_schema(rows->columns(), out); });
  }

  [[nodiscard]] py::tuple array(const py::object& /*requested_schema*/) const {
    py::object exported =
        new_capsule<ArrowArray>(array_capsule, [&](ArrowArray* out) { export_batch(rows, out); });
    return py::make_tuple(schema(), exported);
  }

  [[nodiscard]] py::object stream(const py::object& /*requested_schema*/) const {
    return new_capsule<ArrowArrayStream>(stream_capsule, [&](ArrowArrayStream* out) {
      url_batch shape = *rows;
      shape.clear();
      auto left = std::make_shared<shared_batch>(rows);
      export_stream(
          std::move(shape),
          [left]() -> result<std::shared_ptr<const url_batch>> { return std::exchange(*left, nullptr); },
          out);
    });
  }
};

// Return a new Batch, or a new list with a Link for each row. Requires: the GIL is held.
py::object batch_object(shared_batch rows) {
  return py::cast(batch{std::move(rows)});
}

py::list links_of(const shared_batch& rows) {
  py::list links(rows->size());
  for (std::size_t i = 0; i < rows->size(); ++i)
    PyList_SET_ITEM(links.ptr(), static_cast<Py_ssize_t>(i), py::cast(link{rows, i}).release().ptr());
  return links;
}

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

// Returns the error of a scan that could read none of its inputs.
error nothing_read_error(const stats& counted) {
  std::string message = "no input could be read";
  if (!counted.examples.empty()) {
    const damage_example& first = counted.examples.front();
    message.append(": ").append(first.input).append(": ");
    message.append(first.detail.empty() ? name_of(first.reason) : std::string_view(first.detail));
  }
  return {error_code::cannot_read, std::move(message)};
}

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
    if (rows) return batch_object(std::move(rows));
    summary_ = files_->summary();
    if (summary_->ended == outcome::nothing_read) throw failure(nothing_read_error(summary_->counted));
    throw py::stop_iteration();
  }

  // Returns None before the end of the scan.
  [[nodiscard]] py::object statistics() const {
    return summary_ ? py::object(statistics_of(*summary_)) : py::none();
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
  std::optional<run_summary> summary_;
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

void add_batches(py::module_& module) {
  py::class_<link>(module, "Link", docstring("Link"))
      .def_property_readonly("url", text_member<field::url>, docstring("Link.url"))
      .def_property_readonly("raw", text_member<field::raw>, docstring("Link.raw"))
      .def_property_readonly("source", text_member<field::source>, docstring("Link.source"))
      .def_property_readonly("where", text_member<field::where>, docstring("Link.where"))
      .def_property_readonly("rel", text_member<field::rel>, docstring("Link.rel"))
      .def_property_readonly("text", text_member<field::text>, docstring("Link.text"))
      .def_property_readonly("flags", text_member<field::flags>, docstring("Link.flags"))
      .def_property_readonly(
          "offset",
          [](const link& of) {
            const batch_column* const found = of.rows->column(field::offset);
            return found == nullptr ? std::uint64_t{0} : found->numbers[of.row];
          },
          docstring("Link.offset"))
      .def_property_readonly(
          "host", [](const link& of) { return text_of(of.as_found().host()); }, docstring("Link.host"))
      .def_property_readonly(
          "domain", [](const link& of) { return text_of(of.as_found().domain()); }, docstring("Link.domain"))
      .def_property_readonly(
          "subdomain", [](const link& of) { return text_of(of.as_found().subdomain()); },
          docstring("Link.subdomain"))
      .def_property_readonly(
          "suffix", [](const link& of) { return text_of(of.as_found().suffix()); }, docstring("Link.suffix"))
      .def_property_readonly(
          "extension", [](const link& of) { return text_of(of.as_found().extension()); },
          docstring("Link.extension"))
      .def_property_readonly(
          "path", [](const link& of) { return text_of(of.as_found().path()); }, docstring("Link.path"))
      .def_property_readonly(
          "query", [](const link& of) { return text_of(of.as_found().query()); }, docstring("Link.query"))
      .def_property_readonly(
          "surt", [](const link& of) { return text_of(of.as_found().surt()); }, docstring("Link.surt"))
      .def("__str__", text_member<field::url>)
      .def("__repr__",
           [](const link& of) { return py::str("Link({!r})").format(text_of(of.text(field::url))); });
  py::class_<batch>(module, "Batch", docstring("Batch"))
      .def("__len__", [](const batch& of) { return of.rows->size(); })
      .def_property_readonly("fields", &batch::fields, docstring("Batch.fields"))
      .def("__getitem__", &batch::column)
      .def(
          "links", [](const batch& of) { return links_of(of.rows); }, docstring("Batch.links"))
      .def("__arrow_c_schema__", &batch::schema)
      .def("__arrow_c_array__", &batch::array, py::arg("requested_schema") = py::none())
      .def("__arrow_c_stream__", &batch::stream, py::arg("requested_schema") = py::none());
}

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
      .def_property_readonly("statistics", &scan::statistics, docstring("Scan.statistics"))
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__", [](scan& of, const py::args&) { of.close(); })
      .def("__arrow_c_stream__", &scan::stream, py::arg("requested_schema") = none);
  module.def("extract", extract_inputs, py::arg("inputs"), py::kw_only(), py::arg("output"),
             docstring("extract"));
}

}  // namespace urlsieve::python
