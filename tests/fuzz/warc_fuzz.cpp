// WARC splitter: records equal the records of the reference implementation. Slices, counts and damage do not
// depend on how the input arrives, with large and small document limits.
#include "src/documents/archives/warc.hpp"

#include <algorithm>

#include "tests/fuzz/splitter_claims.hpp"
#include "tests/oracle/warc_records.hpp"

namespace urlsieve::fuzz::warc_target {

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const testing::way& how = given.one_of(testing::ways);
  const std::string_view archive = given.rest();
  const testing::fed whole = require_same<warc_splitter>(archive, how, input_options{});
  require_same<warc_splitter>(archive, how, documents_up_to(300));

  const std::vector<oracle::warc_record> expected = oracle::warc_records(std::string(archive)).read();
  for (const testing::kept_slice& record : whole.slices) {
    if (record.kind != slice_kind::http_message) continue;
    // A segmented record is delivered after records that follow its first segment.
    const auto first = std::ranges::lower_bound(expected, record.offset, {}, &oracle::warc_record::offset);
    require(first != expected.end() && first->offset == record.offset);
    require(first->segmented ? record.bytes.starts_with(first->body) : record.bytes == first->body);
  }
}

}  // namespace urlsieve::fuzz::warc_target
