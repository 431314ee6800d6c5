// Lines to standard output in large writes of whole lines.
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
  // Lines are for people already, and have colours: a terminal gets them as they are.
  void keep_colors() { as_is_ = true; }

  // Keeps the first error, which flush() returns; after one nothing more is written.
  void add(std::string_view line) {
    if (line.size() >= pending_.size() - used_) make_room(line.size() + 1);
    if (!line.empty()) std::memcpy(pending_.data() + used_, line.data(), line.size());
    used_ += line.size();
    pending_[used_++] = '\n';
    if (each_) write();
  }
  // The same in two steps: room for a line of at most `most` bytes, and how many it has.
  [[nodiscard]] char* begin_line(std::size_t most) {
    if (most >= pending_.size() - used_) make_room(most + 1);
    return pending_.data() + used_;
  }
  void end_line(std::size_t size) {
    used_ += size;
    pending_[used_++] = '\n';
    if (each_) write();
  }
  // From here on each line is written at once.
  void write_each() { each_ = true; }
  [[nodiscard]] bool failed() const { return !state_; }
  // Writes what there is.
  [[nodiscard]] result<void> flush();

 private:
  void make_room(std::size_t size);
  void write();

  std::vector<char> pending_;  // empty until there is a line: every subcommand has one of these
  std::size_t used_ = 0;
  bool each_ = false;
  bool as_is_ = false;
  result<void> state_;
};

}  // namespace urlsieve::cli

#endif
