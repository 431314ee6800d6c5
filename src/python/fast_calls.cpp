// normalize() and surt() through the CPython API, without the call overhead of pybind11.
#include <array>
#include <cstring>
#include <optional>
#include <span>

#include "src/api/single_references.hpp"
#include "src/python/binding.hpp"
#include "src/python/docstring.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/normalizer.hpp"
#include "urlsieve/sieved_url.hpp"

namespace urlsieve::python {
namespace {

// Returns the normalizer of a rung, made on first use. Requires: the GIL is held.
normalizer& normalizer_of(rung ladder) {
  static std::array<std::optional<normalizer>, count_of<rung>> normalizers;
  std::optional<normalizer>& slot = normalizers[static_cast<std::size_t>(ladder)];
  if (!slot) {
    url_options options;
    options.ladder = ladder;
    slot.emplace(for_single_references(options));
  }
  return *slot;
}

// Sets `text` to the bytes of a str or bytes; `storage` may hold the bytes. Sets a Python exception and
// returns false for other types.
bool read_text(PyObject* argument, const char* label, std::string_view& text, py::object& storage) {
  if (PyUnicode_Check(argument) != 0) {
    text = utf8_of(argument, storage);
    return true;
  }
  if (PyBytes_Check(argument) != 0) {
    text = {PyBytes_AS_STRING(argument), static_cast<std::size_t>(PyBytes_GET_SIZE(argument))};
    return true;
  }
  PyErr_Format(PyExc_TypeError, "%s is a str or bytes, not %s", label, Py_TYPE(argument)->tp_name);
  return false;
}

// The arguments of a call: the reference, base and ladder.
struct call {
  PyObject* url = nullptr;
  std::string_view base;
  py::object base_storage;
  rung ladder = rung::scheme;

  bool read(PyObject* const* arguments, Py_ssize_t positional, PyObject* names) {
    if (positional > 3) return wrong("normalize() takes url, base and ladder");
    for (Py_ssize_t i = 0; i < positional; ++i)
      if (!take(i, arguments[i])) return false;
    const Py_ssize_t named = names == nullptr ? 0 : PyTuple_GET_SIZE(names);
    for (Py_ssize_t i = 0; i < named; ++i) {
      PyObject* const name = PyTuple_GET_ITEM(names, i);
      const Py_ssize_t place = place_of(name);
      if (place < 0) {
        PyErr_Format(PyExc_TypeError, "normalize() has no argument %R: a Normalizer has all options", name);
        return false;
      }
      if (!take(place, arguments[positional + i])) return false;
    }
    return url != nullptr || wrong("normalize() misses its first argument");
  }

 private:
  static bool wrong(const char* why) {
    PyErr_SetString(PyExc_TypeError, why);
    return false;
  }

  static Py_ssize_t place_of(PyObject* name) {
    if (PyUnicode_CompareWithASCIIString(name, "base") == 0) return 1;
    if (PyUnicode_CompareWithASCIIString(name, "ladder") == 0) return 2;
    return PyUnicode_CompareWithASCIIString(name, "url") == 0 ? 0 : -1;
  }

  bool take(Py_ssize_t place, PyObject* argument) {
    if (place == 0) {
      url = argument;
      return true;
    }
    if (argument == Py_None) return true;
    if (place == 1) return read_text(argument, "base", base, base_storage);
    std::string_view word;
    py::object storage;
    if (!read_text(argument, "ladder", word, storage)) return false;
    const std::optional<rung> named = parse_name<rung>(word);
    if (!named || *named == rung::protocol) {
      PyErr_SetString(PyExc_ValueError, "ladder is string, syntax or scheme");
      return false;
    }
    ladder = *named;
    return true;
  }
};

template <class Step>
PyObject* guarded(const Step& step) {
  try {
    return step();
  } catch (py::error_already_set& set) {
    set.restore();
  } catch (const py::builtin_exception& raised) {
    raised.set_error();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& failed) {
    PyErr_SetString(PyExc_RuntimeError, failed.what());
  }
  return nullptr;
}

PyObject* normalize(PyObject* /*module*/, PyObject* const* arguments, Py_ssize_t positional,
                    PyObject* names) {
  return guarded([&]() -> PyObject* {
    call asked;
    std::string_view url;
    py::object storage;
    if (!asked.read(arguments, positional, names) || !read_text(asked.url, "url", url, storage))
      return nullptr;
    const normalizer::outcome outcome = normalizer_of(asked.ladder).normalize(url, asked.base);
    if (outcome.rejected != rejection::none) Py_RETURN_NONE;
    return PyUnicode_DecodeUTF8(outcome.url.data(), static_cast<Py_ssize_t>(outcome.url.size()),
                                "surrogateescape");
  });
}

PyObject* surt(PyObject* /*module*/, PyObject* argument) {
  return guarded([&]() -> PyObject* {
    std::string_view url;
    py::object storage;
    if (!read_text(argument, "url", url, storage)) return nullptr;
    const normalizer::outcome outcome = normalizer_of(rung::scheme).normalize(url, {});
    if (outcome.rejected != rejection::none) Py_RETURN_NONE;
    return text_of(surt_of(outcome.url)).release().ptr();
  });
}

template <class Function>
PyCFunction as_method(Function function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

PyMethodDef methods[] = {
    {"normalize", as_method(normalize), METH_FASTCALL | METH_KEYWORDS, docstring("normalize")},
    {"surt", surt, METH_O, docstring("surt")},
    {nullptr, nullptr, 0, nullptr}};

}  // namespace

void add_fast_calls(py::module_& module) {
  if (PyModule_AddFunctions(module.ptr(), methods) != 0) throw py::error_already_set();
}

}  // namespace urlsieve::python
