#include "src/report/run_options.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "src/report/html_text.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/text/json/json_reader.hpp"
#include "urlsieve/option_table.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text;
}

// Returns the flag of an option of the manifest; options of other versions keep their key.
std::string flag_of_key(std::string_view key) {
  const auto row = std::find_if(option_table.begin(), option_table.end(),
                                [key](const option_row& option) { return option.entry.key == key; });
  return row == option_table.end() ? std::string(key) : "--" + std::string(row->word);
}

// Returns the text of a JSON value: texts without quotes, elements of lists joined by commas.
std::string plain_value(std::string_view json) {
  const result<json_value> value = read_json(json);
  if (!value) return std::string(json);
  switch (value->is) {
    case json_value::kind::text:
      return value->text;
    case json_value::kind::list: {
      std::vector<std::string> elements;
      for (const json_value& element : value->items) elements.push_back(element.text);
      return joined(elements);
    }
    default:
      return json == "null" ? "differs between the merged runs" : std::string(json);
  }
}

}  // namespace

named_texts layout_of(const manifest& run) {
  named_texts layout{{"fields", joined(run.fields)},
                     {"rows", std::string(run.rows())},
                     {"shards", grouped(run.shard_count) + ", by " + std::string(name_of(run.shard_by))},
                     {"order", std::string(name_of(run.order))},
                     {"compression", std::string(name_of(run.packing))}};
  if (run.edges != edge_choice::none) layout.emplace_back("edges", name_of(run.edges));
  if (run.key != key_form::none) layout.emplace_back("key", name_of(run.key));
  if (!run.public_suffix_list.empty()) layout.emplace_back("public suffix list", run.public_suffix_list);
  for (const rule_revision& rule : run.rules) layout.emplace_back("rules of " + rule.name, rule.revision);
  return layout;
}

named_texts changed_options(const manifest& run) {
  const manifest by_default = describe(run.version, extract_options(), stats(), {});
  named_texts changed;
  for (const manifest_option& option : run.options) {
    const std::string* const standing = by_default.option(option.name);
    if (standing == nullptr || *standing != option.value)
      changed.emplace_back(flag_of_key(option.name), plain_value(option.value));
  }
  return changed;
}

}  // namespace urlsieve
