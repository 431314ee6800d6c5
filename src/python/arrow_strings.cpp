#include "src/python/arrow_strings.hpp"

#include <cstdint>
#include <cstring>
#include <string>

#include "src/python/capsules.hpp"

namespace urlsieve::python {
namespace {

using string_views = std::vector<std::string_view>;

constexpr const char* no_bytes = "";  // of an empty value, which is not null

bool is_valid(const ArrowArray& array, std::int64_t i) {
  const auto* const bits = static_cast<const std::uint8_t*>(array.buffers[0]);
  if (bits == nullptr) return true;
  const std::int64_t place = array.offset + i;
  return (bits[place / 8] >> (place % 8) & 1) != 0;
}

// Appends the values that `value(i)` returns, and null for the values that are null.
template <class Value>
void append_values(const ArrowArray& array, const Value& value, string_views& out) {
  for (std::int64_t i = 0; i < array.length; ++i) {
    if (!is_valid(array, i)) {
      out.emplace_back();
      continue;
    }
    const std::string_view bytes = value(array.offset + i);
    out.push_back(bytes.empty() ? std::string_view(no_bytes) : bytes);
  }
}

template <class Offset>
void append_by_offsets(const ArrowArray& array, string_views& out) {
  const auto* const ends = static_cast<const Offset*>(array.buffers[1]);
  const auto* const bytes = static_cast<const char*>(array.buffers[2]);
  append_values(
      array,
      [&](std::int64_t i) {
        const auto size = static_cast<std::size_t>(ends[i + 1] - ends[i]);
        return size == 0 ? std::string_view() : std::string_view(bytes + ends[i], size);
      },
      out);
}

// Appends the values of a layout of views: 16 bytes a value, which hold the size, and up to 12 bytes of the
// value or a prefix, the number of a buffer and an offset.
void append_by_views(const ArrowArray& array, string_views& out) {
  constexpr std::size_t view_size = 16;
  constexpr std::size_t most_inline = 12;
  const auto* const views = static_cast<const char*>(array.buffers[1]);
  append_values(
      array,
      [&](std::int64_t i) {
        const char* const view = views + static_cast<std::size_t>(i) * view_size;
        std::int32_t fields[4];
        std::memcpy(fields, view, sizeof fields);
        const auto size = static_cast<std::size_t>(fields[0]);
        if (size <= most_inline) return std::string_view(view + sizeof fields[0], size);
        return std::string_view(static_cast<const char*>(array.buffers[2 + fields[2]]) + fields[3], size);
      },
      out);
}

using append_function = void (*)(const ArrowArray& array, string_views& out);

void append_nulls(const ArrowArray& array, string_views& out) {
  out.resize(out.size() + static_cast<std::size_t>(array.length));
}

// Returns the function for the type of a schema. Throws py::type_error for other types.
append_function function_for(const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  if (schema.dictionary == nullptr) {
    if (format == "u" || format == "z") return append_by_offsets<std::int32_t>;
    if (format == "U" || format == "Z") return append_by_offsets<std::int64_t>;
    if (format == "vu" || format == "vz") return append_by_views;
    if (format == "n") return append_nulls;
  }
  throw py::type_error("an Arrow array of strings or bytes is expected, not of format " +
                       std::string(format) + (schema.dictionary == nullptr ? "" : ", a dictionary"));
}

template <class Struct>
Struct& struct_in(const py::object& capsule, const char* name) {
  auto* const content = static_cast<Struct*>(PyCapsule_GetPointer(capsule.ptr(), name));
  if (content == nullptr) throw py::error_already_set();
  return *content;
}

}  // namespace

arrow_strings::~arrow_strings() {
  for (ArrowArray& array : arrays_)
    if (array.release != nullptr) array.release(&array);
}

bool arrow_strings::read(const py::object& source, string_views& views) {
  if (py::hasattr(source, "__arrow_c_array__")) {
    read_array(source, views);
  } else if (py::hasattr(source, "__arrow_c_stream__")) {
    read_stream(source, views);
  } else {
    return false;
  }
  return true;
}

void arrow_strings::read_array(const py::object& source, string_views& views) {
  const py::tuple capsules = source.attr("__arrow_c_array__")();
  const auto append = function_for(struct_in<ArrowSchema>(capsules[0], schema_capsule));
  const auto& array = struct_in<ArrowArray>(capsules[1], array_capsule);
  capsules_.push_back(capsules);
  views.reserve(static_cast<std::size_t>(array.length));
  append(array, views);
}

void arrow_strings::read_stream(const py::object& source, string_views& views) {
  const py::object capsule = source.attr("__arrow_c_stream__")();
  auto& stream = struct_in<ArrowArrayStream>(capsule, stream_capsule);
  capsules_.push_back(capsule);
  const auto check = [&stream](int code) {
    if (code == 0) return;
    const char* const why = stream.get_last_error(&stream);
    throw std::runtime_error(why == nullptr ? std::strerror(code) : why);
  };
  ArrowSchema schema{};
  check(stream.get_schema(&stream, &schema));
  append_function append = nullptr;
  try {
    append = function_for(schema);
  } catch (...) {
    schema.release(&schema);
    throw;
  }
  schema.release(&schema);
  while (true) {
    ArrowArray& array = arrays_.emplace_back();
    array.release = nullptr;
    check(stream.get_next(&stream, &array));
    if (array.release == nullptr) return;
    append(array, views);
  }
}

}  // namespace urlsieve::python
