// Rows of which one column is a URL, as a list of URLs: what is not of the URL becomes line feeds, so that
// each URL stands on a line of its own and where it stood.
#ifndef URLSIEVE_INPUT_URL_ROWS_SOURCE_HPP
#define URLSIEVE_INPUT_URL_ROWS_SOURCE_HPP

#include <cstddef>
#include <memory>

#include "src/input/byte_source.hpp"

namespace urlsieve {

struct url_rows {
  bool urls_alone = false;    // a row is a URL: as_url_lines() changes nothing
  bool jsonl = false;         // the member "url" of an object a line; else columns with TABs between them
  std::size_t first = 0;      // the column of the URL
  std::size_t columns = 1;    // two next to each other where rows are edges
  bool columns_file = false;  // Parquet: the rows are those of `--rows tsv` once they were read
};

[[nodiscard]] std::unique_ptr<byte_source> as_url_lines(std::unique_ptr<byte_source> rows,
                                                        const url_rows& form);

}  // namespace urlsieve

#endif
