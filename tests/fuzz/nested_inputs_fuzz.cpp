// Nested archives: member names and bytes do not depend on how members are read, nor on whether they are
// decoded ahead. Nesting ends.
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/fuzz/opened_archive.hpp"

namespace urlsieve::fuzz::nested_inputs_target {

extern const std::size_t longest_input = 16'000;

void run(fuzz_input& given) {
  const testing::way& how = given.one_of(testing::ways);
  const std::string_view bytes = given.rest();
  const opened_archive whole = open_archive(bytes, testing::at_once);
  if (whole.size >= most_opened) return;
  const opened_archive cut = open_archive(bytes, how, ahead::all);
  require(cut.members == whole.members);
  require(cut.damaged == whole.damaged);
}

}  // namespace urlsieve::fuzz::nested_inputs_target
