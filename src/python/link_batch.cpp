#include "src/python/link_batch.hpp"

#include <cstdint>
#include <utility>

#include "src/python/capsules.hpp"
#include "src/python/docstring.hpp"
#include "urlsieve/arrow.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve::python {
namespace {

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

}  // namespace

py::object batch_object(shared_batch rows) {
  return py::cast(batch{std::move(rows)});
}

py::list links_of(const shared_batch& rows) {
  py::list links(rows->size());
  for (std::size_t i = 0; i < rows->size(); ++i)
    PyList_SET_ITEM(links.ptr(), static_cast<Py_ssize_t>(i), py::cast(link{rows, i}).release().ptr());
  return links;
}

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

}  // namespace urlsieve::python
