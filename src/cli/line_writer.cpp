#include "src/cli/line_writer.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstddef>

#include "src/pipeline/outputs/write_all.hpp"

namespace urlsieve::cli {

namespace {
constexpr std::size_t write_block = std::size_t{256} << 10;
}

void line_writer::reserve(std::size_t size) {
  write();
  if (pending_.size() < size) pending_.resize(std::max(size, write_block));
}

result<void> line_writer::flush() {
  write();
  return state_;
}

void line_writer::write() {
  const std::string_view lines(pending_.data(), used_);
  if (state_) state_ = keeps_colors_ ? write_as_is(STDOUT_FILENO, lines) : write_all(STDOUT_FILENO, lines);
  used_ = 0;
}

}  // namespace urlsieve::cli
