// Reads the records of a batch, and describes those that are captures for an index.
#ifndef URLSIEVE_RECORDS_CAPTURE_READER_HPP
#define URLSIEVE_RECORDS_CAPTURE_READER_HPP

#include <string>
#include <string_view>

#include "src/documents/source_head_reader.hpp"
#include "src/documents/splitter.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/filters/document_filter.hpp"
#include "src/records/cdxj_line.hpp"

namespace urlsieve {

// One object per thread.
class capture_reader {
 public:
  // `filter` may be null: all records are read. `root`: see index_options::root. Requires: both outlive the
  // object.
  capture_reader(const document_filter* filter, std::string_view root, capture_scope scope)
      : filter_(filter), root_(root), describer_(scope) {}

  // Appends the lines of the captures among the slices of `work` to batch::rows, each with its LF, and counts
  // the other records in `work` and its inputs.
  void read(batch& work);

 private:
  void read_record(const slice& record, const batch_input& input, batch& work);
  [[nodiscard]] std::string_view name_in_index(std::string_view input) const;

  const document_filter* filter_;
  std::string_view root_;
  cdxj_describer describer_;
  source_head_reader heads_;
  document_filter::scratch scratch_;
};

}  // namespace urlsieve

#endif
