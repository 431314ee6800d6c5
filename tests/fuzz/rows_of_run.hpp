// Runs the pipeline and returns the rows as text, for comparison.
#ifndef URLSIEVE_TESTS_FUZZ_ROWS_OF_RUN_HPP
#define URLSIEVE_TESTS_FUZZ_ROWS_OF_RUN_HPP

#include <string>
#include <vector>

#include "tests/fuzz/file_in_memory.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "urlsieve/extract.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve::fuzz {

struct rows_of_run {
  std::vector<std::string> rows;
  stats counted;
};

class row_collector {
 public:
  explicit row_collector(std::vector<std::string>& rows) : rows_(rows) {}

  void operator()(const sieved_url& found) {
    std::string row(found.url);
    for (const std::string_view value : {found.raw, found.where, found.message_id, found.part, found.column})
      row.append("\t").append(value);
    rows_.push_back(row.append("\t").append(std::to_string(found.offset)) + "\t" +
                    std::to_string(found.flags));
  }

 private:
  std::vector<std::string>& rows_;
};

// Extracts from `bytes` as a file on `threads` threads. A run without a readable input has no rows.
inline rows_of_run run_on_file(std::string_view bytes, extract_options options, unsigned threads) {
  const file_in_memory stored(bytes);
  options.input.paths = {stored.name()};
  options.threads = threads;
  rows_of_run found;
  row_collector collect(found.rows);
  const result<run_summary> ended = extract_files(options, collect);
  require(ended.has_value());
  found.counted = ended->counted;
  return found;
}

inline rows_of_run run_in_memory(std::string_view bytes, const extract_options& options) {
  const exact_bytes kept(bytes);
  rows_of_run found;
  row_collector collect(found.rows);
  const result<run_summary> ended = extract(kept.view(), options, collect);
  require(ended.has_value());
  found.counted = ended->counted;
  return found;
}

// Compares the counters that do not depend on how the input is stored.
inline bool same_counts(const stats& a, const stats& b) {
  return a.documents == b.documents && a.references == b.references && a.kept == b.kept &&
         a.unique == b.unique && a.rejected == b.rejected && a.damaged == b.damaged &&
         a.flagged == b.flagged && a.skipped == b.skipped && a.where == b.where;
}

}  // namespace urlsieve::fuzz

#endif
