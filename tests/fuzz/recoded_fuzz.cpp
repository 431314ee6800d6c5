// Recoding sources: UTF-16 and UTF-32 to UTF-8, CR to LF, rows to their URLs. The result does not depend on
// how the source is read; UTF-8 is valid, except of text that was appended to UTF-16, and line-feed and
// column sources keep the size.
#include <memory>
#include <string>

#include "src/input/archives/file_archive.hpp"
#include "src/input/recoding/line_feed_source.hpp"
#include "src/input/recoding/url_rows_source.hpp"
#include "src/input/recoding/utf16_source.hpp"
#include "src/text/encodings/utf16_runs.hpp"
#include "src/text/encodings/utf8.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/input/reading.hpp"

namespace urlsieve::fuzz::recoded_target {
namespace {

enum class recoding : unsigned char { wide, line_feeds, columns, objects };

std::string recoded(std::string_view bytes, recoding as, std::size_t seen, const testing::way& how) {
  std::unique_ptr<byte_source> stored = byte_source::from_memory(bytes, "fuzz");
  if (as == recoding::columns || as == recoding::objects)
    return read_all(
               *as_url_lines(std::move(stored), {false, as == recoding::objects, seen % 3, 1 + seen / 3 % 2}),
               how)
        .bytes;
  stats counted;
  std::string head(seen, '\0');
  head.resize(stored->read(head, counted));
  if (as == recoding::line_feeds) return read_all(*with_line_feeds(std::move(stored), head), how).bytes;
  const auto from = find_wide_encoding(head);
  return from ? read_all(*as_utf8(std::move(stored), *from, head), how).bytes : std::string();
}

bool has_appended_text(std::string_view bytes, std::size_t seen) {
  const auto from = find_wide_encoding(bytes.substr(0, seen));
  return from && from->unit == 2 && utf16_prefix(bytes.substr(from->mark), from->big_endian, true).ended;
}

}  // namespace

extern const std::size_t longest_input = 8'000;

void run(fuzz_input& given) {
  const auto as = static_cast<recoding>(given.byte() % 4);
  const std::size_t seen = given.byte();
  const testing::way& how = given.one_of(testing::ways);
  const std::string_view bytes = given.rest();
  if (is_compressed(bytes)) return;
  const std::string whole = recoded(bytes, as, seen, testing::at_once);
  require(recoded(bytes, as, seen, how) == whole);
  if (as == recoding::wide)
    require(whole.size() <= 3 * bytes.size() && (is_utf8(whole) || has_appended_text(bytes, seen)));
  else if (as == recoding::objects)
    require(whole.size() <= bytes.size());  // an incomplete escape yields nothing
  else
    require(whole.size() == bytes.size());
}

}  // namespace urlsieve::fuzz::recoded_target
