#include <algorithm>
#include <array>

#include "src/api/single_references.hpp"
#include "src/python/binding.hpp"
#include "urlsieve/learnt_rules.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/option_table.hpp"
#include "urlsieve/option_words.hpp"

namespace urlsieve::python {
namespace {

const char* class_of(error_code code) {
  switch (code) {
    case error_code::usage:
    case error_code::not_supported:
    case error_code::invalid_url:
      return "UsageError";
    case error_code::no_such_input:
    case error_code::cannot_read:
      return "InputError";
    case error_code::cannot_open:
    case error_code::cannot_write:
    case error_code::output_exists:
    case error_code::closed_output:
      return "OutputError";
    default:
      return "Error";
  }
}

std::string word_of(const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "true" : "false";
  return py::str(value).cast<std::string>();
}

void set_list(extract_options& options, const option_word& named, const py::handle& values) {
  std::string joined;
  for (const py::handle each : values) {
    if (named.kind == option_kind::more)
      value_or_raise(set_option(options, named.name, word_of(each)));
    else
      joined.append(joined.empty() ? "" : ",").append(word_of(each));
  }
  if (named.kind != option_kind::more) value_or_raise(set_option(options, named.name, joined));
}

}  // namespace

void add_errors(py::module_& module) {
  const auto add = [&](const char* name, const py::handle& bases) {
    const std::string full = std::string("urlsieve.") + name;
    module.attr(name) =
        py::reinterpret_steal<py::object>(PyErr_NewException(full.c_str(), bases.ptr(), nullptr));
  };
  add("Error", PyExc_Exception);
  const py::object base = module.attr("Error");
  add("UsageError", py::make_tuple(base, py::handle(PyExc_ValueError)));
  add("InputError", py::make_tuple(base, py::handle(PyExc_OSError)));
  add("OutputError", py::make_tuple(base, py::handle(PyExc_OSError)));
  // NOLINTNEXTLINE(performance-unnecessary-value-param): pybind11 asks for this signature
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const failure& failed) {
      if (failed.why.code == error_code::out_of_memory) {
        PyErr_SetString(PyExc_MemoryError, failed.what());
      } else {
        const py::object type = py::module_::import("urlsieve._urlsieve").attr(class_of(failed.why.code));
        PyErr_SetString(type.ptr(), failed.what());
      }
    }
  });
}

void set_options(extract_options& options, const py::dict& keywords, const option_test& applies) {
  const std::vector<option_word> known = option_words();
  for (const auto& [keyword, value] : keywords) {
    std::string name = keyword.cast<std::string>();
    std::replace(name.begin(), name.end(), '_', '-');
    if (value.is_none()) continue;
    const option_row* const row = find_option(name);
    if (applies && row != nullptr && !applies(*row))
      throw failure({error_code::usage, "the option " + name + " has no effect here"});
    const auto named = std::find_if(known.begin(), known.end(),
                                    [&](const option_word& option) { return option.name == name; });
    const bool listed = named != known.end() && !py::isinstance<py::str>(value) &&
                        (named->kind == option_kind::more || named->kind == option_kind::list);
    if (listed)
      set_list(options, *named, value);
    else
      value_or_raise(set_option(options, name, word_of(value)));
  }
}

std::vector<field> fields_of(const py::iterable& names) {
  std::vector<field> fields;
  for (const py::handle each : names) {
    const std::string name = each.cast<std::string>();
    const std::optional<field> named = parse_name<field>(name);
    if (!named) throw failure({error_code::usage, "no field is called \"" + name + "\""});
    fields.push_back(*named);
  }
  return fields;
}

std::vector<std::string> paths_of(const py::object& argument) {
  const py::object as_path = py::module_::import("os").attr("fsencode");
  const auto encode = [&](const py::handle& path) { return as_path(path).cast<std::string>(); };
  if (py::isinstance<py::str>(argument) || py::isinstance<py::bytes>(argument) ||
      py::hasattr(argument, "__fspath__"))
    return {encode(argument)};
  std::vector<std::string> paths;
  for (const py::handle path : argument) paths.push_back(encode(path));
  return paths;
}

bytes_argument::bytes_argument(py::object object) : object_(std::move(object)) {
  if (PyUnicode_Check(object_.ptr()) != 0) {
    bytes_ = utf8_of(object_, storage_);
    is_text_ = true;
    return;
  }
  if (PyObject_GetBuffer(object_.ptr(), &buffer_, PyBUF_SIMPLE) != 0) throw py::error_already_set();
  bytes_ = {static_cast<const char*>(buffer_.buf), static_cast<std::size_t>(buffer_.len)};
}

bytes_argument::~bytes_argument() {
  if (buffer_.obj != nullptr) PyBuffer_Release(&buffer_);
}

py::str text_of(std::string_view bytes) {
  PyObject* const string =
      PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "surrogateescape");
  if (string == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(string);
}

std::string_view utf8_of(const py::handle& string, py::object& storage) {
  Py_ssize_t size = 0;
  if (const char* const bytes = PyUnicode_AsUTF8AndSize(string.ptr(), &size))
    return {bytes, static_cast<std::size_t>(size)};
  PyErr_Clear();
  storage =
      py::reinterpret_steal<py::object>(PyUnicode_AsEncodedString(string.ptr(), "utf-8", "surrogateescape"));
  if (!storage) throw py::error_already_set();
  return {PyBytes_AS_STRING(storage.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(storage.ptr()))};
}

bool shapes_single_urls(const option_row& row) {
  constexpr std::array<std::string_view, 3> of_redirects{"redirects", "memory", "tmpdir"};
  return row.member.starts_with("url_options::") || row.member.starts_with("convention_options::") ||
         std::find(of_redirects.begin(), of_redirects.end(), row.word) != of_redirects.end();
}

extract_options single_url_options(const py::dict& keywords, rung ladder) {
  extract_options options;
  options.url = for_single_references(std::move(options.url));
  options.url.ladder = ladder;
  set_options(options, keywords, shapes_single_urls);
  value_or_raise(load_rules(options.url));
  if (options.url.loaded_rules)
    for (const std::string& warning : options.url.loaded_rules->warnings())
      if (PyErr_WarnEx(PyExc_UserWarning, warning.c_str(), 1) != 0) throw py::error_already_set();
  return options;
}

url_options single_url_group(const py::dict& keywords) {
  return single_url_options(keywords).url;
}

}  // namespace urlsieve::python
