// The WARC splitter: what it gives agrees with the slow twin, and does not depend on how the bytes arrive or,
// with small bounds, on anything but the bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "src/documents/archives/warc.hpp"
#include "tests/documents/feed.hpp"
#include "tests/oracle/warc_records.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void require_same(const urlsieve::testing::fed& a, const urlsieve::testing::fed& b) {
  require(a.slices == b.slices);
  require(a.counted.damaged == b.counted.damaged);
  require(a.counted.passed_over == b.counted.passed_over);
  require(urlsieve::testing::damages(a.counted) == urlsieve::testing::damages(b.counted));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace urlsieve;
  if (size < 1 || size > 20'000) return 0;
  const std::string archive(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto& how = testing::arrivals()[data[0] % testing::arrivals().size()];

  warc_splitter at_once{input_options{}};
  warc_splitter in_pieces{input_options{}};
  const testing::fed whole = testing::feed_whole(at_once, archive);
  require_same(whole, testing::feed(in_pieces, archive, how));

  const std::vector<oracle::warc_record> expected = oracle::warc_records(archive).read();
  std::size_t next = 0;
  for (const testing::kept_slice& one : whole.slices) {
    if (one.kind != slice_kind::http_message) continue;
    while (next < expected.size() && expected[next].offset != one.offset) ++next;
    require(next < expected.size() && expected[next].body == one.bytes);
  }

  input_options small;
  small.max_document = 300;
  warc_splitter small_at_once(small);
  warc_splitter small_in_pieces(small);
  require_same(testing::feed_whole(small_at_once, archive), testing::feed(small_in_pieces, archive, how));
  return 0;
}
