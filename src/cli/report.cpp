#include "src/cli/report.hpp"

#include <fmt/core.h>

#include <cstdint>
#include <span>
#include <string_view>

#include "src/shards/json_writer.hpp"

namespace urlsieve::cli {

namespace {

// The reasons that were met, by name.
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
    out.key("offset").value(one.offset);
    out.key("detail").value(one.detail);
    out.end_object();
  }
  out.end_array();
}

// Milliseconds, as JSON readers differ in what they make of fractions.
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

std::string damage_line(const damage_example& one) {
  return fmt::format("{}: at byte {}: {}{}{}", one.input, one.offset, name_of(one.reason),
                     one.detail.empty() ? "" : ": ", one.detail);
}

std::string damage_total_line(const stats& counted) {
  std::string line;
  for (std::size_t i = 0; i < damage_count; ++i) {
    if (counted.damaged[i] == 0) continue;
    line +=
        fmt::format("{}{} {}", line.empty() ? "" : ", ", counted.damaged[i], name_of(static_cast<damage>(i)));
  }
  return line + ": counted and skipped";
}

std::string stats_json(const run_summary& done) {
  const stats& counted = done.counted;
  json_writer out;
  out.begin_object();
  out.key("inputs").value(counted.inputs);
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
  write_examples(counted, out);
  write_times(done.seconds, out);
  out.end_object();
  return out.take();
}

}  // namespace urlsieve::cli
