// The iterators of read(), get() and diff().
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/datasets/request_reader.hpp"
#include "src/python/binding.hpp"
#include "src/python/directory_options.hpp"
#include "src/python/row_stream.hpp"
#include "src/url/explain/explained_rejection.hpp"
#include "urlsieve/diff_shards.hpp"
#include "urlsieve/enum_table.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/output_reader.hpp"

namespace urlsieve::python {
namespace {

using text_list = std::vector<std::string>;

output_reader open_output(const std::string& directory, const directory_options& settings) {
  const py::gil_scoped_release free;
  return value_or_raise(output_reader::open(directory, settings.mark, settings.chosen.remote));
}

// Returns the form of rows ("tsv", "jsonl", "parquet") and the names of the columns. Edges have the column
// `document` in front of `url`.
py::tuple layout_of(const manifest& of) {
  py::list fields;
  for (const std::string& name : of.fields) {
    if (of.edges != edge_choice::none && name == name_of(field::url)) fields.append("document");
    fields.append(text_of(name));
  }
  return py::make_tuple(std::string(name_of(of.form)), fields);
}

// Converts str, bytes, or an iterable of them.
text_list texts_of(const py::object& argument) {
  const bool is_single = PyUnicode_Check(argument.ptr()) != 0 || PyBytes_Check(argument.ptr()) != 0;
  text_list texts;
  const auto add = [&](const py::handle& element) {
    texts.emplace_back(bytes_argument(py::reinterpret_borrow<py::object>(element)).view());
  };
  if (is_single) add(argument);
  if (!is_single)
    for (const py::handle element : argument) add(element);
  return texts;
}

struct lookup_requests {
  text_list urls;
  text_list prefixes;
  text_list hosts;
  text_list domains;
};

// A request without rows.
struct missing_request {
  const char* kind;  // "url", "prefix", "host", "domain"
  std::string request;
  std::string reason;
};

// Looks up rows in the order of `urlsieve get`: prefixes, hosts, domains, URLs.
class lookup {
 public:
  lookup(const output_reader& reader, lookup_requests requests)
      : reader_(reader), requested_(reader), requests_(std::move(requests)) {}

  // Passes the rows to `rows`.
  result<void> run(row_queue<std::string>& rows) {
    const auto read_prefix = [this](const std::string& prefix, const auto& take) {
      return reader_.read_prefix(prefix, take);
    };
    const auto read_host = [this](const std::string& host, const auto& take) {
      return requested_.read_host(host, take);
    };
    const auto read_domain = [this](const std::string& domain, const auto& take) {
      return requested_.read_domain(domain, take);
    };
    return read_each("prefix", requests_.prefixes, read_prefix, rows)
        .and_then([&] { return read_each("host", requests_.hosts, read_host, rows); })
        .and_then([&] { return read_each("domain", requests_.domains, read_domain, rows); })
        .and_then([&] { return read_urls(rows); });
  }

  // Returns the requests without rows so far. Any thread may call this function.
  [[nodiscard]] std::vector<missing_request> missing() const {
    const std::lock_guard lock(mutex_);
    return missing_;
  }

 private:
  // `rejected`: the reason why the request is rejected; empty: the request has no rows.
  void miss(const char* kind, const std::string& request, const std::string& rejected = "") {
    const std::lock_guard lock(mutex_);
    missing_.push_back({kind, request, rejected.empty() ? "no rows" : rejected});
  }

  template <class Read>
  result<void> read_each(const char* kind, const text_list& names, const Read& read,
                         row_queue<std::string>& rows) {
    for (const std::string& name : names) {
      if (rows.stopped()) break;
      bool found = false;
      const auto take = [&](const output_row& row) {
        found = true;
        return rows.add(std::string(row.row), row.row.size());
      };
      if (result<void> done = read(name, take); !done) return done;
      if (!found && !rows.stopped()) miss(kind, name);
    }
    return {};
  }

  // A URL as given, and the key of its rows, or the reason why the URL is rejected.
  struct url_request {
    const std::string* request;
    std::string key;
    std::string rejected;
  };

  [[nodiscard]] url_request asked(const std::string& url) {
    const normalizer::outcome outcome = requested_.url(url);
    if (outcome.rejected == rejection::none) return {&url, std::string(outcome.url), {}};
    const explanation why = explain_rejection(url, outcome.rejected, nullptr, requested_.options());
    return {&url, {}, explanation_text(why) + " (" + std::string(name_of(outcome.rejected)) + ")"};
  }

  result<void> read_urls(row_queue<std::string>& rows) {
    std::vector<url_request> some;
    for (const std::string& url : requests_.urls) {
      some.push_back(asked(url));
      if (some.size() < request_reader::batch_size && &url != &requests_.urls.back()) continue;
      if (result<void> done = read_together(some, rows); !done || rows.stopped()) return done;
      some.clear();
    }
    return {};
  }

  // Passes the rows of URLs in the order of the request.
  result<void> read_together(const std::vector<url_request>& some, row_queue<std::string>& rows) {
    std::vector<std::string_view> urls;
    for (const url_request& url : some)
      if (url.rejected.empty()) urls.push_back(url.key);
    result<std::vector<text_list>> found = requested_.read_urls(urls);
    if (!found) return tl::unexpected(found.error());
    auto next = found->begin();
    for (std::size_t i = 0; i < some.size() && !rows.stopped(); ++i) {
      text_list none;
      text_list& of_request = some[i].rejected.empty() ? *next++ : none;
      if (of_request.empty()) miss("url", *some[i].request, some[i].rejected);
      for (std::string& row : of_request) {
        const std::size_t size = row.size();
        if (!rows.add(std::move(row), size)) return {};
      }
    }
    return {};
  }

  const output_reader& reader_;
  request_reader requested_;
  lookup_requests requests_;
  mutable std::mutex mutex_;
  std::vector<missing_request> missing_;
};

// An iterator over all rows of an output directory, or over the rows of requests.
class output_rows {
 public:
  output_rows(const py::object& directory, const py::kwargs& keywords)
      : reader_(open_output(path_of(directory), directory_options_of(keywords, {}))) {
    stream_.emplace([this](row_queue<std::string>& rows) {
      reader_.stop_when(rows.stopped());
      return reader_.read(
          [&rows](const output_row& row) { return rows.add(std::string(row.row), row.row.size()); });
    });
  }

  output_rows(const py::object& directory, lookup_requests requests, const py::kwargs& keywords)
      : reader_(open_output(path_of(directory), directory_options_of(keywords, {}))) {
    value_or_raise(reader_.check_rules());
    lookup_.emplace(reader_, std::move(requests));
    stream_.emplace([this](row_queue<std::string>& rows) {
      reader_.stop_when(rows.stopped());
      return lookup_->run(rows);
    });
  }

  [[nodiscard]] py::tuple layout() const { return layout_of(reader_.described()); }

  py::str next() {
    const std::optional<std::string> row = stream_->next();
    if (!row) throw py::stop_iteration();
    return text_of(*row);
  }

  [[nodiscard]] py::list missing() const {
    py::list all;
    for (const missing_request& entry : lookup_->missing())
      all.append(py::make_tuple(entry.kind, text_of(entry.request), text_of(entry.reason)));
    return all;
  }

 private:
  output_reader reader_;
  std::optional<lookup> lookup_;
  std::optional<row_stream<std::string>> stream_;  // last, because its thread uses the members above
};

struct owned_difference {
  difference kind;
  std::string url;
  std::string row;
  std::uint64_t before;
  std::uint64_t after;
};

constexpr auto difference_words = enum_table<difference>(
    {{difference::removed, "removed"}, {difference::added, "added"}, {difference::changed, "changed"}});

// An iterator over the differences between two output directories.
class difference_rows {
 public:
  difference_rows(const py::object& first, const py::object& second, const std::optional<std::string>& only,
                  const py::kwargs& keywords) {
    const directory_options settings = directory_options_of(keywords, {"memory", "threads"});
    if (only)
      only_ = value_of_word<difference>(
          "only", *only,
          {{"removed", difference::removed}, {"added", difference::added}, {"changed", difference::changed}});
    options_.first = path_of(first);
    options_.second = path_of(second);
    options_.mark = settings.mark;
    options_.memory = settings.chosen.output.memory;
    options_.threads = settings.chosen.threads;
    options_.remote = settings.chosen.remote;
    first_layout_ = layout_of(open_output(options_.first, settings).described());
    second_layout_ = layout_of(open_output(options_.second, settings).described());
    stream_.emplace([this](row_queue<owned_difference>& rows) { return run(rows); });
  }
  difference_rows(const difference_rows&) = delete;
  difference_rows& operator=(const difference_rows&) = delete;
  ~difference_rows() { monitor_.stop = true; }

  [[nodiscard]] py::tuple first_layout() const { return first_layout_; }
  [[nodiscard]] py::tuple second_layout() const { return second_layout_; }

  // Returns kind, URL, row, count before, and count after.
  py::tuple next() {
    const std::optional<owned_difference> row = stream_->next();
    if (!row) throw py::stop_iteration();
    const bool is_changed = row->kind == difference::changed;
    const py::object none = py::none();
    return py::make_tuple(std::string(difference_words[static_cast<std::size_t>(row->kind)]),
                          text_of(row->url), is_changed ? none : py::object(text_of(row->row)),
                          is_changed ? py::object(py::int_(row->before)) : none,
                          is_changed ? py::object(py::int_(row->after)) : none);
  }

  // Reads the remaining differences and returns the numbers of all.
  py::dict counts() {
    while (stream_->next()) {
    }
    py::dict all;
    for (std::size_t i = 0; i < difference_words.size(); ++i)
      all[py::str(std::string(difference_words[i]))] = counts_.of[i];
    all["same"] = counts_.same;
    return all;
  }

 private:
  result<void> run(row_queue<owned_difference>& rows) {
    const auto take = [&](const row_difference& row) {
      if (only_ && *only_ != row.kind) return !rows.stopped();
      return rows.add({row.kind, std::string(row.url), std::string(row.row), row.before, row.after},
                      row.url.size() + row.row.size());
    };
    return diff_shards(options_, take, &monitor_).map([this](const difference_counts& done) {
      counts_ = done;
    });
  }

  diff_options options_;
  std::optional<difference> only_;
  py::tuple first_layout_;
  py::tuple second_layout_;
  run_monitor monitor_;
  difference_counts counts_;                            // valid behind the last row
  std::optional<row_stream<owned_difference>> stream_;  // last, because its thread uses the members above
};

std::unique_ptr<output_rows> look_up(const py::object& directory, const py::object& urls,
                                     const py::object& prefixes, const py::object& hosts,
                                     const py::object& domains, const py::kwargs& keywords) {
  return std::make_unique<output_rows>(
      directory, lookup_requests{texts_of(urls), texts_of(prefixes), texts_of(hosts), texts_of(domains)},
      keywords);
}

}  // namespace

void add_row_streams(py::module_& module) {
  const py::object none = py::none();
  py::class_<output_rows>(module, "RowStream")
      .def(py::init<const py::object&, const py::kwargs&>(), py::arg("directory"))
      .def_property_readonly("layout", &output_rows::layout)
      .def_property_readonly("missing", &output_rows::missing)
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &output_rows::next);
  module.def("look_up", look_up, py::arg("directory"), py::arg("urls"), py::arg("prefixes"), py::arg("hosts"),
             py::arg("domains"));
  py::class_<difference_rows>(module, "DifferenceStream")
      .def(py::init<const py::object&, const py::object&, const std::optional<std::string>&,
                    const py::kwargs&>(),
           py::arg("old"), py::arg("new"), py::arg("only") = none)
      .def_property_readonly("first_layout", &difference_rows::first_layout)
      .def_property_readonly("second_layout", &difference_rows::second_layout)
      .def("counts", &difference_rows::counts)
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &difference_rows::next);
}

}  // namespace urlsieve::python
