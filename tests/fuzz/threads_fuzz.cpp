// An input of any format yields the same rows and counters with one and four threads and with any batch size.
#include "tests/fuzz/rows_of_run.hpp"

namespace urlsieve::fuzz::threads_target {

extern const std::size_t longest_input = 16'000;

// First byte: options. Second byte: the batch size.
void run(fuzz_input& given) {
  const unsigned manner = given.byte();
  extract_options options;
  options.batch_bytes = 1 + 16U * given.byte();
  options.base = "http://base.example/a/";
  options.mail.attachments = (manner & 1U) != 0;
  options.output.dedup = (manner & 2U) != 0;
  options.links.scripts = (manner & 4U) != 0;
  options.links.text_links = (manner & 8U) != 0;
  options.text.refang = (manner & 16U) != 0;
  if ((manner & 32U) != 0) options.input.max_document = 256;
  const std::string_view bytes = given.rest();
  const rows_of_run expected = run_on_file(bytes, options, 1);
  const rows_of_run four = run_on_file(bytes, options, 4);
  require(expected.rows == four.rows);
  require(same_counts(expected.counted, four.counted));
  options.batch_bytes = extract_options().batch_bytes;
  const rows_of_run large = run_on_file(bytes, options, (manner & 64U) != 0 ? 4 : 1);
  require(expected.rows == large.rows);
  require(same_counts(expected.counted, large.counted));
}

}  // namespace urlsieve::fuzz::threads_target
