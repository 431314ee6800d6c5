// The splitters of single messages, NNTP articles, news batches and LISTSERV logs: what they give stands in
// the input where they say, in order, and does not depend on how the bytes arrive.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "src/documents/formats.hpp"
#include "src/documents/mailboxes/listserv_log.hpp"
#include "src/documents/mailboxes/message_file.hpp"
#include "src/documents/mailboxes/news_batch.hpp"
#include "tests/documents/feed.hpp"

namespace {

using namespace urlsieve;

void require(bool holds) {
  if (!holds) std::abort();
}

template <class Splitter>
void check(const std::string& input, const testing::arrival& how, const input_options& options) {
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
    require(input.compare(begin, one.bytes.size(), one.bytes) == 0);
    end = begin + one.bytes.size();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > 10'000) return 0;
  const std::string input(reinterpret_cast<const char*>(data + 1), size - 1);
  const auto& how = testing::arrivals()[(data[0] / 4) % testing::arrivals().size()];
  static_cast<void>(recognise(input_head({}, input, true), {}));
  for (const std::size_t limit : {std::size_t{100}, std::size_t{1} << 20U}) {
    input_options options;
    options.max_document = limit;
    switch (data[0] % 4) {
      case 0:
        check<news_batch_splitter>(input, how, options);
        break;
      case 1:
        check<message_file_splitter>(input, how, options);
        break;
      case 2:
        check<listserv_splitter>(input, how, options);
        break;
      default: {
        packed_news_splitter at_once(options);
        packed_news_splitter in_pieces(options);
        require(testing::feed_whole(at_once, input).slices == testing::feed(in_pieces, input, how).slices);
      }
    }
  }
  return 0;
}
