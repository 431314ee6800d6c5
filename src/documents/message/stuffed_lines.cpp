#include "src/documents/message/stuffed_lines.hpp"

#include <cstddef>

#include "src/text/encodings/quoted_printable.hpp"
#include "src/text/lines/line_mark.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/line_scan.hpp"

namespace urlsieve {
namespace {

constexpr line_pattern stuffed_more_than_once = line_pattern()
                                                    .add(byte_halves::of('>'), byte_halves::of('F'))
                                                    .add(byte_halves::of('>'), byte_halves::of('>'));

// Returns the next line behind `at` - 1 that may be stuffed; npos if there is none. Requires: `at` is not 0.
std::size_t find_stuffed(std::string_view text, std::size_t at, line_stuffing stuffing) {
  if (at >= text.size()) return npos;
  if (stuffing != line_stuffing::mboxrd)
    return find_line_mark(text, at, stuffing == line_stuffing::nntp ? ".." : ">From ");
  at = line_scanner::choose().find_line(text.data(), text.size(), at, stuffed_more_than_once);
  return at == text.size() ? npos : at;
}

// Returns true if the container added the first byte of the line at `at`.
bool is_stuffed(std::string_view text, std::size_t at, line_stuffing stuffing) {
  switch (stuffing) {
    case line_stuffing::none:
      return false;
    case line_stuffing::nntp:
      return text.substr(at).starts_with("..");
    case line_stuffing::mboxo:
      return text.substr(at).starts_with(">From ");
    case line_stuffing::mboxrd: {
      const std::size_t behind = text.find_first_not_of('>', at);
      return text[at] == '>' && behind != npos && text.substr(behind).starts_with("From ");
    }
  }
  return false;
}

}  // namespace

std::string_view without_stuffing(std::string_view text, line_stuffing stuffing, arena& out) {
  if (stuffing == line_stuffing::none || text.empty()) return text;
  char* place = nullptr;
  std::size_t size = 0;
  std::size_t copied = 0;
  for (std::size_t at = 0; at != npos;) {
    if (is_stuffed(text, at, stuffing)) {
      if (place == nullptr) place = out.reserve(text.size() + decoding_slack);
      size += text.substr(copied, at - copied).copy(place + size, at - copied);
      copied = at + 1;
    }
    at = find_stuffed(text, at + 1, stuffing);
  }
  if (place == nullptr) return text;
  size += text.substr(copied).copy(place + size, text.size() - copied);
  return out.commit(size + decoding_slack).substr(0, size);
}

}  // namespace urlsieve
