// Options of the output: rows, shards, order, dedup, memory.
#ifndef URLSIEVE_OUTPUT_OPTIONS_HPP
#define URLSIEVE_OUTPUT_OPTIONS_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "urlsieve/field.hpp"
#include "urlsieve/output_choices.hpp"
#include "urlsieve/output_compression.hpp"

namespace urlsieve {

struct output_options {
  std::string directory;  // empty: a stream
  std::uint32_t shards = 16;
  compression compress = compression::none;
  std::vector<field> fields{field::url};
  key_form key = key_form::none;
  row_form format = row_form::tsv;
  bool force = false;  // replace an existing directory
  bool dedup = true;
  dedup_choice dedup_by = dedup_choice::url;
  bool exact = false;          // on a stream, compare URLs by their bytes instead of 128-bit fingerprints
  bool line_buffered = false;  // on a stream, write each row as soon as its input is read
  bool header = false;         // on a stream and in the file of rejected references, name the columns first
  row_order order = row_order::bytes;
  std::optional<partition_key> shard_by;  // nullopt: the default of the format, see shard_key_of()
  std::uint32_t max_sources = 8;
  // Date of the run for the columns first-date and last-date: "2026-11-26". Empty: the current day in UTC.
  std::string date;
  // Bits for each URL in the filter beside a shard; 0: no filters. `seen` and lookups skip a shard if the
  // filter lacks the URL; about 2^-filter_bits of the URLs that the shard lacks pass the filter. A filter
  // takes about 1.04 * filter_bits bits for each row. Requires: `order` is not first_seen.
  std::uint32_t filter_bits = 0;
  edge_choice edges = edge_choice::none;
  loop_choice self_loops = loop_choice::keep;
  vertex_choice vertices = vertex_choice::linked;
  host_form hosts_as = host_form::full;
  std::vector<std::string> seen;  // output directories of earlier runs, whose URLs are dropped
  bool seen_approx = false;       // trust the filters of `seen`, and drop about 2^-bits of the new URLs
  bool mark_new = false;          // keep URLs of `seen`, and mark new URLs instead
  bool resume = false;            // keep a journal, and resume a run that was killed or lacks inputs
  std::uint64_t checkpoint_bytes = std::uint64_t{1} << 30U;  // of stored input between journal entries
  std::uint64_t expected = 0;                                // distinct URLs, to reserve memory; 0: unknown
  std::uint64_t memory = 0;  // bytes for the whole process; 0: half of the machine's memory
  std::string temporary;     // directory for spilled data; empty: beside the output, or $TMPDIR for a stream
};

// Returns the part of a URL that selects its shard. The default for Parquet is the host, because sorted URLs
// of the same host compress to a third of the bytes; for other formats it is the URL. extract() uses the
// partition of the first directory of `seen` for Parquet shards without shard_by.
[[nodiscard]] constexpr partition_key shard_key_of(const output_options& output) {
  return output.shard_by.value_or(output.format == row_form::parquet ? partition_key::host
                                                                     : partition_key::url);
}

}  // namespace urlsieve

#endif
