// Splits and reads lists of references, one per line. A list that was detected by its first lines may hold
// text: its lines that are not one URL are searched as text.
#ifndef URLSIEVE_DOCUMENTS_URL_LIST_HPP
#define URLSIEVE_DOCUMENTS_URL_LIST_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "src/documents/lines/line_runs.hpp"
#include "urlsieve/reference.hpp"

namespace urlsieve {

// Delivers windows of one document of media::url_list. The runs are short, so that batches take similar time:
// a list is read hardly slower than copied.
class url_list_splitter final : public line_run_splitter {
 public:
  static constexpr std::size_t run_of_urls = std::size_t{64} << 10U;

  // `may_hold_text`: see slice::may_hold_text.
  explicit url_list_splitter(const input_options& options, bool may_hold_text = false)
      : line_run_splitter(slice_kind::whole, media::url_list, options, run_of_urls, may_hold_text) {}
};

// Returns true for one absolute URL between white space: a scheme, "://", at least one more byte, no white
// space, controls, quotation marks or angle brackets, and no text behind the URL (has_text_behind_url()).
[[nodiscard]] bool is_url_line(std::string_view line);

// Appends each non-blank line of `lines` to `out`, without its line end (CR LF or LF) and a leading byte
// order mark. Requires: `lines` is smaller than 4 GiB.
void read_url_lines(std::string_view lines, std::vector<reference>& out);

// A line whose count is missing or invalid.
struct bad_line_count {
  std::uint32_t position;    // of the column, or of the line if the column is missing
  std::string_view written;  // empty: the column is missing
};

// Reads lines of columns separated by TABs. Appends the first column of each non-blank line to `out`, as
// read_url_lines() does, and the number in column `column` to `counts`: decimal digits, from 0 to 2^63 - 1,
// possibly between blanks. A line without such a number has the count 1, and is appended to `bad`.
// Requires: `column` > 1; `lines` is smaller than 4 GiB.
void read_counted_lines(std::string_view lines, std::uint32_t column, std::vector<reference>& out,
                        std::vector<std::uint64_t>& counts, std::vector<bad_line_count>& bad);

}  // namespace urlsieve

#endif
