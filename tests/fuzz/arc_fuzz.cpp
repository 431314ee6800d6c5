// The ARC splitter: what it gives stands in the input where it says, and does not depend on how the bytes
// arrive, with small bounds neither.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "src/documents/archives/arc.hpp"
#include "tests/documents/feed.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void same_in_pieces(const std::string& archive, const urlsieve::input_options& options,
                    const urlsieve::testing::arrival& how) {
  using namespace urlsieve;
  arc_splitter at_once(options);
  arc_splitter in_pieces(options);
  const testing::fed whole = testing::feed_whole(at_once, archive);
  const testing::fed pieces = testing::feed(in_pieces, archive, how);
  require(whole.slices == pieces.slices);
  require(whole.counted.damaged == pieces.counted.damaged);
  require(whole.counted.passed_over == pieces.counted.passed_over);
  require(testing::damages(whole.counted) == testing::damages(pieces.counted));
  std::uint64_t end = 0;
  for (const testing::kept_slice& one : whole.slices) {
    require(one.offset >= end);
    end = one.offset + one.body_offset + one.bytes.size();
    require(archive.compare(one.offset + one.body_offset, one.bytes.size(), one.bytes) == 0);
    require(archive.compare(one.offset, one.target.size(), one.target) == 0);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace urlsieve;
  if (size < 1 || size > 40'000) return 0;
  const std::string archive(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto& how = testing::arrivals()[data[0] % testing::arrivals().size()];
  same_in_pieces(archive, input_options{}, how);
  input_options small;
  small.max_document = 300;
  same_in_pieces(archive, small, how);
  return 0;
}
