// Header blocks: names and values are in order in the block and have no surrounding white space. A value
// unfolds to its trimmed lines.
#include "src/documents/header_fields.hpp"

#include <string>

#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::header_fields_target {
namespace {

std::string unfolded_by_lines(std::string_view value, std::string_view joint) {
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

// First byte: whether a line without a colon ends the block.
void run(fuzz_input& given) {
  const bool stops = given.byte() % 2 != 0;
  const std::string_view block = given.rest();
  header_fields fields(block);
  if (stops) fields.stop_at([](std::string_view rest) { return rest.starts_with('<'); });
  const char* at = block.data();
  header_field field;
  while (fields.next(field)) {
    require(field.name.data() >= at && field.value.data() >= field.name.data() + field.name.size());
    at = field.value.data() + field.value.size();
    require(at <= block.data() + block.size());
    require(trimmed(field.name) == field.name && trimmed(field.value) == field.value);
    require(field.name.find_first_of(":\n") == std::string_view::npos);
    arena buffer;
    for (const std::string_view joint : {"", " "}) {
      const std::string_view plain = unfolded(field.value, joint, buffer);
      require(plain == unfolded_by_lines(field.value, joint) && plain.find('\n') == std::string_view::npos);
    }
  }
  require(fields.end() <= block.size());
  require(fields.terminated() || fields.stopped() || fields.end() == block.size());
  require(!fields.terminated() || block[fields.end() - 1] == '\n');
}

}  // namespace urlsieve::fuzz::header_fields_target
