#include "src/cli/stats_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "src/cli/amounts.hpp"
#include "src/cli/help/flag_text.hpp"
#include "src/text/json/json_writer.hpp"

namespace urlsieve::cli {

namespace {

// Writes the nonzero counts by the name of their reason.
template <class Reason>
void write_counts(std::string_view name, std::span<const std::uint64_t> counts, json_writer& out) {
  out.key(name).begin_object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] != 0) out.key(name_of(static_cast<Reason>(i))).value(counts[i]);
  }
  out.end_object();
}

void write_examples(const stats& counted, json_writer& out) {
  out.key("damage_examples").begin_array();
  for (const damage_example& example : counted.examples) {
    out.begin_object(true);
    out.key("reason").value(name_of(example.reason));
    out.key("input").value(example.input);
    if (example.place.stored) out.key("file_offset").value(*example.place.stored);
    if (example.place.plain) out.key("offset").value(*example.place.plain);
    if (!example.document.empty()) out.key("document").value(example.document);
    out.key("detail").value(in_flags(example.detail));
    out.end_object();
  }
  out.end_array();
}

void write_verdicts(const stats& counted, json_writer& out) {
  out.key("inputs").begin_object();
  out.key("read").value(counted.inputs.total_read());
  out.key("with_damage").value(counted.inputs.with_damage);
  out.key("not_read").value(counted.inputs.not_read);
  out.key("formats").begin_object(true);
  for (const auto& [format, times] : counted.inputs.read) out.key(format).value(times);
  out.end_object();
  out.end_object();
  out.key("not_read").begin_array();
  for (const unread_input& input : counted.inputs.unread) {
    out.begin_object(true);
    out.key("name").value(input.name);
    out.key("reason").value(name_of(input.why));
    out.key("detail").value(in_flags(input.detail));
    out.end_object();
  }
  out.end_array();
  out.key("damaged_inputs").begin_array();
  for (const damaged_input& input : counted.inputs.damaged) {
    out.begin_object(true);
    out.key("name").value(input.name);
    out.key("format").value(input.format);
    write_counts<damage>("damaged", input.damaged, out);
    out.end_object();
  }
  out.end_array();
  out.key("faults").begin_object(true);
  for (std::size_t i = 0; i < fault_count; ++i)
    out.key(name_of(static_cast<fault>(i))).value(counted.faults(static_cast<fault>(i)));
  out.end_object();
}

// Returns "at byte 81,234 of the file (1,113,757 decompressed)", as far as known.
std::string place_words(const input_place& place) {
  if (place.stored && place.plain) {
    return fmt::format("at byte {} of the file ({} decompressed)", in_thousands(*place.stored),
                       in_thousands(*place.plain));
  }
  if (place.stored) return fmt::format("at byte {} of the file", in_thousands(*place.stored));
  if (place.plain) return fmt::format("at byte {} (decompressed)", in_thousands(*place.plain));
  return {};
}

std::string not_read_line(const unread_input& input) {
  return fmt::format("{}: not read: {}", input.name,
                     input.detail.empty() ? std::string(description_of(input.why)) : in_flags(input.detail));
}

// Returns the plural of the name of a format or a kind of file: "Parquet tables", "packet captures (pcap)".
std::string plural_of(std::string_view name) {
  const std::size_t end = std::min({name.find(" ("), name.find(" with "), name.size()});
  const std::string_view noun = name.substr(0, end);
  const std::string_view ending = noun.ends_with('s') ? "" : noun.ends_with('x') ? "es" : "s";
  return fmt::format("{}{}{}", noun, ending, name.substr(end));
}

// Returns ": skipped 3 PNG images, 1 fifo" for the walked directories.
std::string skipped_files(const stats& counted) {
  constexpr std::string_view kind = "file:";
  std::string list;
  for (const auto& [name, times] : counted.skipped) {
    if (!name.starts_with(kind)) continue;
    const std::string_view file = std::string_view(name).substr(kind.size());
    list +=
        fmt::format("{} {}", list.empty() ? ": skipped" : ",", cli::counted(times, file, plural_of(file)));
  }
  return list;
}

// Returns "8 of 9 inputs read, 1 of them with damage; input faults: 1 unreadable; archive faults: 2
// bad-record-header".
std::string summary_of(const stats& counted) {
  std::string line = fmt::format("{} of {} inputs read", in_thousands(counted.inputs.total_read()),
                                 in_thousands(counted.inputs.total_read() + counted.inputs.not_read));
  if (counted.inputs.with_damage != 0)
    line += fmt::format(", {} of them with damage", in_thousands(counted.inputs.with_damage));
  for (std::size_t kind = 0; kind < fault_count; ++kind) {
    const std::string reasons = damage_reasons(
        counted.damaged, [kind](damage reason) { return kind_of(reason) == static_cast<fault>(kind); });
    if (!reasons.empty()) line += fmt::format("; {} faults: {}", name_of(static_cast<fault>(kind)), reasons);
  }
  return line;
}

// Writes nonempty buckets by their least size.
void write_sizes(std::string_view name, const log_histogram& sizes, json_writer& out) {
  out.key(name).begin_object(true);
  sizes.each([&](std::uint64_t least, std::uint64_t times) { out.key(std::to_string(least)).value(times); });
  out.end_object();
}

template <std::size_t Reasons, class NameOf>
void write_examples_by_reason(std::string_view name, const first_examples<Reasons>& examples,
                              const NameOf& name_of_reason, json_writer& out) {
  out.key(name).begin_object();
  for (std::size_t i = 0; i < Reasons; ++i) {
    if (examples.has_none(i)) continue;
    out.key(name_of_reason(i)).begin_array(true);
    for (const auto& example : examples.all())
      if (example.reason == i) out.value(example.text);
    out.end_array();
  }
  out.end_object();
}

// Writes the statistics about references, except their total.
void write_references(const stats& counted, json_writer& out) {
  out.key("documents_by_type").begin_object(true);
  for (std::size_t i = 0; i < media_names.size(); ++i)
    if (counted.contents.by_type[i] != 0) out.key(media_names[i]).value(counted.contents.by_type[i]);
  out.end_object();
  write_sizes("document_references", counted.contents.by_references(), out);
  out.key("where").begin_object();
  for (const auto& [name, times] : counted.where) out.key(name).value(times);
  out.end_object();
  write_sizes("url_lengths", counted.lengths, out);
  write_examples_by_reason(
      "rejected_examples", counted.rejected_examples,
      [](std::size_t i) { return name_of(static_cast<rejection>(i)); }, out);
  write_examples_by_reason(
      "flagged_examples", counted.flagged_examples, [](std::size_t i) { return flag::names[i].name; }, out);
}

void write_pace(const timeline& pace, json_writer& out) {
  out.key("timeline").begin_object();
  out.key("milliseconds").value(pace.length());
  out.key("bytes").begin_array(true);
  for (const timeline::interval& interval : pace.intervals()) out.value(interval.bytes);
  out.end_array();
  out.key("urls").begin_array(true);
  for (const timeline::interval& interval : pace.intervals()) out.value(interval.urls);
  out.end_array();
  out.end_object();
}

// Writes integer milliseconds, because JSON readers differ in their handling of fractions.
void write_times(const stage_times& seconds, json_writer& out) {
  const auto write_time = [&](std::string_view stage, double time) {
    out.key(stage).value(static_cast<std::uint64_t>(time * 1000));
  };
  out.key("milliseconds").begin_object(true);
  write_time("read", seconds.read);
  write_time("find", seconds.find);
  write_time("dedup", seconds.dedup);
  write_time("write", seconds.write);
  write_time("elapsed", seconds.elapsed);
  out.end_object();
}

}  // namespace

std::string damage_reasons(const damage_counts& counts, const std::function<bool(damage)>& is_wanted) {
  std::string reasons;
  for (std::size_t i = 0; i < damage_count; ++i) {
    const auto reason = static_cast<damage>(i);
    if (counts[i] == 0 || !is_wanted(reason)) continue;
    reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", in_thousands(counts[i]), name_of(reason));
  }
  return reasons;
}

std::string damage_line(const damage_example& example) {
  const bool nothing_read = kind_of(example.reason) == fault::input &&
                            example.reason != damage::incomplete_output && !example.place.stored &&
                            !example.place.plain;
  if (nothing_read) return not_read_line({example.input, example.reason, example.detail});
  std::string where = place_words(example.place);
  if (!example.document.empty()) where.append(where.empty() ? "in " : ", in ").append(example.document);
  if (!where.empty()) where += ": ";
  return fmt::format("{}: {}{}{}{}", example.input, where, description_of(example.reason),
                     example.detail.empty() ? "" : ": ", in_flags(example.detail));
}

std::vector<std::string> verdict_lines(const stats& counted, bool with_summary) {
  std::vector<std::string> lines;
  damage_counts reported{};
  for (const unread_input& input : counted.inputs.unread)
    if (reported[static_cast<std::size_t>(input.why)]++ >= stats::max_examples)
      lines.push_back(not_read_line(input));
  if (counted.inputs.not_read > counted.inputs.unread.size()) {
    lines.push_back(fmt::format("{} more inputs were not read",
                                in_thousands(counted.inputs.not_read - counted.inputs.unread.size())));
  }
  for (const damaged_input& input : counted.inputs.damaged) {
    bool all_reported = true;
    for (std::size_t i = 0; i < damage_count; ++i)
      all_reported = all_reported && (input.damaged[i] == 0 || counted.damaged[i] <= stats::max_examples);
    if (!all_reported) {
      lines.push_back(fmt::format("{}: read as {} with damage: {}", input.name, input.format,
                                  damage_reasons(input.damaged, [](damage) { return true; })));
    }
  }
  if (counted.inputs.with_damage > counted.inputs.damaged.size()) {
    lines.push_back(fmt::format("{} more inputs were read with damage",
                                in_thousands(counted.inputs.with_damage - counted.inputs.damaged.size())));
  }
  if (counted.inputs.total_read() + counted.inputs.not_read == 0)
    lines.push_back("warning: there was nothing to read" + skipped_files(counted));
  if (counted.total_damage() != 0 && with_summary) lines.push_back(summary_of(counted));
  return lines;
}

std::string stats_json(const run_summary& run, std::string_view command) {
  const stats& counted = run.counted;
  json_writer out;
  out.begin_object();
  out.key("command").value(command);
  write_verdicts(counted, out);
  out.key("bytes_read").value(counted.bytes_read);
  out.key("bytes").value(counted.bytes);
  out.key("documents").value(counted.documents);
  out.key("references").value(counted.references);
  out.key("kept").value(counted.kept);
  out.key("unique").value(counted.unique);
  write_counts<rejection>("rejected", counted.rejected, out);
  write_counts<repair_kind>("repaired", counted.repaired, out);
  write_counts<damage>("damaged", counted.damaged, out);
  out.key("flagged").begin_object();
  for (std::size_t i = 0; i < counted.flagged.size(); ++i)
    if (counted.flagged[i] != 0) out.key(flag::names[i].name).value(counted.flagged[i]);
  out.end_object();
  if (counted.choices != decltype(counted.choices){})
    write_counts<document_choice>("source_documents", counted.choices, out);
  out.key("passed_over").begin_object();
  for (const auto& [name, times] : counted.skipped) out.key(name).value(times);
  out.end_object();
  write_references(counted, out);
  write_examples(counted, out);
  write_pace(run.pace, out);
  write_times(run.seconds, out);
  out.end_object();
  return out.take();
}

}  // namespace urlsieve::cli
