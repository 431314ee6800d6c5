// line_reader: lines equal a split at line feeds.
#include "src/cli/line_reader.hpp"

#include "src/input/archives/file_archive.hpp"
#include "src/text/encodings/utf8.hpp"
#include "tests/fuzz/fuzz_target.hpp"

namespace urlsieve::fuzz::line_reader_target {

extern const std::size_t longest_input = 4'000;

// First byte: the longest line. Rest: the input of the reader.
void run(fuzz_input& given) {
  const std::size_t longest = given.byte();
  const std::string_view bytes = given.rest();
  if (is_compressed(bytes)) return;
  stats counted;
  const auto source = byte_source::from_memory(bytes, "fuzz");
  cli::line_reader reader(*source, longest, counted);
  for (fuzz_input left(bytes); !left.empty();) {
    std::string_view expected = left.up_to('\n');
    if (expected.ends_with('\r')) expected.remove_suffix(1);
    expected = without_utf8_mark(expected);
    const auto line = reader.next();
    require(line.has_value() && line->too_long == (expected.size() > longest));
    require(line->too_long || line->text == expected);
  }
  require(!reader.next());
}

}  // namespace urlsieve::fuzz::line_reader_target
