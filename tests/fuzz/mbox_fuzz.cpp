// mbox splitter: messages equal the messages of the reference implementation. Slices, counts and damage do
// not depend on how the input arrives, with large and small document limits.
#include "src/documents/mailboxes/mbox.hpp"

#include "src/documents/mailboxes/mbox_separator.hpp"
#include "tests/fuzz/splitter_claims.hpp"
#include "tests/oracle/mbox_messages.hpp"

namespace urlsieve::fuzz::mbox_target {

extern const std::size_t longest_input = 4'000;

void run(fuzz_input& given) {
  const testing::way& how = given.one_of(testing::ways);
  const std::string_view archive = given.rest();
  const testing::fed whole = require_same<mbox_splitter>(archive, how, input_options{});
  require_same<mbox_splitter>(archive, how, documents_up_to(100));
  if (!separates_messages(archive, true)) return;
  std::vector<oracle::mbox_message> messages;
  for (const testing::kept_slice& record : whole.slices)
    messages.push_back({record.offset, record.offset + record.body_offset, record.bytes});
  require(messages == oracle::mbox_messages(std::string(archive)).read());
}

}  // namespace urlsieve::fuzz::mbox_target
