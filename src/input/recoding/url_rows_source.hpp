// Reads rows with a URL column as a list of URLs. All other bytes become line feeds, so each URL is on a line
// of its own, at its original offset.
#ifndef URLSIEVE_INPUT_RECODING_URL_ROWS_SOURCE_HPP
#define URLSIEVE_INPUT_RECODING_URL_ROWS_SOURCE_HPP

#include <cstddef>
#include <memory>

#include "src/input/byte_source.hpp"

namespace urlsieve {

// The form of the rows.
struct url_rows {
  bool urls_alone = false;  // a row is a URL: as_url_lines() changes nothing
  bool jsonl = false;       // the URL is the member "url" of an object a line; else columns are TAB-separated
  std::size_t first = 0;    // index of the URL's column
  std::size_t columns = 1;  // number of URL columns: 2, adjacent, for edges
  bool is_parquet = false;  // Parquet: after reading, rows are in the form of `--output-format tsv`
};

// Returns a source of the URLs of `rows`, one a line. A row without a URL gives only line feeds. Escapes in
// JSON strings are decoded. The rest of a row behind a gap is dropped.
[[nodiscard]] std::unique_ptr<byte_source> as_url_lines(std::unique_ptr<byte_source> rows,
                                                        const url_rows& form);

// Returns a source of the lines of `rows` that have a line end: without an unfinished last line, and without
// the rest of a line behind a gap.
[[nodiscard]] std::unique_ptr<byte_source> as_whole_lines(std::unique_ptr<byte_source> rows);

}  // namespace urlsieve

#endif
