#include "src/report/run_facts.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "src/report/html_text.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/option_rows.hpp"
#include "src/text/json/json_reader.hpp"
#include "urlsieve/log_histogram.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

namespace {

// The options of a run, as its manifest names them, for people.
std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : ", ").append(word);
  return text;
}

// Returns the flag of an option of the manifest; options of other versions keep their key.
std::string flag_of_key(std::string_view key) {
  const std::span<const option_row> rows = all_option_rows();
  const auto row =
      std::ranges::find_if(rows, [key](const option_row& option) { return option.entry.key == key; });
  return row == rows.end() ? std::string(key) : "--" + std::string(row->word);
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

// Returns the layout of rows and shards: "fields" "url, count", "shards" "16, by url", "rows" "tsv" ...
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

// Returns the flags of the options that differ from the defaults, with their values: "--ladder" "protocol".
// The value of an option that differs between merged runs is "differs between the merged runs".
named_texts changed_options(const manifest& run) {
  manifest by_default;
  by_default.options = default_manifest_options();
  named_texts changed;
  for (const manifest_option& option : run.options) {
    const std::string* const standing = by_default.option(option.name);
    if (standing == nullptr || *standing != option.value)
      changed.emplace_back(flag_of_key(option.name), plain_value(option.value));
  }
  return changed;
}

using kind = json_value::kind;

// The headings that manifest and statistics share.
constexpr std::array<std::string_view, 9> shared_headings{"rejected",
                                                          "repaired",
                                                          "damaged",
                                                          "flagged",
                                                          "source_documents",
                                                          "documents_by_type",
                                                          "document_references",
                                                          "where",
                                                          "url_lengths"};

name_ranking ranking_of(const top_counts& counts, std::size_t most) {
  return {counts.top(most), counts.lacking() == 0 ? counts.names() : 0, counts.lacking(), {}};
}

// Missing members and members of another type count as absent.
std::uint64_t number_of(const json_value& object, std::string_view name) {
  const json_value* const found = object.find(name);
  return found != nullptr && found->is == kind::number ? found->number : 0;
}

std::string text_of(const json_value& object, std::string_view name) {
  const json_value* const found = object.find(name);
  return found != nullptr && found->is == kind::text ? found->text : std::string();
}

const json_value* member(const json_value& object, std::string_view name, kind wanted) {
  const json_value* const found = object.find(name);
  return found != nullptr && found->is == wanted ? found : nullptr;
}

named_numbers numbers_of(const json_value& object, std::string_view name) {
  named_numbers all;
  if (const json_value* const found = member(object, name, kind::object))
    for (std::size_t i = 0; i < found->items.size(); ++i)
      if (found->items[i].is == kind::number) all.emplace_back(found->names[i], found->items[i].number);
  return all;
}

std::vector<std::uint64_t> list_of(const json_value& object, std::string_view name) {
  std::vector<std::uint64_t> all;
  if (const json_value* const found = member(object, name, kind::list))
    for (const json_value& item : found->items) all.push_back(item.is == kind::number ? item.number : 0);
  return all;
}

std::optional<std::uint64_t> offset_of(const json_value& object, std::string_view name) {
  const json_value* const found = member(object, name, kind::number);
  return found == nullptr ? std::nullopt : std::optional(found->number);
}

void add_headings(const json_value& root, run_facts& to) {
  named_numbers inputs;
  named_numbers formats;
  if (const json_value* const verdicts = member(root, "inputs", kind::object)) {
    inputs = {{"read", number_of(*verdicts, "read")},
              {"with-damage", number_of(*verdicts, "with_damage")},
              {"not-read", number_of(*verdicts, "not_read")}};
    std::erase_if(inputs, [](const auto& count) { return count.second == 0; });
    formats = numbers_of(*verdicts, "formats");
  }
  named_numbers faults = numbers_of(root, "faults");
  std::erase_if(faults, [](const auto& count) { return count.second == 0; });
  to.headings.emplace_back("inputs", std::move(inputs));
  to.headings.emplace_back("formats", std::move(formats));
  to.headings.emplace_back("faults", std::move(faults));
  for (const std::string_view name : shared_headings) to.headings.emplace_back(name, numbers_of(root, name));
}

void add_examples(const json_value& root, std::string_view heading, run_facts& to) {
  const json_value* const examples = member(root, std::string(heading) + "_examples", kind::object);
  if (examples == nullptr) return;
  for (std::size_t i = 0; i < examples->items.size(); ++i) {
    manifest_examples group{std::string(heading), examples->names[i], {}};
    for (const json_value& text : examples->items[i].items) group.texts.push_back(text.text);
    to.examples.push_back(std::move(group));
  }
}

void add_inputs(const json_value& root, run_facts& to) {
  if (const json_value* const unread = member(root, "not_read", kind::list))
    for (const json_value& input : unread->items)
      to.faulty.push_back(
          {text_of(input, "name"), {}, {{text_of(input, "reason"), 1}}, text_of(input, "detail")});
  if (const json_value* const damaged = member(root, "damaged_inputs", kind::list))
    for (const json_value& input : damaged->items)
      to.faulty.push_back(
          {text_of(input, "name"), text_of(input, "format"), numbers_of(input, "damaged"), {}});
  if (const json_value* const examples = member(root, "damage_examples", kind::list))
    for (const json_value& example : examples->items)
      to.damages.push_back({text_of(example, "reason"), text_of(example, "input"),
                            offset_of(example, "file_offset"), offset_of(example, "offset"),
                            text_of(example, "document"), text_of(example, "detail")});
}

bool fits(const json_value& root, const run_facts& known) {
  return number_of(root, "references") == known.references && number_of(root, "kept") == known.kept &&
         number_of(root, "unique") == known.unique;
}

}  // namespace

const named_numbers& run_facts::under(std::string_view heading) const {
  static const named_numbers nothing;
  const auto found = std::find_if(headings.begin(), headings.end(),
                                  [&](const auto& group) { return group.first == heading; });
  return found == headings.end() ? nothing : found->second;
}

std::uint64_t run_facts::number(std::string_view heading, std::string_view count_name) const {
  for (const auto& [known, value] : under(heading))
    if (known == count_name) return value;
  return 0;
}

void add_census(const shard_census& census, std::size_t most, run_facts& facts) {
  facts.has_shards = true;
  facts.references = census.all.references;
  facts.kept = census.all.kept;
  facts.unique = census.lines;
  for (const manifest_counts& heading : census.all.counted)
    facts.headings.emplace_back(heading.name, heading.counts);
  facts.examples = census.all.examples;
  facts.written_by = census.all.version;
  facts.layout = layout_of(census.all);
  facts.options = changed_options(census.all);
  facts.shards = census.shards;
  facts.lines = census.lines;
  facts.bytes = census.bytes;
  facts.content_bytes = census.content_bytes;
  facts.without_host = census.without_host;
  facts.counted = census.counted;
  if (census.hosts.lacking() == 0)
    census.hosts.by_urls().each([&](std::uint64_t least, std::uint64_t hosts) {
      facts.host_urls.emplace_back(std::to_string(least), hosts);
    });
  facts.schemes = ranking_of(census.schemes, most);
  facts.hosts = ranking_of(census.hosts, most);
  facts.domains = ranking_of(census.domains, most);
  facts.suffixes = ranking_of(census.suffixes, most);
}

void add_comparison_counts(std::span<const name_counts> counts, std::span<run_facts> runs) {
  constexpr auto rankings =
      enum_table<counted_name, name_ranking run_facts::*>({{counted_name::scheme, &run_facts::schemes},
                                                           {counted_name::host, &run_facts::hosts},
                                                           {counted_name::domain, &run_facts::domains},
                                                           {counted_name::suffix, &run_facts::suffixes}});
  for (std::size_t kind = 0; kind < rankings.size(); ++kind)
    for (std::size_t i = 0; i < runs.size(); ++i)
      for (const run_facts& run : runs)
        for (const top_counts::entry& entry : (run.*rankings[kind]).top)
          (runs[i].*rankings[kind])
              .comparison_counts.emplace_back(entry.name,
                                              counts[i].urls_of(static_cast<counted_name>(kind), entry.name));
}

result<void> add_statistics(std::string_view json, run_facts& facts) {
  const result<json_value> root = read_json(json);
  if (!root)
    return tl::unexpected(error{error_code::usage, "no statistics of a run: " + root.error().message});
  if (member(*root, "references", kind::number) == nullptr ||
      member(*root, "inputs", kind::object) == nullptr)
    return tl::unexpected(error{error_code::usage, "no statistics of a run"});
  if (facts.has_shards && !fits(*root, facts))
    return tl::unexpected(error{error_code::usage, "statistics of another run"});
  if (!facts.has_shards) {
    facts.references = number_of(*root, "references");
    facts.kept = number_of(*root, "kept");
    facts.unique = number_of(*root, "unique");
    add_headings(*root, facts);
    add_examples(*root, "rejected", facts);
    add_examples(*root, "flagged", facts);
  }
  facts.has_statistics = true;
  facts.command = text_of(*root, "command");
  facts.documents = number_of(*root, "documents");
  facts.bytes_read = number_of(*root, "bytes_read");
  facts.bytes_decoded = number_of(*root, "bytes");
  add_inputs(*root, facts);
  facts.milliseconds = numbers_of(*root, "milliseconds");
  if (const json_value* const pace = member(*root, "timeline", kind::object))
    facts.pace = {number_of(*pace, "milliseconds"), list_of(*pace, "bytes"), list_of(*pace, "urls")};
  return {};
}

}  // namespace urlsieve
