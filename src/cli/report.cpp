#include "src/cli/report.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include "src/cli/amounts.hpp"
#include "src/cli/flag_words.hpp"
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
  for (const damage_example& one : counted.examples) {
    out.begin_object(true);
    out.key("reason").value(name_of(one.reason));
    out.key("input").value(one.input);
    if (one.place.stored) out.key("file_offset").value(*one.place.stored);
    if (one.place.plain) out.key("offset").value(*one.place.plain);
    if (!one.document.empty()) out.key("document").value(one.document);
    out.key("detail").value(in_flags(one.detail));
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
  for (const unread_input& one : counted.inputs.unread) {
    out.begin_object(true);
    out.key("name").value(one.name);
    out.key("reason").value(name_of(one.why));
    out.key("detail").value(in_flags(one.detail));
    out.end_object();
  }
  out.end_array();
  out.key("damaged_inputs").begin_array();
  for (const damaged_input& one : counted.inputs.damaged) {
    out.begin_object(true);
    out.key("name").value(one.name);
    out.key("format").value(one.format);
    write_counts<damage>("damaged", one.damaged, out);
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

std::string not_read_line(const unread_input& one) {
  return fmt::format("{}: not read: {}", one.name,
                     one.detail.empty() ? std::string(description_of(one.why)) : in_flags(one.detail));
}

// Returns ": skipped 3 PNG image, 1 fifo" for the walked directories.
std::string passed_over_files(const stats& counted) {
  constexpr std::string_view kind = "file:";
  std::string met;
  for (const auto& [name, times] : counted.passed_over)
    if (name.starts_with(kind))
      met += fmt::format("{} {} {}", met.empty() ? ": skipped" : ",", in_thousands(times),
                         name.substr(kind.size()));
  return met;
}

// Returns "8 of 9 inputs read, 1 of them with damage; input faults: 1 unreadable; archive faults: 2
// bad-record-header".
std::string summary_of(const stats& counted) {
  std::string line = fmt::format("{} of {} inputs read", in_thousands(counted.inputs.total_read()),
                                 in_thousands(counted.inputs.total_read() + counted.inputs.not_read));
  if (counted.inputs.with_damage != 0)
    line += fmt::format(", {} of them with damage", in_thousands(counted.inputs.with_damage));
  for (std::size_t kind = 0; kind < fault_count; ++kind) {
    const std::string reasons = reasons_met(
        counted.damaged, [kind](damage reason) { return kind_of(reason) == static_cast<fault>(kind); });
    if (!reasons.empty()) line += fmt::format("; {} faults: {}", name_of(static_cast<fault>(kind)), reasons);
  }
  return line;
}

// Writes nonempty buckets by their least size.
void write_sizes(std::string_view name, const log_histogram& sizes, json_writer& out) {
  out.key(name).begin_object(true);
  for (std::size_t i = 0; i < log_histogram::buckets; ++i)
    if (sizes.counts()[i] != 0) out.key(std::to_string(log_histogram::least_of(i))).value(sizes.counts()[i]);
  out.end_object();
}

template <std::size_t Reasons, class NameOf>
void write_first(std::string_view name, const first_examples<Reasons>& met, const NameOf& name_of_reason,
                 json_writer& out) {
  out.key(name).begin_object();
  for (std::size_t i = 0; i < Reasons; ++i) {
    if (met.has_none(i)) continue;
    out.key(name_of_reason(i)).begin_array(true);
    for (const auto& one : met.all())
      if (one.reason == i) out.value(one.text);
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
  write_first(
      "rejected_examples", counted.rejected_examples,
      [](std::size_t i) { return name_of(static_cast<rejection>(i)); }, out);
  write_first(
      "flagged_examples", counted.flagged_examples, [](std::size_t i) { return flag::names[i].name; }, out);
}

void write_pace(const timeline& pace, json_writer& out) {
  out.key("timeline").begin_object();
  out.key("milliseconds").value(pace.length());
  out.key("bytes").begin_array(true);
  for (const timeline::interval& one : pace.intervals()) out.value(one.bytes);
  out.end_array();
  out.key("urls").begin_array(true);
  for (const timeline::interval& one : pace.intervals()) out.value(one.urls);
  out.end_array();
  out.end_object();
}

// Writes integer milliseconds, because JSON readers differ in their handling of fractions.
void write_times(const stage_times& seconds, json_writer& out) {
  const auto put = [&](std::string_view stage, double time) {
    out.key(stage).value(static_cast<std::uint64_t>(time * 1000));
  };
  out.key("milliseconds").begin_object(true);
  put("read", seconds.read);
  put("find", seconds.find);
  put("dedup", seconds.dedup);
  put("write", seconds.write);
  put("elapsed", seconds.elapsed);
  out.end_object();
}

}  // namespace

std::string reasons_met(const damage_counts& counts, const std::function<bool(damage)>& wanted) {
  std::string reasons;
  for (std::size_t i = 0; i < damage_count; ++i) {
    const auto reason = static_cast<damage>(i);
    if (counts[i] == 0 || !wanted(reason)) continue;
    reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", in_thousands(counts[i]), name_of(reason));
  }
  return reasons;
}

std::string damage_line(const damage_example& one) {
  const bool nothing_read = kind_of(one.reason) == fault::input && one.reason != damage::incomplete_output &&
                            !one.place.stored && !one.place.plain;
  if (nothing_read) return not_read_line({one.input, one.reason, one.detail});
  std::string where = place_words(one.place);
  if (!one.document.empty()) where.append(where.empty() ? "in " : ", in ").append(one.document);
  if (!where.empty()) where += ": ";
  return fmt::format("{}: {}{}{}{}", one.input, where, description_of(one.reason),
                     one.detail.empty() ? "" : ": ", in_flags(one.detail));
}

std::vector<std::string> verdict_lines(const stats& counted, bool summed_up) {
  std::vector<std::string> lines;
  damage_counts told{};
  for (const unread_input& one : counted.inputs.unread)
    if (told[static_cast<std::size_t>(one.why)]++ >= stats::max_examples) lines.push_back(not_read_line(one));
  if (counted.inputs.not_read > counted.inputs.unread.size()) {
    lines.push_back(fmt::format("{} more inputs were not read",
                                in_thousands(counted.inputs.not_read - counted.inputs.unread.size())));
  }
  for (const damaged_input& one : counted.inputs.damaged) {
    bool all_told = true;
    for (std::size_t i = 0; i < damage_count; ++i)
      all_told = all_told && (one.damaged[i] == 0 || counted.damaged[i] <= stats::max_examples);
    if (!all_told) {
      lines.push_back(fmt::format("{}: read as {} with damage: {}", one.name, one.format,
                                  reasons_met(one.damaged, [](damage) { return true; })));
    }
  }
  if (counted.inputs.with_damage > counted.inputs.damaged.size()) {
    lines.push_back(fmt::format("{} more inputs were read with damage",
                                in_thousands(counted.inputs.with_damage - counted.inputs.damaged.size())));
  }
  if (counted.inputs.total_read() + counted.inputs.not_read == 0)
    lines.push_back("warning: there was nothing to read" + passed_over_files(counted));
  if (counted.total_damage() != 0 && summed_up) lines.push_back(summary_of(counted));
  return lines;
}

std::string stats_json(const run_summary& done, std::string_view command) {
  const stats& counted = done.counted;
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
  out.key("passed_over").begin_object();
  for (const auto& [name, times] : counted.passed_over) out.key(name).value(times);
  out.end_object();
  write_references(counted, out);
  write_examples(counted, out);
  write_pace(done.pace, out);
  write_times(done.seconds, out);
  out.end_object();
  return out.take();
}

}  // namespace urlsieve::cli
