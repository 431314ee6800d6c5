// Lines are views of one buffer. The bytes of a line that is too long are dropped; the line is still returned
// as too long, so line numbers stay correct.
#include "src/cli/line_reader.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "src/text/encodings/utf8.hpp"

namespace urlsieve::cli {

namespace {

constexpr std::size_t read_block = std::size_t{256} << 10;

// Bytes of a line outside its text: a byte order mark and CR.
constexpr std::size_t longest_frame = utf8_mark.size() + 1;

// Removes CR and a byte order mark from a line. Concatenated lists may have byte order marks before any line.
std::string_view bare_line(std::string_view text) {
  if (!text.empty() && text.back() == '\r') text.remove_suffix(1);
  return without_utf8_mark(text);
}

}  // namespace

line_reader::line_reader(byte_source& source, std::size_t longest, stats& counted,
                         std::function<void()> before_waiting)
    : source_(source),
      longest_(longest),
      counted_(counted),
      before_waiting_(std::move(before_waiting)),
      buffer_(longest + read_block + 1) {}

// Moves the remaining bytes to the front and reads more. A line before missing bytes ends there. Returns
// false at the end of the input.
bool line_reader::refill() {
  if (before_waiting_ && source_.pauses()) before_waiting_();
  std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
            buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
  end_ -= begin_;
  begin_ = 0;
  const std::size_t count =
      source_.read(std::span(buffer_).subspan(end_, buffer_.size() - end_ - 1), counted_);
  if (count != 0 && (end_ != 0 || is_inside_long_line_) && source_.after_gap()) {
    const auto read = buffer_.begin() + static_cast<std::ptrdiff_t>(end_);
    std::copy_backward(read, read + static_cast<std::ptrdiff_t>(count),
                       read + static_cast<std::ptrdiff_t>(count) + 1);
    buffer_[end_++] = '\n';
  }
  end_ += count;
  return count != 0;
}

std::optional<line_reader::line> line_reader::next() {
  is_inside_long_line_ = false;
  std::size_t searched = begin_;
  while (true) {
    const void* const found = std::memchr(buffer_.data() + searched, '\n', end_ - searched);
    if (found != nullptr) {
      const auto line_end = static_cast<std::size_t>(static_cast<const char*>(found) - buffer_.data());
      const std::string_view text = bare_line({buffer_.data() + begin_, line_end - begin_});
      begin_ = line_end + 1;
      const bool too_long = is_inside_long_line_ || text.size() > longest_;
      return line{too_long ? std::string_view() : text, too_long};
    }
    if (end_ - begin_ > longest_ + longest_frame) {
      is_inside_long_line_ = true;
      begin_ = end_;
    }
    const std::size_t pending = end_ - begin_;
    if (!refill()) break;
    searched = pending;
  }
  if ((begin_ == end_ && !is_inside_long_line_) || source_.exhaustion() != 0) return std::nullopt;
  const std::string_view text = bare_line({buffer_.data() + begin_, end_ - begin_});
  begin_ = end_;
  const bool too_long = is_inside_long_line_ || text.size() > longest_;
  return line{too_long ? std::string_view() : text, too_long};
}

}  // namespace urlsieve::cli
