#include "src/documents/header_fields.hpp"

#include <cstring>

#include "src/text/ascii.hpp"

namespace urlsieve {
namespace {

constexpr bool is_space(char c) {
  return ascii::is_blank(c) || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

// Returns true for LF with any number of CRs before it: text mode, applied twice, writes two.
bool is_empty_line(std::string_view line) {
  return line.back() == '\n' && line.find_first_not_of('\r') == line.size() - 1;
}

}  // namespace

// Reads a line with its line end; the end of the block also ends a line.
std::string_view header_fields::line() {
  const char* const from = block_.data() + at_;
  const auto* const feed = static_cast<const char*>(std::memchr(from, '\n', block_.size() - at_));
  const std::size_t size = feed == nullptr ? block_.size() - at_ : static_cast<std::size_t>(feed + 1 - from);
  if (feed != nullptr && (size == 1 || feed[-1] != '\r')) bare_line_feed_ = true;
  if (feed != nullptr && size > 2 && feed[-1] == '\r' && feed[-2] == '\r') doubled_return_ = true;
  at_ += size;
  return {from, size};
}

bool header_fields::next(header_field& field) {
  while (at_ < block_.size()) {
    const std::size_t begin = at_;
    const std::string_view first = line();
    if (is_empty_line(first)) {
      terminated_ = true;
      return false;
    }
    const std::size_t colon = first.find(':');
    if (colon == std::string_view::npos && stops_ != nullptr && stops_(block_.substr(begin))) {
      at_ = begin;
      stopped_ = true;
      return false;
    }
    while (at_ < block_.size() && ascii::is_blank(block_[at_])) static_cast<void>(line());
    if (colon == std::string_view::npos) {
      without_colon_ = true;
      continue;
    }
    field.name = trimmed(first.substr(0, colon));
    field.value = trimmed(block_.substr(begin + colon + 1, at_ - begin - colon - 1));
    return true;
  }
  return false;
}

header_end end_of_header(std::string_view block) {
  header_fields fields(block);
  for (header_field field; fields.next(field);) {
  }
  return {fields.end(), fields.terminated()};
}

std::string_view trimmed_of_blanks(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view unfolded(std::string_view value, std::string_view joint, arena& scratch) {
  if (value.find('\n') == std::string_view::npos) return value;
  char* const place = scratch.reserve(value.size() * (joint.size() + 1));
  std::size_t size = 0;
  while (true) {
    const std::size_t feed = value.find('\n');
    const std::string_view piece = trimmed(value.substr(0, feed));
    size += piece.copy(place + size, piece.size());
    if (feed == std::string_view::npos) break;
    size += joint.copy(place + size, joint.size());
    value.remove_prefix(feed + 1);
  }
  return scratch.commit(size);
}

}  // namespace urlsieve
