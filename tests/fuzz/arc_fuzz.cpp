// The ARC splitter: what it gives stands in the input where it says, and does not depend on how the bytes
// come, with small bounds neither.
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
    for (const testing::kept_slice& one : slices.slices)
      require(archive.substr(one.offset).starts_with(one.target));
  }
}

}  // namespace urlsieve::fuzz::arc_target
