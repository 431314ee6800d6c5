// The options of an update that come from its state, or are those of a new state.
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/datasets/remote_outputs.hpp"
#include "src/datasets/stored_url_options.hpp"
#include "src/shards/state_layers.hpp"
#include "src/transfer/remote_name.hpp"
#include "src/transfer/s3_service.hpp"
#include "urlsieve/option_table.hpp"
#include "urlsieve/output_reader.hpp"
#include "urlsieve/update_state.hpp"

namespace urlsieve {

std::vector<field> fields_of_new_state() {
  return {field::url, field::count, field::first_date, field::last_date};
}

void set_new_state_options(const std::function<bool(std::string_view)>& is_given, extract_options& run) {
  if (!is_given("fields")) run.output.fields = fields_of_new_state();
  if (!is_given("filter-bits")) run.output.filter_bits = filter_bits_of_new_state;
}

void adopt_options(const manifest& target, const std::function<bool(std::string_view)>& is_given,
                   extract_options& run) {
  for (const option_row* const row : manifest_options)
    if (row->merging.is_equal && !is_given(row->word)) set_stored_option(*row, target, run);
  output_options& output = run.output;
  if (!is_given("shards")) output.shards = target.shard_count;
  if (!is_given("shard-by")) output.shard_by = target.shard_by;
  if (!is_given("order")) output.order = target.order;
  if (!is_given("output-format") && !is_given("jsonl")) output.format = target.form;
  if (!is_given("compress")) output.compress = target.packing;
  if (!is_given("edges")) output.edges = target.edges;
  if (!is_given("key")) output.key = target.key;
  if (!is_given("filter-bits")) output.filter_bits = target.filter_bits;
  if (!is_given("max-sources")) set_stored_option(*find_option("max-sources"), target, run);
  if (is_given("fields")) return;
  output.fields.clear();
  for (const std::string& word : target.fields)
    if (const std::optional<field> name = parse_name<field>(word)) output.fields.push_back(*name);
}

result<void> adopt_state(const std::function<bool(std::string_view)>& is_given, update_options& options) {
  if (!is_s3_name(options.state)) {
    // update_state() refuses a state that cannot be read.
    if (const result<output_reader> known = output_reader::open(options.state))
      adopt_options(known->described(), is_given, options.run);
    else
      set_new_state_options(is_given, options.run);
    return {};
  }
  const result<s3_location> place = s3_location::of_prefix(options.state);
  if (!place) return tl::unexpected(place.error());
  const std::string directory = place->prefix_name();
  const remote_context remote = remote_context_of(options.run.remote, nullptr);
  result<std::optional<state_layers>> layers = open_state_layers(directory, remote);
  if (!layers) return tl::unexpected(std::move(layers.error()));
  if (!*layers) {
    set_new_state_options(is_given, options.run);
    return {};
  }
  return united_manifest(**layers, directory, remote).map([&](const manifest& known) {
    adopt_options(known, is_given, options.run);
  });
}

}  // namespace urlsieve
