// Splitters of MMDF, Babyl, IMAP dumps and `git cat-file --batch`: slices are in the input at their offsets,
// in order, and do not depend on how the input arrives. Slices of Babyl omit the displayed copy of the
// header.
#include "src/documents/mailboxes/babyl.hpp"
#include "src/documents/mailboxes/git_batch.hpp"
#include "src/documents/mailboxes/imap_fetch.hpp"
#include "src/documents/mailboxes/mmdf.hpp"
#include "tests/fuzz/splitter_claims.hpp"

namespace urlsieve::fuzz::mailboxes_target {

extern const std::size_t longest_input = 10'000;

void run(fuzz_input& given) {
  const unsigned choice = given.byte();
  const testing::way& how = testing::ways[(choice / 4) % testing::ways.size()];
  const std::string_view input = given.rest();
  for (const std::size_t limit : {std::size_t{100}, std::size_t{1} << 20U}) {
    const input_options options = documents_up_to(limit);
    if (choice % 4 == 0)
      require_in_order(require_same<mmdf_splitter>(input, how, options), input);
    else if (choice % 4 == 1)
      require_in_order(require_same<babyl_splitter>(input, how, options), input, stand::rewritten);
    else if (choice % 4 == 3)
      require_in_order(require_same<git_batch_splitter>(input, how, options), input);
    else
      require_in_order(require_same<imap_fetch_splitter>(input, how, options), input);
  }
}

}  // namespace urlsieve::fuzz::mailboxes_target
