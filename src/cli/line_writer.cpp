#include "src/cli/line_writer.hpp"

#include <unistd.h>

#include <cstddef>

#include "src/pipeline/write_all.hpp"

namespace urlsieve::cli {

namespace {
constexpr std::size_t block = std::size_t{256} << 10;
}

void line_writer::add(std::string_view line) {
  pending_.append(line).push_back('\n');
  if (pending_.size() >= block) write();
}

result<void> line_writer::flush() {
  write();
  return state_;
}

void line_writer::write() {
  if (state_) state_ = write_all(STDOUT_FILENO, pending_);
  pending_.clear();
}

}  // namespace urlsieve::cli
