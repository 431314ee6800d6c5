// The class seen_set.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/python/binding.hpp"
#include "src/python/directory_options.hpp"
#include "src/python/docstring.hpp"
#include "src/python/reference_column.hpp"
#include "src/python/waiting.hpp"
#include "urlsieve/seen_set.hpp"

namespace urlsieve::python {
namespace {

// One thread at a time may use a set; a call from another thread raises UsageError.
class url_set {
 public:
  url_set(const py::object& path, const py::kwargs& keywords) {
    seen_set_options options;
    if (!path.is_none()) options.state = path_of(path);
    const std::vector<std::string_view> names = names_of_seen_set_options();
    set_options(options.run, keywords, [&names](const option_row& row) {
      return std::ranges::find(names, row.word) != names.end();
    });
    options.is_given = [&keywords](std::string_view word) {
      std::string keyword(word);
      std::replace(keyword.begin(), keyword.end(), '-', '_');
      return keywords.contains(keyword.c_str()) && !keywords[keyword.c_str()].is_none();
    };
    set_.emplace(value_or_raise(seen_set::open(options)));
  }

  py::list insert(const py::object& argument) {
    const reference_column column(argument);
    const in_use guard(*this);
    const new_urls added = value_or_raise([&] {
      const py::gil_scoped_release free;
      return set_->insert(column.references());
    }());
    py::list urls;
    for (const std::string_view url : added.urls) urls.append(text_of(url));
    return urls;
  }

  bool contains(const py::object& argument) {
    const bytes_argument bytes(argument);
    const in_use guard(*this);
    return value_or_raise([&] {
      const py::gil_scoped_release free;
      return set_->contains(bytes.view());
    }());
  }

  std::uint64_t rejected() {
    const in_use guard(*this);
    return set_->rejected();
  }

  py::dict flush() {
    const in_use guard(*this);
    run_monitor monitor;
    return counts_of(value_or_raise(wait_for(monitor, [&] { return set_->flush(&monitor); })));
  }

  py::dict close() {
    const in_use guard(*this);
    run_monitor monitor;
    return counts_of(value_or_raise(wait_for(monitor, [&] { return set_->close(&monitor); })));
  }

  // Closes the set; after an exception in the block, without a flush.
  void leave(const py::object& exception) {
    if (exception.is_none()) {
      close();
      return;
    }
    const in_use guard(*this);
    set_.reset();
  }

 private:
  class in_use {
   public:
    explicit in_use(url_set& of) : of_(of) {
      if (of_.busy_) throw failure({error_code::usage, "a seen_set serves one thread at a time"});
      if (!of_.set_) throw failure({error_code::usage, "the seen_set is closed"});
      of_.busy_ = true;
    }
    in_use(const in_use&) = delete;
    in_use& operator=(const in_use&) = delete;
    ~in_use() { of_.busy_ = false; }

   private:
    url_set& of_;
  };

  static py::dict counts_of(const seen_set_summary& done) {
    py::dict counts;
    counts["added"] = done.added;
    counts["unique"] = done.unique;
    return counts;
  }

  std::optional<seen_set> set_;
  bool busy_ = false;
};

}  // namespace

void add_seen_sets(py::module_& module) {
  py::class_<url_set>(module, "seen_set", docstring("seen_set"))
      .def(py::init<const py::object&, const py::kwargs&>(), docstring("seen_set.__init__"),
           py::arg("path") = py::none())
      .def("insert", &url_set::insert, py::arg("urls"), docstring("seen_set.insert"))
      .def("contains", &url_set::contains, py::arg("url"), docstring("seen_set.contains"))
      .def("__contains__", &url_set::contains, py::arg("url"), docstring("seen_set.__contains__"))
      .def_property_readonly("rejected", &url_set::rejected, docstring("seen_set.rejected"))
      .def("flush", &url_set::flush, docstring("seen_set.flush"))
      .def("close", &url_set::close, docstring("seen_set.close"))
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__", [](url_set& self, const py::object& kind, const py::object&, const py::object&) {
        self.leave(kind);
      });
}

}  // namespace urlsieve::python
