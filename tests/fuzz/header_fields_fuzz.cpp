// Header blocks: names and values lie in order in the block, without white space around them, and a value
// unfolds as line by line it would.
#include "src/documents/header_fields.hpp"

#include <string>

#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::header_fields_target {
namespace {

std::string slowly_unfolded(std::string_view value, std::string_view joint) {
  std::string all;
  for (;; all += joint) {
    const bool ends = value.find('\n') == std::string_view::npos;
    all += trimmed(value.substr(0, value.find('\n')));
    if (ends) return all;
    value.remove_prefix(value.find('\n') + 1);
  }
}

}  // namespace

extern const std::size_t longest_input = 10'000;

// The first byte says whether a line without a colon ends the block.
void run(fuzz_input& given) {
  const bool stops = given.byte() % 2 != 0;
  const std::string_view block = given.rest();
  header_fields fields(block);
  if (stops) fields.stop_at([](std::string_view rest) { return rest.starts_with('<'); });
  const char* at = block.data();
  header_field one;
  while (fields.next(one)) {
    require(one.name.data() >= at && one.value.data() >= one.name.data() + one.name.size());
    at = one.value.data() + one.value.size();
    require(at <= block.data() + block.size());
    require(trimmed(one.name) == one.name && trimmed(one.value) == one.value);
    require(one.name.find_first_of(":\n") == std::string_view::npos);
    arena buffer;
    for (const std::string_view joint : {"", " "}) {
      const std::string_view plain = unfolded(one.value, joint, buffer);
      require(plain == slowly_unfolded(one.value, joint) && plain.find('\n') == std::string_view::npos);
    }
  }
  require(fields.end() <= block.size());
  require(fields.terminated() || fields.stopped() || fields.end() == block.size());
  require(!fields.terminated() || block[fields.end() - 1] == '\n');
}

}  // namespace urlsieve::fuzz::header_fields_target
