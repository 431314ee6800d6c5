// The functions of urlsieve.h on output directories and states.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/c_api/handles.hpp"
#include "urlsieve.h"
#include "urlsieve/convert_shards.hpp"
#include "urlsieve/option_table.hpp"
#include "urlsieve/purge_state.hpp"
#include "urlsieve/update_state.hpp"

using namespace urlsieve;
using namespace urlsieve::c_api;

namespace {

constexpr std::array<std::string_view, 15> options_of_convert{
    "output", "force",    "fields", "compress",   "output-format", "jsonl",   "key",   "filter-bits",
    "shards", "shard-by", "order",  "files-from", "memory",        "threads", "tmpdir"};
constexpr std::array<std::string_view, 5> options_of_purge{"hosts", "domains", "include", "memory",
                                                           "threads"};

int exit_code_of(const run_summary& done) {
  return done.ended == outcome::nothing_read ? 3 : static_cast<int>(done.ended);
}

int report_no_output(urlsieve_error* error) {
  return report(error, URLSIEVE_USAGE, "the option \"output\" must name a directory");
}

// Converts the options that were set. Fails with error_code::usage for an option that convert_shards() lacks.
result<convert_options> convert_options_of(const urlsieve_options* options) {
  convert_options converted;
  const extract_options chosen = options_of(options);
  if (options == nullptr) return converted;
  const std::vector<std::string_view> of_urls = names_of_url_changes();
  std::vector<std::string_view> known = of_urls;
  known.insert(known.end(), options_of_convert.begin(), options_of_convert.end());
  known.insert(known.end(), request_options.begin(), request_options.end());
  if (result<void> checked = check_given(options, "convert", known); !checked)
    return tl::unexpected(std::move(checked.error()));
  for (const std::string_view name : of_urls)
    for (auto [value, end] = options->given.equal_range(name); value != end; ++value)
      converted.url_changes.push_back({value->first, value->second});
  const output_options& output = chosen.output;
  converted.remote = chosen.remote;
  converted.directories_from = chosen.input.files_from;
  converted.output = output.directory;
  converted.force = output.force;
  if (is_given(options, "shards")) converted.shards = output.shards;
  if (is_given(options, "shard-by")) converted.shard_by = output.shard_by;
  if (is_given(options, "order")) converted.order = output.order;
  if (is_given(options, "output-format") || is_given(options, "jsonl")) converted.format = output.format;
  if (is_given(options, "compress")) converted.compress = output.compress;
  if (is_given(options, "filter-bits")) converted.filter_bits = output.filter_bits;
  if (is_given(options, "key")) converted.key = output.key;
  if (is_given(options, "fields")) converted.fields = output.fields;
  converted.threads = chosen.threads;
  converted.memory = output.memory;
  converted.temporary = output.temporary;
  return converted;
}

}  // namespace

extern "C" {

int urlsieve_extract(const urlsieve_options* options, const char* const* inputs, size_t input_count,
                     int* exit_code, urlsieve_error* error) {
  return guarded(error, [&] {
    extract_options chosen = options_of(options);
    chosen.input.paths = list_of(inputs, input_count);
    if (chosen.output.directory.empty()) return report_no_output(error);
    const result<run_summary> done = extract(chosen, -1);
    if (!done) return report(error, done.error());
    if (exit_code != nullptr) *exit_code = exit_code_of(*done);
    return report(error, URLSIEVE_OK, {});
  });
}

int urlsieve_merge(const char* const* directories, size_t count, const char* output, int force,
                   urlsieve_error* error) {
  return guarded(error, [&] {
    merge_options chosen;
    chosen.directories = list_of(directories, count);
    chosen.output = output;
    chosen.force = force != 0;
    const result<manifest> done = merge_shards(chosen);
    return done ? report(error, URLSIEVE_OK, {}) : report(error, done.error());
  });
}

int urlsieve_verify(const char* directory, uint64_t* faults, urlsieve_error* error) {
  return guarded(error, [&] {
    const result<verify_report> done = verify_shards({directory}, 0);
    if (!done) return report(error, done.error());
    *faults = done->faults.size();
    return report(error, URLSIEVE_OK, done->faults.empty() ? std::string_view() : done->faults.front());
  });
}

int urlsieve_convert(const urlsieve_options* options, const char* const* directories, size_t count,
                     int to_current_rules, uint64_t* rejected, urlsieve_error* error) {
  return guarded(error, [&] {
    result<convert_options> chosen = convert_options_of(options);
    if (!chosen) return report(error, chosen.error());
    if (chosen->output.empty()) return report_no_output(error);
    chosen->directories = list_of(directories, count);
    chosen->to_current_rules = to_current_rules != 0;
    const result<conversion> done = convert_shards(*chosen);
    if (!done) return report(error, done.error());
    if (rejected != nullptr) *rejected = done->rejected;
    return report(error, URLSIEVE_OK, {});
  });
}

int urlsieve_update(const urlsieve_options* options, const char* state, const char* const* inputs,
                    size_t input_count, const char* compact, urlsieve_update_counts* counts,
                    urlsieve_error* error) {
  return guarded(error, [&] {
    update_options chosen;
    chosen.state = state;
    chosen.run = options_of(options);
    chosen.run.input.paths = list_of(inputs, input_count);
    const auto when = parse_name<compaction_choice>(compact == nullptr ? "auto" : compact);
    if (!when) return report(error, URLSIEVE_USAGE, "compact is auto, now or never");
    chosen.compact = *when;
    if (chosen.run.output.directory.empty()) return report_no_output(error);
    const auto given = [options](std::string_view word) { return is_given(options, word); };
    if (const result<void> adopted = adopt_state(given, chosen); !adopted)
      return report(error, adopted.error());
    const result<update_summary> done = update_state(chosen, -1);
    if (!done) return report(error, done.error());
    if (counts != nullptr)
      *counts = {done->added, done->unique, done->layers, done->is_published ? 1 : 0,
                 exit_code_of(done->run)};
    return report(error, URLSIEVE_OK, {});
  });
}

int urlsieve_purge(const urlsieve_options* options, const char* state, const char* urls_from,
                   const char* not_seen_since, uint64_t* removed, urlsieve_error* error) {
  return guarded(error, [&] {
    const extract_options chosen = options_of(options);
    if (const result<void> checked = check_given(options, "purge", options_of_purge); !checked)
      return report(error, checked.error());
    purge_options purging;
    purging.state = state;
    purging.hosts = chosen.filters.hosts;
    purging.domains = chosen.filters.domains;
    purging.include = chosen.filters.include;
    purging.urls_from = urls_from == nullptr ? "" : urls_from;
    purging.not_seen_since = not_seen_since == nullptr ? "" : not_seen_since;
    purging.threads = chosen.threads;
    purging.memory = chosen.output.memory;
    const result<purge_summary> done = purge_state(purging);
    if (!done) return report(error, done.error());
    if (removed != nullptr) *removed = done->removed;
    return report(error, URLSIEVE_OK, {});
  });
}

}  // extern "C"
