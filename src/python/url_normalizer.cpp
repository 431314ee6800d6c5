// Normalizes and resolves references with any options: Normalizer, normalize_many(), resolve().
#include <algorithm>
#include <optional>
#include <string>

#include "src/api/single_references.hpp"
#include "src/python/binding.hpp"
#include "src/python/docstring.hpp"
#include "src/python/reference_column.hpp"
#include "src/python/url_column.hpp"
#include "urlsieve/normalizer.hpp"

namespace urlsieve::python {
namespace {

using optional_text = std::optional<std::string>;

failure bad_base(const std::string& base) {
  return failure({error_code::invalid_url, "the base is not an absolute URL: " + base});
}

// Loads the redirects that the options name.
known_redirects redirects_of(const extract_options& options) {
  if (options.url.ladder != rung::protocol && options.redirects.read_from.empty()) return {};
  return value_or_raise(
      known_redirects::load(options.url, options.redirects, options.output.memory, options.output.temporary));
}

// One thread at a time may use a normalizer; a call from another thread raises UsageError.
class url_normalizer {
 public:
  url_normalizer(const optional_text& base, const py::kwargs& keywords) {
    const extract_options options = single_url_options(keywords);
    urls_.emplace(options.url, redirects_of(options));
    if (base && !urls_->set_base(*base)) throw bad_base(*base);
  }

  py::object normalize(const py::object& argument) {
    const bytes_argument bytes(argument);
    const in_use guard(busy_);
    const normalizer::outcome outcome = urls_->normalize(bytes.view());
    value_or_raise(urls_->state());
    return outcome.rejected == rejection::none ? py::object(text_of(outcome.url)) : py::none();
  }

  py::object normalize_many(const py::object& argument) {
    const reference_column column(argument);
    const in_use guard(busy_);
    normalized_urls urls;
    auto pending = column.references();
    while (!pending.empty()) {
      const auto some = pending.first(std::min(pending.size(), between_checks));
      pending = pending.subspan(some.size());
      {
        const py::gil_scoped_release free;
        urls_->normalize_many(some, urls);
      }
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
    value_or_raise(urls_->state());
    return urls_object(std::move(urls), column);
  }

 private:
  static constexpr std::size_t between_checks = 1U << 17U;  // references between two checks for signals

  class in_use {
   public:
    explicit in_use(bool& mark) : mark_(mark) {
      if (mark_) throw failure({error_code::usage, "a Normalizer serves one thread at a time"});
      mark_ = true;
    }
    in_use(const in_use&) = delete;
    in_use& operator=(const in_use&) = delete;
    ~in_use() { mark_ = false; }

   private:
    bool& mark_;
  };

  std::optional<normalizer> urls_;
  bool busy_ = false;
};

py::object normalize_many(const py::object& urls, const optional_text& base, const py::kwargs& keywords) {
  return url_normalizer(base, keywords).normalize_many(urls);
}

// Returns the target of the reference, or None for a rejected reference.
py::object resolve(const py::object& reference, const py::object& base,
                   const std::optional<bool>& keep_fragment, const py::kwargs& keywords) {
  const bytes_argument bytes(reference);
  const bytes_argument base_bytes(base);
  const extract_options options = single_url_options(keywords, rung::string);
  reference_resolver resolver(options.url, keep_fragment, redirects_of(options));
  if (resolver.set_base(base_bytes.view()) != rejection::none)
    throw failure({error_code::invalid_url, "the base is not a URL: " + std::string(base_bytes.view())});
  const reference_resolver::outcome outcome = resolver.resolve(bytes.view());
  value_or_raise(resolver.state());
  return outcome.rejected == rejection::none ? py::object(text_of(outcome.target)) : py::none();
}

}  // namespace

void add_normalizers(py::module_& module) {
  add_url_column(module);
  py::class_<url_normalizer>(module, "Normalizer", docstring("Normalizer"))
      .def(py::init<const optional_text&, const py::kwargs&>(), docstring("Normalizer.__init__"),
           py::arg("base") = py::none())
      .def("normalize", &url_normalizer::normalize, py::arg("url"), docstring("Normalizer.normalize"))
      .def("normalize_many", &url_normalizer::normalize_many, py::arg("urls"),
           docstring("Normalizer.normalize_many"));
  module.def("normalize_many", normalize_many, py::arg("urls"), py::arg("base") = py::none(),
             docstring("normalize_many"));
  module.def("resolve", resolve, py::arg("reference"), py::arg("base"), py::kw_only(),
             py::arg("keep_fragment") = py::none(), docstring("resolve"));
}

}  // namespace urlsieve::python
