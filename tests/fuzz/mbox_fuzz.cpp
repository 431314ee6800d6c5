// The mbox splitter: what it gives agrees with the slow twin and does not depend on how the
// bytes arrive or, with small bounds, on anything but the bytes.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "src/documents/mailboxes/mbox.hpp"
#include "src/documents/mailboxes/mbox_separator.hpp"
#include "tests/documents/feed.hpp"
#include "tests/oracle/mbox_messages.hpp"

namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

void require_same(const urlsieve::testing::fed& a, const urlsieve::testing::fed& b) {
  require(a.slices == b.slices);
  require(a.counted.damaged == b.counted.damaged);
  require(urlsieve::testing::damages(a.counted) == urlsieve::testing::damages(b.counted));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace urlsieve;
  if (size < 1 || size > 4'000) return 0;
  const std::string archive(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto& how = testing::arrivals()[data[0] % testing::arrivals().size()];

  mbox_splitter at_once{input_options{}};
  mbox_splitter in_pieces{input_options{}};
  const testing::fed whole = testing::feed_whole(at_once, archive);
  require_same(whole, testing::feed(in_pieces, archive, how));

  if (separates_messages(archive, true)) {
    std::vector<oracle::mbox_message> given;
    for (const testing::kept_slice& one : whole.slices) {
      given.push_back({one.offset, one.offset + one.body_offset, one.bytes});
    }
    require(given == oracle::mbox_messages(archive).read());
  }

  input_options small;
  small.max_document = 100;
  mbox_splitter small_at_once(small);
  mbox_splitter small_in_pieces(small);
  require_same(testing::feed_whole(small_at_once, archive), testing::feed(small_in_pieces, archive, how));
  return 0;
}
