// Shared helpers of the binding: conversion of errors to Python exceptions, keywords to options, and Python
// objects to bytes.
#ifndef URLSIEVE_PYTHON_BINDING_HPP
#define URLSIEVE_PYTHON_BINDING_HPP

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve::python {

namespace py = pybind11;

// A library error, thrown to become a Python exception: MemoryError for out_of_memory, else UsageError,
// InputError, OutputError or Error of the module (see add_errors()).
struct failure : std::exception {
  explicit failure(error said) : why(std::move(said)) {}
  [[nodiscard]] const char* what() const noexcept override { return why.message.c_str(); }
  error why;
};

// Returns the value of `made`, or throws its error as a failure.
template <class T>
T value_or_raise(result<T> made) {
  if (!made) throw failure(std::move(made.error()));
  if constexpr (!std::is_void_v<T>) return std::move(*made);
}

// Sets options from keywords: option names with "_" for "-", and a bool, number, str or list of str as value.
// Skips None. Throws a failure for an unknown option or an invalid value.
void set_options(extract_options& options, const py::kwargs& keywords);

// Returns the fields with these names. Throws a failure for an unknown name.
[[nodiscard]] std::vector<field> fields_of(const py::iterable& names);

// Converts a path (str, bytes or os.PathLike) or an iterable of paths, as os.fsencode() does.
[[nodiscard]] std::vector<std::string> paths_of(const py::object& given);

// A view of the bytes of a str (as UTF-8), bytes, or an object with the buffer protocol. The view is valid
// during the life of this object.
class bytes_argument {
 public:
  // Keeps a reference to `given`. Throws py::error_already_set for objects without a contiguous buffer.
  explicit bytes_argument(py::object given);
  bytes_argument(const bytes_argument&) = delete;
  bytes_argument& operator=(const bytes_argument&) = delete;
  ~bytes_argument();

  [[nodiscard]] std::string_view view() const { return bytes_; }
  [[nodiscard]] bool is_text() const { return is_text_; }

 private:
  py::object given_;
  Py_buffer buffer_{};
  std::string_view bytes_;
  bool is_text_ = false;
};

// Converts UTF-8 to a str. Invalid bytes become surrogates, as in os.fsdecode().
[[nodiscard]] py::str text_of(std::string_view bytes);

// Returns `options` adapted to single URLs, as in `urlsieve normalize`: drops no schemes, and keeps
// references to the same document.
[[nodiscard]] url_options for_single_urls(url_options options);

// Add the parts of the module. Each line names the contents of a function's part:
//   add_errors          the exception classes, with the translation of failures
//   add_fast_calls      normalize(), normalize_many(), surt(), UrlColumn
//   add_url_questions   parse(), explain(), compare(), Normalizer
//   add_batches         Link, Batch
//   add_running         Extractor, Scan, RowReader, extract(), merge(), verify()
void add_errors(py::module_& module);
void add_fast_calls(py::module_& module);
void add_url_questions(py::module_& module);
void add_batches(py::module_& module);
void add_running(py::module_& module);

}  // namespace urlsieve::python

#endif
