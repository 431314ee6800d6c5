// Writes an index of the captures in web archives: CDXJ, for pywb, OutbackCDX and other replay programs; or
// the table of Common Crawl's index in Parquet, for query engines.
#ifndef URLSIEVE_WRITE_INDEX_HPP
#define URLSIEVE_WRITE_INDEX_HPP

#include <cstdint>
#include <string>

#include "urlsieve/error.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/index_form.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct index_options {
  // Inputs, requests, threads, memory, temporary files, and filters of source documents. Options of URLs,
  // links and output have no effect. Without run.documents.record_types, the index has no requests, warcinfo,
  // segments, and no metadata and resources of warc-fields.
  extract_options run;
  std::string output;  // file of the index, written atomically; empty or "-": `stream`
  index_form form = index_form::cdxj;
  bool force = false;  // replace an existing file
  // Names of archives below this directory or URL are relative to it in the index; paths are compared as
  // absolute paths. If no line has such a name, write_index() fails with error_code::usage. Empty: names are
  // those of the inputs.
  std::string root;
};

struct index_summary {
  run_summary run;
  std::uint64_t captures = 0;  // lines or rows of the index
};

// Writes a line for each capture in the web archives (WARC, ARC, WACZ) of options.run.input, sorted by bytes.
// The index depends only on the set of records and the names of the inputs.
//
// A record is indexed if its bytes are a range of the file: in compressed files, if its members hold no other
// record. Records without such a range count as damage::bad_record_length, and records without a correct
// length as the damage that extract() counts. Records in members of archives that cannot be read back
// (compressed members, tar) count as damage::bad_record_length, too. Lines beyond the memory are sorted on
// disk. A capture without a valid date counts as damage::bad_record_header. A table has no row for a record
// whose offset or length is 2 GiB or more (damage::too_large).
//
// `stream` is a file descriptor, and stays open. `monitor` may be null. Returns errors as extract() does,
// error_code::output_exists without options.force, and error_code::usage for a table with less than 128 MiB
// of memory and for standard input, because a line needs the name of its archive. Without a readable input
// (outcome::nothing_read), no index is written.
[[nodiscard]] result<index_summary> write_index(const index_options& options, int stream,
                                                run_monitor* monitor = nullptr);

}  // namespace urlsieve

#endif
