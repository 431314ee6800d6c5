// What the files of the binding share: errors as exceptions of Python, options from keywords, bytes from
// whatever has them.
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

// An error of the library on its way to Python.
struct failure : std::exception {
  explicit failure(error said) : why(std::move(said)) {}
  [[nodiscard]] const char* what() const noexcept override { return why.message.c_str(); }
  error why;
};

template <class T>
T value_or_raise(result<T> made) {
  if (!made) throw failure(std::move(made.error()));
  if constexpr (!std::is_void_v<T>) return std::move(*made);
}

// Keywords are names of options with "_" in place of "-"; True, a number, a text or a list of texts.
void set_options(extract_options& options, const py::kwargs& keywords);

[[nodiscard]] std::vector<field> fields_of(const py::iterable& names);

// A path or several of them.
[[nodiscard]] std::vector<std::string> paths_of(const py::object& given);

// The bytes of a str (as UTF-8), of bytes, or of anything with a buffer of them; they live as long as this.
class given_bytes {
 public:
  explicit given_bytes(py::object given);
  given_bytes(const given_bytes&) = delete;
  given_bytes& operator=(const given_bytes&) = delete;
  ~given_bytes();

  [[nodiscard]] std::string_view view() const { return bytes_; }
  [[nodiscard]] bool is_text() const { return is_text_; }

 private:
  py::object given_;
  Py_buffer buffer_{};
  std::string_view bytes_;
  bool is_text_ = false;
};

// A str; what is no UTF-8 becomes surrogates, as os.fsdecode() has it.
[[nodiscard]] py::str text_of(std::string_view bytes);

// Options for URLs by themselves, as `urlsieve normalize` has them.
[[nodiscard]] url_options for_single_urls(url_options options);

void add_errors(py::module_& module);
void add_fast_calls(py::module_& module);
void add_url_questions(py::module_& module);
void add_batches(py::module_& module);
void add_running(py::module_& module);

}  // namespace urlsieve::python

#endif
