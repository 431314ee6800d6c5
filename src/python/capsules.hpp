// Capsules of the Arrow PyCapsule interface. A capsule owns a struct: the consumer moves the struct out, or
// the capsule releases it.
#ifndef URLSIEVE_PYTHON_CAPSULES_HPP
#define URLSIEVE_PYTHON_CAPSULES_HPP

#include <memory>

#include "src/python/binding.hpp"
#include "urlsieve/arrow_c_data.h"

namespace urlsieve::python {

inline constexpr const char* schema_capsule = "arrow_schema";
inline constexpr const char* array_capsule = "arrow_array";
inline constexpr const char* stream_capsule = "arrow_array_stream";

template <class Struct>
void delete_capsule(PyObject* capsule) {
  auto* const content = static_cast<Struct*>(PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule)));
  if (content == nullptr) return;
  if (content->release != nullptr) content->release(content);
  delete content;
}

// Returns a capsule named `name` with a struct that `fill` initializes. Throws py::error_already_set.
template <class Struct, class Fill>
py::object new_capsule(const char* name, const Fill& fill) {
  auto content = std::make_unique<Struct>();
  fill(content.get());
  PyObject* const capsule = PyCapsule_New(content.get(), name, delete_capsule<Struct>);
  if (capsule == nullptr) throw py::error_already_set();
  content.release();
  return py::reinterpret_steal<py::object>(capsule);
}

}  // namespace urlsieve::python

#endif
