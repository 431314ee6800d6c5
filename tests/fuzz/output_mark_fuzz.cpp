// _SUCCESS: a manifest has exactly one valid text of the mark. Parsed JSON writes back to the same JSON.
#include <string>

#include "src/shards/manifest_writer.hpp"
#include "src/shards/success_mark.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/json/json_reader.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::output_mark_target {

extern const std::size_t longest_input = 4'000;

// Input: a mark, NUL, a manifest.
void run(fuzz_input& given) {
  const std::string_view mark = given.up_to('\0');
  const std::string_view text = given.rest();
  const std::string valid = success_text(text);
  require(!success_fault(valid, text) && valid.ends_with("  manifest.json\n"));
  require(success_fault(mark, text).has_value() == (mark != valid));
  require(success_fault(valid, std::string(text) + " ").has_value());
  const std::string key = key_for_manifest(mark);
  require(is_utf8(key) && key_for_manifest(key) == key);
  const auto read = read_json(text);
  if (!read) return;
  const std::string dumped = read->dump();
  const auto again = read_json(dumped);
  require(again && again->dump() == dumped);
}

}  // namespace urlsieve::fuzz::output_mark_target
