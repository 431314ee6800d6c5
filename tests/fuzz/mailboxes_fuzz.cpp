// The splitters of MMDF, Babyl and IMAP dumps: what they give stands in the input where they say, in order,
// and does not depend on how the bytes arrive. Of a Babyl message the header that was shown is left out.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "src/documents/mailboxes/babyl.hpp"
#include "src/documents/mailboxes/imap_fetch.hpp"
#include "src/documents/mailboxes/mmdf.hpp"
#include "tests/documents/feed.hpp"

namespace {

using namespace urlsieve;

void require(bool holds) {
  if (!holds) std::abort();
}

template <class Splitter>
void check(const std::string& input, const testing::arrival& how, const input_options& options,
           bool as_it_stands) {
  Splitter at_once(options);
  Splitter in_pieces(options);
  const testing::fed a = testing::feed_whole(at_once, input);
  const testing::fed b = testing::feed(in_pieces, input, how);
  require(a.slices == b.slices);
  require(a.counted.damaged == b.counted.damaged);
  require(testing::damages(a.counted) == testing::damages(b.counted));
  std::size_t end = 0;
  for (const testing::kept_slice& one : a.slices) {
    const std::size_t begin = one.offset + one.body_offset;
    require(one.offset >= end || one.continues);
    require(begin <= input.size());
    if (!as_it_stands) continue;
    require(input.compare(begin, one.bytes.size(), one.bytes) == 0);
    end = begin + one.bytes.size();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > 10'000) return 0;
  const std::string input(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto& how = testing::arrivals()[(data[0] / 4) % testing::arrivals().size()];
  for (const std::size_t limit : {std::size_t{100}, std::size_t{1} << 20U}) {
    input_options options;
    options.max_document = limit;
    if (data[0] % 4 == 0) check<mmdf_splitter>(input, how, options, true);
    if (data[0] % 4 == 1) check<babyl_splitter>(input, how, options, false);
    if (data[0] % 4 >= 2) check<imap_fetch_splitter>(input, how, options, true);
  }
  return 0;
}
