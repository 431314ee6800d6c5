// _SUCCESS: of a manifest there is one text that is its mark, and JSON that was read is written as it was.
#include <string>

#include "src/shards/manifest_writer.hpp"
#include "src/shards/success_mark.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/json/json_reader.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::output_mark_target {

extern const std::size_t longest_input = 4'000;

// The mark up to a NUL, and the manifest.
void run(fuzz_input& given) {
  const std::string_view mark = given.up_to('\0');
  const std::string_view text = given.rest();
  const std::string sound = success_text(text);
  require(!success_fault(sound, text) && sound.ends_with("  manifest.json\n"));
  require(success_fault(mark, text).has_value() == (mark != sound));
  require(success_fault(sound, std::string(text) + " ").has_value());
  const std::string key = key_for_manifest(mark);
  require(is_utf8(key) && key_for_manifest(key) == key);
  const auto read = read_json(text);
  if (!read) return;
  const std::string dumped = read->dump();
  const auto again = read_json(dumped);
  require(again && again->dump() == dumped);
}

}  // namespace urlsieve::fuzz::output_mark_target
