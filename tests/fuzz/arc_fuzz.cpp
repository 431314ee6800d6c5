// ARC splitter: slices, counts and damage do not depend on how the input arrives, with large and small
// document limits. Each slice is in the input at its offset, which begins with the URL of the record.
#include "src/documents/archives/arc.hpp"
#include "tests/fuzz/splitter_claims.hpp"

namespace urlsieve::fuzz::arc_target {

extern const std::size_t longest_input = 40'000;

void run(fuzz_input& given) {
  const testing::way& how = given.one_of(testing::ways);
  const std::string_view archive = given.rest();
  for (const input_options& options : {input_options{}, documents_up_to(300)}) {
    const testing::fed slices = require_same<arc_splitter>(archive, how, options);
    require_in_order(slices, archive);
    for (const testing::kept_slice& record : slices.slices)
      require(archive.substr(record.offset).starts_with(record.target));
  }
}

}  // namespace urlsieve::fuzz::arc_target
