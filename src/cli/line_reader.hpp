// The lines of an input, one at a time, in bounded memory: of a line longer than the bound only that it was
// too long is known. LF or CRLF ends a line; the last one may lack its end. A byte order mark of UTF-8
// in front of a line is no part of it.
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
    std::string_view text;  // without its end; lives until the next call
    bool too_long = false;  // then `text` is empty
  };

  // `source` and `counted` must outlive the reader.
  // `before_waiting`: called where the input pauses, that is, before next() waits for more.
  line_reader(byte_source& source, std::size_t longest, stats& counted,
              std::function<void()> before_waiting = {});

  // Nothing at the end. What a shortage (urlsieve/shortage.hpp) cut off is no line.
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
};

}  // namespace urlsieve::cli

#endif
