// Flowed text: joined paragraphs equal those of the reference implementation.
#include "src/documents/message/flowed_text.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/oracle/flowed_twin.hpp"

namespace urlsieve::fuzz::flowed_text_target {

extern const std::size_t longest_input = 20'000;

void run(fuzz_input& given) {
  const std::string_view text = given.rest();
  arena buffer;
  require(unflowed(text, true, buffer) == oracle::unflowed(text));
  require(unflowed(text, false, buffer).data() == text.data());
}

}  // namespace urlsieve::fuzz::flowed_text_target
