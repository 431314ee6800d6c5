// Shared helpers of the binding: conversion of errors to Python exceptions, keywords to options, and Python
// objects to bytes.
#ifndef URLSIEVE_PYTHON_BINDING_HPP
#define URLSIEVE_PYTHON_BINDING_HPP

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/option_row.hpp"
#include "urlsieve/url_choices.hpp"

namespace urlsieve {
struct extract_options;
struct url_options;
}  // namespace urlsieve

namespace urlsieve::python {

namespace py = pybind11;

// A library error, thrown to become a Python exception: MemoryError for out_of_memory, else UsageError,
// InputError, OutputError or Error of the module (see add_errors()).
struct failure : std::exception {
  explicit failure(error cause) : why(std::move(cause)) {}
  [[nodiscard]] const char* what() const noexcept override { return why.message.c_str(); }
  error why;
};

// Returns the value of `outcome`, or throws its error as a failure.
template <class T>
T value_or_raise(result<T> outcome) {
  if (!outcome) throw failure(std::move(outcome.error()));
  if constexpr (!std::is_void_v<T>) return std::move(*outcome);
}

// Selects options by their row of the table of options.
using option_test = std::function<bool(const option_row& row)>;

// Sets options from keywords: option names with "_" for "-", and a bool, number, str or list of str as value.
// Skips None. Throws a failure for an unknown option, an invalid value, and an option for which `applies` is
// false (empty: all options apply).
void set_options(extract_options& options, const py::dict& keywords, const option_test& applies = {});

// Returns true for the options that change the normal form of a single URL, or reject the URL: the options of
// URLs and conventions, `redirects`, and the memory and directory of redirects.
[[nodiscard]] bool shapes_single_urls(const option_row& row);

// Returns options for single URLs from keywords: by default no schemes are dropped, and references to the
// same document are kept, as in `urlsieve normalize`. `ladder` is the default rung. Throws as set_options()
// does, for options that do not shape single URLs.
[[nodiscard]] extract_options single_url_options(const py::dict& keywords, rung ladder = rung::scheme);

// Returns the URL group of single_url_options().
[[nodiscard]] url_options single_url_group(const py::dict& keywords);

// Returns the fields with these names. Throws a failure for an unknown name.
[[nodiscard]] std::vector<field> fields_of(const py::iterable& names);

// Converts a path (str, bytes or os.PathLike) or an iterable of paths, as os.fsencode() does.
[[nodiscard]] std::vector<std::string> paths_of(const py::object& argument);

// A view of the bytes of a str (as UTF-8), bytes, or an object with the buffer protocol. The view is valid
// during the life of this object.
class bytes_argument {
 public:
  // Keeps a reference to `object`. Throws py::error_already_set for objects without a contiguous buffer.
  explicit bytes_argument(py::object object);
  bytes_argument(const bytes_argument&) = delete;
  bytes_argument& operator=(const bytes_argument&) = delete;
  ~bytes_argument();

  [[nodiscard]] std::string_view view() const { return bytes_; }
  [[nodiscard]] bool is_text() const { return is_text_; }

 private:
  py::object object_;
  py::object storage_;
  Py_buffer buffer_{};
  std::string_view bytes_;
  bool is_text_ = false;
};

// Converts UTF-8 to a str. Invalid bytes become surrogates, as in os.fsdecode().
[[nodiscard]] py::str text_of(std::string_view bytes);

// Returns the UTF-8 of a str. Surrogates become the bytes from which os.fsdecode() makes them. The view is
// valid as long as `string` and `storage`. Throws py::error_already_set for other surrogates.
[[nodiscard]] std::string_view utf8_of(const py::handle& string, py::object& storage);

// Add the parts of the module. Each line names the contents of a function's part:
//   add_errors          the exception classes, with the translation of failures
//   add_fast_calls      normalize(), surt()
//   add_normalizers     Normalizer, normalize_many(), resolve(), UrlColumn
//   add_url_questions   parse(), explain(), compare()
//   add_batches         Link, Batch
//   add_running         Extractor, Scan, extract()
//   add_directories     merge(), convert(), verify(), graph(), records(), stats()
//   add_states          update(), purge()
//   add_seen_sets       seen_set
//   add_row_streams     the iterators of read(), get() and diff()
void add_errors(py::module_& module);
void add_fast_calls(py::module_& module);
void add_normalizers(py::module_& module);
void add_url_questions(py::module_& module);
void add_batches(py::module_& module);
void add_running(py::module_& module);
void add_directories(py::module_& module);
void add_states(py::module_& module);
void add_seen_sets(py::module_& module);
void add_row_streams(py::module_& module);

}  // namespace urlsieve::python

#endif
