// Charset detection: valid UTF-8 yields no guess, and a guess is deterministic. Text that a source decodes is
// UTF-8 and does not depend on how the text is read. Text detected as UTF-16 or UTF-32 converts to UTF-8.
#include "src/codec/charset_detection.hpp"

#include <memory>
#include <optional>
#include <string>

#include "src/input/archives/file_archive.hpp"
#include "src/input/recoding/charset_source.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/encodings/wide_text.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/input/reading.hpp"

namespace urlsieve::fuzz::charset_detection_target {
namespace {

std::string decoded_text(std::string_view bytes, const encoding& from, std::size_t seen,
                         const testing::way& how) {
  std::unique_ptr<byte_source> stored = byte_source::from_memory(bytes, "fuzz");
  stats counted;
  std::string head(seen, '\0');
  head.resize(stored->read(head, counted));
  return read_all(*as_decoded(std::move(stored), from, head), how).bytes;
}

}  // namespace

extern const std::size_t longest_input = 8'000;

void run(fuzz_input& given) {
  const std::size_t seen = given.byte();
  const testing::way& how = given.one_of(testing::ways);
  const std::string_view bytes = given.rest();
  if (const std::optional<wide_encoding> wide = find_wide_encoding(bytes))
    require(is_utf8(wide_as_utf8(bytes, *wide)));
  const encoding guess = guess_encoding(bytes);
  require(guess_encoding(std::string(bytes)) == guess);
  if (is_utf8(bytes)) require(guess.kind == encoding_kind::unknown);
  if (guess.kind == encoding_kind::unknown || is_compressed(bytes)) return;
  const std::string whole = decoded_text(bytes, guess, seen, testing::at_once);
  require(is_utf8(whole));
  require(decoded_text(bytes, guess, seen, how) == whole);
}

}  // namespace urlsieve::fuzz::charset_detection_target
