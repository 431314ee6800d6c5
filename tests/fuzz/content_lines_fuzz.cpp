// Calendars and cards: the text equals the text of the reference implementation, which does not support
// quoted-printable.
#include "src/documents/message/content_lines.hpp"

#include <string>

#include "src/text/ascii.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/oracle/content_lines_twin.hpp"

namespace urlsieve::fuzz::content_lines_target {

extern const std::size_t longest_input = 1'000;

void run(fuzz_input& given) {
  const std::string_view text = given.rest();
  arena buffer;
  const std::string_view joined = joined_content_lines(text, buffer);
  const exact_bytes lines(joined);
  const std::string_view plain = plain_content_lines(lines.view(), buffer);
  if (!ascii::contains(joined, "quoted-printable"))
    require(plain == oracle::plain_content_lines(std::string(text)));
  (void)begins_content_lines(text);
}

}  // namespace urlsieve::fuzz::content_lines_target
