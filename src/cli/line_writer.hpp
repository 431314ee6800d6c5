// Writes lines to standard output, in large blocks of whole lines.
#ifndef URLSIEVE_CLI_LINE_WRITER_HPP
#define URLSIEVE_CLI_LINE_WRITER_HPP

#include <cstddef>
#include <cstring>
#include <string_view>
#include <vector>

#include "urlsieve/error.hpp"

namespace urlsieve::cli {

class line_writer {
 public:
  // Writes lines unescaped even to a terminal: the lines are already safe for people and contain colors.
  void keep_colors() { keeps_colors_ = true; }

  // Adds a line. After a write error, drops all lines; flush() returns the first error.
  void add(std::string_view line) {
    if (line.size() >= pending_.size() - used_) reserve(line.size() + 1);
    if (!line.empty()) std::memcpy(pending_.data() + used_, line.data(), line.size());
    used_ += line.size();
    pending_[used_++] = '\n';
    if (line_buffered_) write();
  }
  // Adds a line in two steps: begin_line() returns a buffer for `most` bytes, and end_line() sets the size of
  // the line.
  [[nodiscard]] char* begin_line(std::size_t most) {
    if (most >= pending_.size() - used_) reserve(most + 1);
    return pending_.data() + used_;
  }
  void end_line(std::size_t size) {
    used_ += size;
    pending_[used_++] = '\n';
    if (line_buffered_) write();
  }
  // Writes each line at once from here on.
  void set_line_buffered() { line_buffered_ = true; }
  [[nodiscard]] bool failed() const { return !state_; }
  // Writes all pending lines. Returns the first error since construction. Lines that are pending at the
  // destruction of the writer are lost.
  [[nodiscard]] result<void> flush();

 private:
  void reserve(std::size_t size);
  void write();

  std::vector<char> pending_;  // empty before the first line, because every subcommand has a writer
  std::size_t used_ = 0;
  bool line_buffered_ = false;
  bool keeps_colors_ = false;
  result<void> state_;
};

}  // namespace urlsieve::cli

#endif
