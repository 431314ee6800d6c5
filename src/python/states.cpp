// Functions on states of `urlsieve update`: update(), purge().
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/python/binding.hpp"
#include "src/python/directory_options.hpp"
#include "src/python/docstring.hpp"
#include "src/python/run_statistics.hpp"
#include "src/python/waiting.hpp"
#include "urlsieve/purge_state.hpp"
#include "urlsieve/update_state.hpp"

namespace urlsieve::python {
namespace {

py::dict update_state_of(const py::object& state, const py::object& inputs, const py::object& output,
                         const std::string& compact, const py::kwargs& keywords) {
  update_options options;
  options.state = path_of(state);
  options.compact = value_of_word<compaction_choice>("compact", compact,
                                                     {{"auto", compaction_choice::automatic},
                                                      {"now", compaction_choice::now},
                                                      {"never", compaction_choice::never}});
  set_options(options.run, keywords);
  const auto is_given = [&keywords](std::string_view word) {
    std::string keyword(word);
    std::replace(keyword.begin(), keyword.end(), '-', '_');
    return keywords.contains(keyword.c_str()) && !keywords[keyword.c_str()].is_none();
  };
  value_or_raise(adopt_state(is_given, options));
  options.run.input.paths = paths_of(inputs);
  options.run.output.directory = path_of(output);
  run_monitor monitor;
  const update_summary done =
      value_or_raise(wait_for(monitor, [&] { return update_state(options, -1, &monitor); }));
  py::dict counts = statistics_of(done.run);
  counts["added"] = done.added;
  counts["urls_of_state"] = done.unique;
  counts["layers"] = done.layers;
  counts["is_published"] = done.is_published;
  return counts;
}

std::vector<std::string> paths_or_none(const py::object& paths) {
  return paths.is_none() ? std::vector<std::string>() : paths_of(paths);
}

py::dict purge_state_of(const py::object& state, const py::object& hosts, const py::object& domains,
                        const std::vector<std::string>& include, const py::object& urls_from,
                        const std::optional<std::string>& not_seen_since, const py::kwargs& keywords) {
  const directory_options settings = directory_options_of(keywords, {"memory", "threads"});
  purge_options options;
  options.state = path_of(state);
  options.hosts = paths_or_none(hosts);
  options.domains = paths_or_none(domains);
  options.include = include;
  if (!urls_from.is_none()) options.urls_from = path_of(urls_from);
  options.not_seen_since = not_seen_since.value_or("");
  options.threads = settings.chosen.threads;
  options.memory = settings.chosen.output.memory;
  run_monitor monitor;
  const purge_summary done =
      value_or_raise(wait_for(monitor, [&] { return purge_state(options, &monitor); }));
  py::dict counts;
  counts["removed"] = done.removed;
  counts["unique"] = done.unique;
  return counts;
}

}  // namespace

void add_states(py::module_& module) {
  const py::object none = py::none();
  module.def("update", update_state_of, py::arg("state"), py::arg("inputs"), py::kw_only(), py::arg("output"),
             py::arg("compact") = "auto", docstring("update"));
  module.def("purge", purge_state_of, py::arg("state"), py::kw_only(), py::arg("hosts") = none,
             py::arg("domains") = none, py::arg("include") = std::vector<std::string>(),
             py::arg("urls_from") = none, py::arg("not_seen_since") = none, docstring("purge"));
}

}  // namespace urlsieve::python
