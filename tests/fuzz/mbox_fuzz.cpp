// The mbox splitter: what it gives agrees with its slow twin, and does not depend on how the bytes come, with
// small bounds neither.
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
  for (const testing::kept_slice& one : whole.slices)
    messages.push_back({one.offset, one.offset + one.body_offset, one.bytes});
  require(messages == oracle::mbox_messages(std::string(archive)).read());
}

}  // namespace urlsieve::fuzz::mbox_target
