#include "src/datasets/stored_url_options.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "src/shards/shard_fit.hpp"
#include "src/text/json/json_reader.hpp"
#include "urlsieve/option_table.hpp"
#include "urlsieve/option_words.hpp"

namespace urlsieve {
namespace {

// Sets the list of an option to the texts of a JSON list.
void set_elements(const option_row& row, const json_value& list, extract_options& options) {
  std::vector<std::string> elements;
  elements.reserve(list.items.size());
  for (const json_value& element : list.items) elements.push_back(element.text);
  if (const auto* const texts = std::get_if<option_access<std::vector<std::string>>>(&row.access)) {
    texts->in(options) = std::move(elements);
    return;
  }
  for (const std::string& element : elements) static_cast<void>(set_option(options, row.word, element));
}

}  // namespace

void set_stored_option(const option_row& row, const manifest& run, extract_options& options) {
  // A manifest does not name files, such as those of tracking rules.
  if (row.entry.form == manifest_form::presence) return;
  const std::string* const value = run.option(row.entry.key);
  if (value == nullptr) return;
  const result<json_value> read = read_json(*value);
  if (!read || read->is == json_value::kind::null) return;
  if (read->is == json_value::kind::list) return set_elements(row, *read, options);
  std::string word = read->is == json_value::kind::text ? read->text : *value;
  // The manifest has the member, which an inverted option negates.
  if (row.inverted) word = read->truth ? "false" : "true";
  static_cast<void>(set_option(options, row.word, word));
}

extract_options stored_url_options(const manifest& run) {
  extract_options options;
  options.url.drop_schemes.clear();
  options.url.max_url = static_cast<std::uint32_t>(find_option("max-url")->range.most);
  for (const option_row* const row : manifest_options)
    if (is_url_option(*row)) set_stored_option(*row, run, options);
  return options;
}

url_options stored_url_group(const manifest& run) {
  return stored_url_options(run).url;
}

}  // namespace urlsieve
