#include "src/cluster/task_result.hpp"

#include <algorithm>

#include "src/cluster/record_file.hpp"
#include "src/cluster/task_graph.hpp"
#include "src/text/json/json_reader.hpp"
#include "src/text/json/json_writer.hpp"

namespace urlsieve {

std::string result_text(const planned_task& task, const task_result& ended) {
  json_writer out;
  out.begin_object(true);
  out.key("id").value(task.id);
  out.key("fingerprint").value(ended.fingerprint);
  if (ended.round != 0) out.key("round").value(ended.round);
  out.key("host").value(ended.host);
  out.key("milliseconds").value(ended.milliseconds);
  out.key("cpu_milliseconds").value(ended.cpu_milliseconds);
  out.key("peak_memory").value(ended.peak_memory);
  out.key("bytes_read").value(ended.bytes_read);
  out.key("bytes_written").value(ended.bytes_written);
  out.key("references").value(ended.references);
  out.key("unique").value(ended.unique);
  out.key("complete").value(ended.complete);
  out.key("empty").value(ended.empty);
  out.key("manifest").value(ended.manifest);
  if (!ended.run.empty()) out.key("run").value(ended.run);
  out.key("left_out").begin_array();
  for (const std::string& id : ended.left_out) out.value(id);
  out.end_array();
  out.key("without").begin_array();
  for (const std::string& input : ended.without) out.value(input);
  out.end_array();
  out.key("faults").begin_array();
  for (const auto& [input, why] : ended.faults) {
    out.begin_object();
    out.key("input").value(input);
    out.key("why").value(why);
    out.end_object();
  }
  out.end_array();
  out.end_object();
  return out.take();
}

std::optional<task_result> read_result(const planned_task& task, std::string_view text) {
  const result<json_value> read = read_json(text);
  if (!read || read->is != json_value::kind::object) return std::nullopt;
  task_result ended;
  ended.fingerprint = read->text_of("fingerprint");
  ended.round = read->number_of("round").value_or(0);
  ended.host = read->text_of("host");
  ended.milliseconds = read->number_of("milliseconds").value_or(0);
  ended.cpu_milliseconds = read->number_of("cpu_milliseconds").value_or(0);
  ended.peak_memory = read->number_of("peak_memory").value_or(0);
  ended.bytes_read = read->number_of("bytes_read").value_or(0);
  ended.bytes_written = read->number_of("bytes_written").value_or(0);
  ended.references = read->number_of("references").value_or(0);
  ended.unique = read->number_of("unique").value_or(0);
  ended.complete = read->truth_of("complete");
  ended.empty = read->truth_of("empty");
  ended.manifest = read->text_of("manifest");
  ended.run = read->text_of("run");
  if (const json_value* const left_out = read->find("left_out"))
    for (const json_value& item : left_out->items) ended.left_out.push_back(item.text);
  if (const json_value* const without = read->find("without"))
    for (const json_value& item : without->items) ended.without.push_back(item.text);
  if (const json_value* const faults = read->find("faults"))
    for (const json_value& item : faults->items)
      ended.faults.emplace_back(item.text_of("input"), item.text_of("why"));
  if (ended.fingerprint != task.fingerprint || result_text(task, ended) != text) return std::nullopt;
  if (!ended.run.empty() && !is_unique_word(ended.run)) return std::nullopt;
  if (!std::all_of(ended.left_out.begin(), ended.left_out.end(), is_extract_id)) return std::nullopt;
  return ended;
}

}  // namespace urlsieve
