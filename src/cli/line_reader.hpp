// Reads the lines of an input, one at a time, in bounded memory. The text of a line longer than the bound is
// dropped. LF or CRLF ends a line; the last line may lack its end. A UTF-8 byte order mark at the beginning
// of a line is removed.
#ifndef URLSIEVE_CLI_LINE_READER_HPP
#define URLSIEVE_CLI_LINE_READER_HPP

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "src/input/byte_source.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve::cli {

class line_reader {
 public:
  struct line {
    std::string_view text;  // without line end; valid until the next call
    bool too_long = false;  // if true, `text` is empty
  };

  // `source` and `counted` must outlive the reader. `before_waiting` is called when the input pauses, before
  // next() waits for more.
  line_reader(byte_source& source, std::size_t longest, stats& counted,
              std::function<void()> before_waiting = {});

  // Returns the next line; nullopt at the end. Damage of the input is counted, and ends nothing. A lack of
  // resources (src/text/resource_exhaustion.hpp) ends the lines: the line that is cut off is not returned,
  // and the caller asks byte_source::exhaustion().
  [[nodiscard]] std::optional<line> next();

 private:
  bool refill();

  byte_source& source_;
  std::size_t longest_;
  stats& counted_;
  std::function<void()> before_waiting_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool is_inside_long_line_ = false;  // the front of a line that is too long was dropped
};

}  // namespace urlsieve::cli

#endif
