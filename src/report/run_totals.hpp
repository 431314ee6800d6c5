// The totals of a run: the figures at the top of the report.
#ifndef URLSIEVE_REPORT_RUN_TOTALS_HPP
#define URLSIEVE_REPORT_RUN_TOTALS_HPP

#include <array>
#include <cstdint>
#include <string_view>

#include "src/report/run_facts.hpp"

namespace urlsieve {

enum class total_unit : std::uint8_t { count, bytes, milliseconds };

struct run_total {
  std::string_view key;
  std::string_view title;
  total_unit unit;
  bool (*is_known)(const run_facts& run);
  std::uint64_t (*of)(const run_facts& run);
};

namespace total_access {

inline bool always(const run_facts&) {
  return true;
}
inline bool from_shards(const run_facts& run) {
  return run.has_shards;
}
inline bool from_statistics(const run_facts& run) {
  return run.has_statistics;
}

inline std::uint64_t inputs_read(const run_facts& run) {
  std::uint64_t all = 0;
  for (const auto& [format, times] : run.under("formats")) all += times;
  return all;
}

inline std::uint64_t elapsed(const run_facts& run) {
  for (const auto& [stage, time] : run.milliseconds)
    if (stage == "elapsed") return time;
  return 0;
}

}  // namespace total_access

// In display order: inputs, references, output.
inline constexpr std::array run_totals{
    run_total{"inputs", "inputs read", total_unit::count, total_access::always, total_access::inputs_read},
    run_total{"not_read", "inputs not read", total_unit::count, total_access::always,
              [](const run_facts& run) { return run.number("inputs", "not-read"); }},
    run_total{"bytes_read", "bytes read", total_unit::bytes, total_access::from_statistics,
              [](const run_facts& run) { return run.bytes_read; }},
    run_total{"bytes_decoded", "bytes decompressed", total_unit::bytes, total_access::from_statistics,
              [](const run_facts& run) { return run.bytes_decoded; }},
    run_total{"documents", "documents", total_unit::count, total_access::from_statistics,
              [](const run_facts& run) { return run.documents; }},
    run_total{"references", "references", total_unit::count, total_access::always,
              [](const run_facts& run) { return run.references; }},
    run_total{"kept", "references kept", total_unit::count, total_access::always,
              [](const run_facts& run) { return run.kept; }},
    run_total{"urls", "distinct URLs", total_unit::count, total_access::always,
              [](const run_facts& run) { return run.unique; }},
    run_total{"shards", "shards", total_unit::count, total_access::from_shards,
              [](const run_facts& run) { return run.shards; }},
    run_total{"bytes", "bytes in shards", total_unit::bytes, total_access::from_shards,
              [](const run_facts& run) { return run.bytes; }},
    run_total{"elapsed", "time", total_unit::milliseconds, total_access::from_statistics,
              total_access::elapsed},
};

}  // namespace urlsieve

#endif
