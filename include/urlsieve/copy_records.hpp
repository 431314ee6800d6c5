// Copies the stored records that rows name out of web archives.
#ifndef URLSIEVE_COPY_RECORDS_HPP
#define URLSIEVE_COPY_RECORDS_HPP

#include <cstdint>
#include <string>
#include <vector>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/manifest.hpp"
#include "urlsieve/remote_options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct record_options {
  // Output directories with the columns input, record-offset and record-length, and tables with these columns
  // (TSV, CSV, JSON Lines, CDXJ; "-": standard input).
  std::vector<std::string> rows = {};
  std::vector<std::string> fields = {};  // the columns of tables; empty: the first row names the columns
  // The file to write. Its name decides the compression of records: ".gz", ".zst", otherwise none. "-": the
  // records are written to the file descriptor `stream`, uncompressed. Empty: the payloads of the records are
  // written to `stream`, or nothing with write_cdxj.
  std::string output = {};
  // CDXJ index of the records, for pywb and others: a line a capture, sorted. The lines name the bytes in
  // `output`; without an output, the bytes in the inputs. Empty: no index.
  std::string write_cdxj = {};
  bool force = false;                                            // replace existing files
  success_marker_policy mark = success_marker_policy::required;  // for output directories
  std::uint64_t max_document = std::uint64_t{64} << 20U;  // bytes; larger records are damage::too_large
  unsigned threads = 0;                                   // 0: one per processor
  std::uint64_t memory = 0;    // bytes for the whole process; 0: half of the machine's memory
  std::string temporary = {};  // directory for rows beyond the memory; empty: beside the output
  remote_options remote = {};  // inputs_prefix is put before the names of inputs
};

struct record_totals {
  std::uint64_t rows = 0;
  std::uint64_t without_place = 0;  // rows whose offset or length is missing
  std::uint64_t places = 0;         // distinct places of records
  std::uint64_t records = 0;        // copied
  std::uint64_t recompressed = 0;   // copied records that were stored in another compression
  std::uint64_t verified = 0;       // copied records with a digest that matches
  std::uint64_t bytes = 0;          // written
  std::uint64_t indexed = 0;        // lines of the index
  stats counted;                    // damage of rows and records
};

// Copies each record that `options.rows` name once, in the byte order of input names, and then by offset. The
// order of the rows does not matter. A record whose bytes are no complete WARC record is damage, and is not
// copied. A record that contradicts its WARC-Block-Digest or WARC-Payload-Digest is damage::wrong_checksum,
// and is copied nevertheless. The output file appears complete or not at all; without any record, it does not
// appear, and an existing file stays. `monitor` may be null.
//
// Returns error_code::usage if a column is missing or an option is invalid, output_exists without
// options.force, no_such_input for missing rows, and cannot_read if rows cannot be read whole.
[[nodiscard]] result<record_totals> copy_records(const record_options& options, int stream,
                                                 run_monitor* monitor = nullptr);

}  // namespace urlsieve

#endif
