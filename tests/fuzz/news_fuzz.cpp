// Splitters of single messages, NNTP articles, news batches and LISTSERV logs: slices are in the input at
// their offsets, in order, and do not depend on how the input arrives.
#include "src/documents/mailboxes/listserv_log.hpp"
#include "src/documents/mailboxes/message_file.hpp"
#include "src/documents/mailboxes/news_batch.hpp"
#include "tests/fuzz/splitter_claims.hpp"

namespace urlsieve::fuzz::news_target {

extern const std::size_t longest_input = 10'000;

void run(fuzz_input& given) {
  const unsigned choice = given.byte();
  const testing::way& how = testing::ways[(choice / 4) % testing::ways.size()];
  const std::string_view input = given.rest();
  for (const std::size_t limit : {std::size_t{100}, std::size_t{1} << 20U}) {
    const input_options options = documents_up_to(limit);
    if (choice % 4 == 0)
      require_in_order(require_same<news_batch_splitter>(input, how, options), input);
    else if (choice % 4 == 1)
      require_in_order(require_same<message_file_splitter>(input, how, options), input);
    else if (choice % 4 == 2)
      require_in_order(require_same<listserv_splitter>(input, how, options), input);
    else
      require_same<compressed_news_splitter>(input, how, options);  // slices are in the decompressed bytes
  }
}

}  // namespace urlsieve::fuzz::news_target
