// Format recognition: every input has a format or a reason for a skip. Bytes beyond input_head_size do not
// affect the result.
#include "src/documents/formats.hpp"

#include <string>

#include "tests/fuzz/fuzz_target.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve::fuzz::formats_target {
namespace {

format_match format_of(std::string_view bytes, bool whole) {
  return match_format(input_head("x.html", bytes, whole), {});
}

}  // namespace

extern const std::size_t longest_input = 40'000;

void run(fuzz_input& given) {
  const std::string_view head = given.rest();
  const format_match whole = format_of(head, true);
  require((whole.as == nullptr) != whole.skipped.empty());
  require(!whole.at || *whole.at < head.size());
  if (head.size() >= input_head_size) return;
  std::string longer(head);
  longer.resize(input_head_size, ' ');
  require(format_of(longer + "x", false).as == format_of(longer + std::string(99, '\0'), false).as);
}

}  // namespace urlsieve::fuzz::formats_target
