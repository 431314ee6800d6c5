// WARC splitter: records equal the records of the reference implementation. Slices, counts and damage do not
// depend on how the input arrives, with large and small document limits.
#include "src/documents/archives/warc.hpp"
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
  std::size_t next = 0;
  for (const testing::kept_slice& record : whole.slices) {
    if (record.kind != slice_kind::http_message) continue;
    while (next < expected.size() && expected[next].offset != record.offset) ++next;
    require(next < expected.size() && expected[next].body == record.bytes);
  }
}

}  // namespace urlsieve::fuzz::warc_target
