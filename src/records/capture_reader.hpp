// Reads the records of a batch, and describes those that are captures for an index.
#ifndef URLSIEVE_RECORDS_CAPTURE_READER_HPP
#define URLSIEVE_RECORDS_CAPTURE_READER_HPP

#include <string>
#include <string_view>
#include <utility>

#include "src/documents/source_head_reader.hpp"
#include "src/documents/splitter.hpp"
#include "src/input/stored_range.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/filters/document_filter.hpp"
#include "src/records/archive_names.hpp"
#include "src/records/cdxj_line.hpp"
#include "src/transfer/remote_context.hpp"

namespace urlsieve {

// One object per thread.
class capture_reader {
 public:
  // `filter` may be null: all records are read. `root`: see index_options::root. `is_table`: captures without
  // a row of the table (index_row.hpp) are damage. `remote`: see archive_names. Requires: `filter` outlives
  // the object.
  capture_reader(const document_filter* filter, std::string_view root, capture_scope scope, bool is_table,
                 remote_context remote)
      : filter_(filter), names_(root, std::move(remote)), is_table_(is_table), describer_(scope) {}

  // Appends the lines of the captures among the slices of `work` to batch::rows, each with its LF, and counts
  // the other records in `work` and its inputs.
  void read(batch& work);

  // Returns true if a line has the name of an archive below `root`.
  [[nodiscard]] bool has_name_below_root() const { return has_name_below_root_; }

 private:
  void read_record(const slice& record, const batch_input& input, batch& work);
  [[nodiscard]] bool fits_table(const slice& record, std::string_view line, const stored_range& stored,
                                const batch_input& input, batch& work) const;

  const document_filter* filter_;
  archive_names names_;
  bool has_name_below_root_ = false;
  bool is_table_;
  cdxj_describer describer_;
  source_head_reader heads_;
  document_filter::scratch scratch_;
};

}  // namespace urlsieve

#endif
