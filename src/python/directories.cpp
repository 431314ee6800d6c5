// Functions on whole output directories: merge(), convert(), verify(), graph(), stats().
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/datasets/census_json.hpp"
#include "src/python/binding.hpp"
#include "src/python/directory_options.hpp"
#include "src/python/docstring.hpp"
#include "src/python/waiting.hpp"
#include "urlsieve/convert_shards.hpp"
#include "urlsieve/copy_records.hpp"
#include "urlsieve/merge_shards.hpp"
#include "urlsieve/option_table.hpp"
#include "urlsieve/shard_census.hpp"
#include "urlsieve/verify_shards.hpp"
#include "urlsieve/web_graph.hpp"

namespace urlsieve::python {
namespace {

bool is_given(const py::dict& keywords, const char* name) {
  return keywords.contains(name) && !keywords[name].is_none();
}

std::optional<compression> compression_of(const py::dict& keywords, const directory_options& settings) {
  if (!is_given(keywords, "compress")) return std::nullopt;
  return settings.chosen.output.compress;
}

revision_policy revision_policy_of(const std::string& word) {
  return value_of_word<revision_policy>("bad_revision", word,
                                        {{"fault", revision_policy::fault}, {"ok", revision_policy::ok}});
}

// Returns the values of an option as text: each element of a list; "" for an empty list.
std::vector<std::string> texts_of_value(const py::handle& value) {
  if (py::isinstance<py::bool_>(value)) return {value.cast<bool>() ? "true" : "false"};
  if (py::isinstance<py::str>(value)) return {value.cast<std::string>()};
  std::vector<std::string> texts;
  for (const py::handle element : value) texts.push_back(py::str(element).cast<std::string>());
  if (texts.empty()) texts.emplace_back();
  return texts;
}

// Moves the options of URLs from `keywords` to the result.
std::vector<url_change> take_url_changes(py::dict& keywords) {
  std::vector<url_change> changes;
  for (const std::string_view name : names_of_url_changes()) {
    std::string keyword(name);
    std::replace(keyword.begin(), keyword.end(), '-', '_');
    if (!keywords.contains(keyword.c_str())) continue;
    const py::object value = keywords.attr("pop")(keyword);
    if (value.is_none()) continue;
    for (std::string& text : texts_of_value(value)) changes.push_back({std::string(name), std::move(text)});
  }
  return changes;
}

std::uint64_t merge_directories(const py::object& directories, const py::object& output,
                                std::optional<std::uint32_t> reshard, std::optional<std::uint32_t> shard,
                                const std::string& bad_revision, const py::kwargs& keywords) {
  const directory_options settings = directory_options_of(
      keywords,
      {"force", "fields", "compress", "output-format", "files-from", "memory", "threads", "tmpdir"});
  constexpr option_range shards = find_option("shards")->range;
  if (reshard && *reshard != 0 && !shards.has(*reshard))
    throw failure({error_code::usage, "reshard is 1 to " + std::to_string(shards.most)});
  merge_options options;
  options.directories = paths_of(directories);
  options.directories_from = settings.chosen.input.files_from;
  options.output = path_of(output);
  options.force = settings.chosen.output.force;
  options.mark = settings.mark;
  options.bad_revision = revision_policy_of(bad_revision);
  options.reshard = reshard.value_or(0);
  options.only_shard = shard;
  options.compress = compression_of(keywords, settings);
  if (is_given(keywords, "output_format")) options.format = settings.chosen.output.format;
  if (is_given(keywords, "fields")) options.fields = settings.chosen.output.fields;
  options.threads = settings.chosen.threads;
  options.memory = settings.chosen.output.memory;
  options.temporary = settings.chosen.output.temporary;
  options.remote = settings.chosen.remote;
  run_monitor monitor;
  return value_or_raise(wait_for(monitor, [&] { return merge_shards(options, &monitor); })).unique;
}

py::dict convert_directories(const py::object& directories, const py::object& output, bool to_current_rules,
                             const std::string& bad_revision, const std::optional<std::string>& layout,
                             const py::kwargs& given) {
  py::dict keywords(given);
  convert_options options;
  options.url_changes = take_url_changes(keywords);
  const directory_options settings =
      directory_options_of(keywords, {"force", "fields", "compress", "output-format", "key", "shards",
                                      "shard-by", "order", "files-from", "memory", "threads", "tmpdir"});
  const output_options& chosen = settings.chosen.output;
  options.directories = paths_of(directories);
  options.directories_from = settings.chosen.input.files_from;
  options.output = path_of(output);
  options.to_current_rules = to_current_rules;
  options.bad_revision = revision_policy_of(bad_revision);
  if (layout)
    options.layout = value_of_word<shard_layout>(
        "layout", *layout, {{"flat", shard_layout::flat}, {"hive", shard_layout::hive}});
  options.force = chosen.force;
  options.mark = settings.mark;
  if (is_given(keywords, "shards")) options.shards = chosen.shards;
  if (is_given(keywords, "shard_by")) options.shard_by = chosen.shard_by;
  if (is_given(keywords, "order")) options.order = chosen.order;
  if (is_given(keywords, "output_format")) options.format = chosen.format;
  if (is_given(keywords, "key")) options.key = chosen.key;
  if (is_given(keywords, "fields")) options.fields = chosen.fields;
  options.compress = compression_of(keywords, settings);
  options.threads = settings.chosen.threads;
  options.memory = chosen.memory;
  options.temporary = chosen.temporary;
  options.remote = settings.chosen.remote;
  run_monitor monitor;
  const conversion done =
      value_or_raise(wait_for(monitor, [&] { return convert_shards(options, &monitor); }));
  py::dict totals;
  totals["unique"] = done.output.unique;
  totals["rejected"] = done.rejected;
  py::list examples;
  for (const std::string& example : done.examples) examples.append(text_of(example));
  totals["examples"] = examples;
  return totals;
}

py::list verify_directories(const py::object& directories, const py::kwargs& keywords) {
  const directory_options settings = directory_options_of(keywords, {"memory", "threads"});
  const std::vector<std::string> paths = paths_of(directories);
  run_monitor monitor;
  const verify_report report = value_or_raise(wait_for(monitor, [&] {
    return verify_shards(paths, settings.chosen.threads, settings.mark, &monitor,
                         settings.chosen.output.memory, settings.chosen.remote);
  }));
  py::list faults;
  for (const std::string& fault : report.faults) faults.append(text_of(fault));
  return faults;
}

py::dict make_graph_of(const py::object& directories, const py::object& output, const std::string& layout,
                       const py::kwargs& keywords) {
  const directory_options settings =
      directory_options_of(keywords, {"force", "compress", "memory", "tmpdir"});
  graph_options options;
  options.layout = value_of_word<graph_layout>(
      "layout", layout, {{"full", graph_layout::full}, {"commoncrawl", graph_layout::commoncrawl}});
  options.directories = paths_of(directories);
  options.output = path_of(output);
  options.force = settings.chosen.output.force;
  options.mark = settings.mark;
  options.compress = compression_of(keywords, settings).value_or(compression::none);
  options.memory = settings.chosen.output.memory;
  options.temporary = settings.chosen.output.temporary;
  options.remote = settings.chosen.remote;
  run_monitor monitor;
  const graph_totals done = value_or_raise(wait_for(monitor, [&] { return make_graph(options, &monitor); }));
  py::dict totals;
  totals["vertices"] = done.vertices;
  totals["edges"] = done.edges;
  totals["links"] = done.links;
  totals["bytes"] = done.bytes;
  return totals;
}

py::dict copy_records_of(const py::object& rows, const py::object& output, const py::object& write_cdxj,
                         const std::vector<std::string>& fields, const py::kwargs& keywords) {
  const directory_options settings = directory_options_of(
      keywords, {"force", "inputs-prefix", "connections", "max-document", "memory", "threads", "tmpdir"});
  record_options options;
  options.rows = paths_of(rows);
  options.output = path_of(output);
  if (options.output == "-") throw failure({error_code::usage, "the output must be a file"});
  if (!write_cdxj.is_none()) options.write_cdxj = path_of(write_cdxj);
  options.fields = fields;
  options.force = settings.chosen.output.force;
  options.mark = settings.mark;
  options.max_document = settings.chosen.input.max_document;
  options.threads = settings.chosen.threads;
  options.memory = settings.chosen.output.memory;
  options.temporary = settings.chosen.output.temporary;
  options.remote = settings.chosen.remote;
  run_monitor monitor;
  const record_totals done = value_or_raise(wait_for(monitor, [&] {
    constexpr int no_stream = -1;
    return copy_records(options, no_stream, &monitor);
  }));
  py::dict totals;
  totals["rows"] = done.rows;
  totals["without_place"] = done.without_place;
  totals["places"] = done.places;
  totals["records"] = done.records;
  totals["recompressed"] = done.recompressed;
  totals["verified"] = done.verified;
  totals["bytes"] = done.bytes;
  totals["faults"] = done.counted.total_damage();
  return totals;
}

// Returns the JSON object of `urlsieve stats --json`.
py::str census_of(const py::object& directories, std::size_t top, const py::kwargs& keywords) {
  const directory_options settings = directory_options_of(keywords, {"memory", "threads"});
  const std::vector<std::string> paths = paths_of(directories);
  run_monitor monitor;
  const shard_census census = value_or_raise(wait_for(monitor, [&] {
    return take_census(paths, settings.chosen.threads, settings.mark, &monitor, settings.chosen.output.memory,
                       settings.chosen.remote);
  }));
  return text_of(census_object(census, top));
}

}  // namespace

directory_options directory_options_of(const py::dict& keywords,
                                       std::initializer_list<std::string_view> also) {
  directory_options read;
  py::dict options;
  for (const auto& [keyword, value] : keywords) {
    if (keyword.cast<std::string>() != "on_error") {
      options[keyword] = value;
    } else if (!value.is_none()) {
      read.mark = value_of_word<success_marker_policy>(
          "on_error", py::str(value).cast<std::string>(),
          {{"fail", success_marker_policy::required}, {"ignore", success_marker_policy::may_be_missing}});
    }
  }
  set_options(read.chosen, options, [&](const option_row& row) {
    return std::find(request_options.begin(), request_options.end(), row.word) != request_options.end() ||
           std::find(also.begin(), also.end(), row.word) != also.end();
  });
  return read;
}

std::string path_of(const py::object& argument) {
  std::vector<std::string> paths = paths_of(argument);
  if (paths.size() != 1) throw failure({error_code::usage, "one path is expected"});
  return std::move(paths.front());
}

void add_directories(py::module_& module) {
  const py::object none = py::none();
  module.def("merge", merge_directories, py::arg("directories") = py::tuple(), py::kw_only(),
             py::arg("output"), py::arg("reshard") = none, py::arg("shard") = none,
             py::arg("bad_revision") = "fault", docstring("merge"));
  module.def("convert", convert_directories, py::arg("directories") = py::tuple(), py::kw_only(),
             py::arg("output"), py::arg("to_current_rules") = false, py::arg("bad_revision") = "fault",
             py::arg("layout") = none, docstring("convert"));
  module.def("verify", verify_directories, py::arg("directories"), docstring("verify"));
  module.def("graph", make_graph_of, py::arg("directories"), py::kw_only(), py::arg("output"),
             py::arg("layout") = "full", docstring("graph"));
  module.def("records", copy_records_of, py::arg("rows"), py::kw_only(), py::arg("output"),
             py::arg("write_cdxj") = none, py::arg("fields") = py::tuple(), docstring("records"));
  module.def("census_json", census_of, py::arg("directories"), py::arg("top"));
}

}  // namespace urlsieve::python
