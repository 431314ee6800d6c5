#include "src/shards/run_counts.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>

#include "src/shards/manifest_writer.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {
namespace {

template <class Reason, std::size_t Count>
manifest_counts counts_of(std::string_view name, const std::array<std::uint64_t, Count>& counts) {
  manifest_counts entries{std::string(name), {}};
  for (std::size_t i = 0; i < Count; ++i)
    if (counts[i] != 0) entries.counts.emplace_back(name_of(static_cast<Reason>(i)), counts[i]);
  return entries;
}

// Returns the counters of inputs: number, formats, and faults.
std::vector<manifest_counts> counts_of_inputs(const stats& totals) {
  manifest_counts inputs{"inputs", {}};
  const auto add_count = [](manifest_counts& to, std::string_view name, std::uint64_t times) {
    if (times != 0) to.counts.emplace_back(name, times);
  };
  add_count(inputs, "read", totals.inputs.total_read());
  add_count(inputs, "with-damage", totals.inputs.with_damage);
  add_count(inputs, "not-read", totals.inputs.not_read);
  manifest_counts by_format{"formats", {}};
  for (const auto& [word, times] : totals.inputs.read) add_count(by_format, word, times);
  manifest_counts faults{"faults", {}};
  for (std::size_t i = 0; i < fault_count; ++i)
    add_count(faults, name_of(static_cast<fault>(i)), totals.faults(static_cast<fault>(i)));
  return {inputs, by_format, faults};
}

manifest_counts flags_of(const stats& totals) {
  manifest_counts entries{"flagged", {}};
  for (std::size_t i = 0; i < totals.flagged.size(); ++i)
    if (totals.flagged[i] != 0) entries.counts.emplace_back(flag::names[i].name, totals.flagged[i]);
  return entries;
}

manifest_counts types_of(const stats& totals) {
  manifest_counts entries{std::string(heading::documents), {}};
  for (std::size_t i = 0; i < media_names.size(); ++i)
    if (totals.contents.by_type[i] != 0)
      entries.counts.emplace_back(media_names[i], totals.contents.by_type[i]);
  return entries;
}

// Returns the counts of non-empty buckets, named by the lower limit of the bucket.
manifest_counts sizes_of(std::string_view name, const log_histogram& sizes) {
  manifest_counts entries{std::string(name), {}};
  sizes.each([&](std::uint64_t least, std::uint64_t times) {
    entries.counts.emplace_back(std::to_string(least), times);
  });
  return entries;
}

template <std::size_t Reasons, class NameOf>
void add_examples(std::string_view heading, const first_examples<Reasons>& examples,
                  const NameOf& name_of_reason, std::vector<manifest_examples>& to) {
  for (std::size_t i = 0; i < Reasons; ++i) {
    manifest_examples of_reason{std::string(heading), std::string(name_of_reason(i)), {}};
    for (const auto& example : examples.all())
      if (example.reason == i) of_reason.texts.push_back(as_utf8(example.text));
    if (!of_reason.texts.empty()) to.push_back(std::move(of_reason));
  }
}

}  // namespace

std::vector<manifest_counts> headings_of(const stats& totals) {
  std::vector<manifest_counts> all = counts_of_inputs(totals);
  all.push_back(counts_of<rejection>(heading::rejected, totals.rejected));
  all.push_back(counts_of<repair_kind>("repaired", totals.repaired));
  all.push_back(counts_of<damage>("damaged", totals.damaged));
  all.push_back(flags_of(totals));
  all.push_back(types_of(totals));
  all.push_back(sizes_of(heading::references, totals.contents.by_references()));
  manifest_counts choices = counts_of<document_choice>(heading::choices, totals.choices);
  if (!choices.counts.empty()) all.push_back(std::move(choices));
  manifest_counts places{std::string(heading::where), {}};
  for (const auto& [name, times] : totals.where) places.counts.emplace_back(name, times);
  all.push_back(std::move(places));
  all.push_back({std::string(heading::lengths), {}});
  return all;
}

std::vector<manifest_examples> examples_of(const stats& totals) {
  std::vector<manifest_examples> all;
  add_examples(
      heading::rejected, totals.rejected_examples,
      [](std::size_t i) { return name_of(static_cast<rejection>(i)); }, all);
  add_examples(
      heading::flagged, totals.flagged_examples, [](std::size_t i) { return flag::names[i].name; }, all);
  return all;
}

bool lengths_are_known(std::span<const shard_summary> shards) {
  return std::all_of(shards.begin(), shards.end(), [](const shard_summary& shard) {
    const auto& counts = shard.lengths.counts();
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}) == shard.lines;
  });
}

void count_lengths(manifest& written) {
  log_histogram all;
  if (written.edges == edge_choice::none)
    for (const shard_summary& shard : written.shards) all.add(shard.lengths);
  manifest_counts counts = sizes_of(heading::lengths, all);
  for (manifest_counts& entry : written.counted)
    if (entry.name == counts.name) return std::swap(entry, counts);
  written.counted.push_back(std::move(counts));
}

}  // namespace urlsieve
