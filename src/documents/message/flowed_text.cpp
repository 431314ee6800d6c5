#include "src/documents/message/flowed_text.hpp"

#include <cstddef>
#include <cstring>

#include "src/text/encodings/quoted_printable.hpp"

namespace urlsieve {
namespace {

// A line as in RFC 3676 section 4.5: quote marks, an optional stuffed blank, words.
struct flowed_line {
  std::size_t depth = 0;
  std::size_t words = 0;  // offset of the words
  std::size_t end = 0;    // end of the words; the line break follows
  std::size_t next = 0;   // offset of the next line
  bool soft = false;      // the line break is soft
  bool signature = false;
};

flowed_line line_at(std::string_view text, std::size_t at) {
  flowed_line line;
  const void* const found = std::memchr(text.data() + at, '\n', text.size() - at);
  const std::size_t line_feed = found == nullptr
                                    ? text.size()
                                    : static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
  line.next = found == nullptr ? text.size() : line_feed + 1;
  line.end = line_feed > at && text[line_feed - 1] == '\r' ? line_feed - 1 : line_feed;
  line.words = at;
  while (line.words < line.end && text[line.words] == '>') ++line.words;
  line.depth = line.words - at;
  if (line.words < line.end && text[line.words] == ' ') ++line.words;
  line.signature = text.substr(line.words, line.end - line.words) == "-- ";
  line.soft = !line.signature && found != nullptr && line.end > line.words && text[line.end - 1] == ' ';
  return line;
}

}  // namespace

std::string_view unflowed(std::string_view text, bool del_sp, arena& out) {
  if (!del_sp) return text;
  char* place = nullptr;
  std::size_t written = 0;
  std::size_t copied = 0;
  const auto copy_until = [&](std::size_t to) {
    if (place == nullptr) place = out.reserve(text.size() + decoding_slack);
    std::memcpy(place + written, text.data() + copied, to - copied);
    written += to - copied;
  };
  flowed_line before;
  for (std::size_t at = 0; at < text.size();) {
    const flowed_line line = line_at(text, at);
    // A soft break before a line of another depth ends the paragraph (section 4.5).
    if (before.soft && line.depth == before.depth && !line.signature) {
      copy_until(before.end - 1);
      copied = line.words;
    } else if (line.depth == 0 && line.words > at) {
      copy_until(at);
      copied = line.words;
    }
    before = line;
    at = line.next;
  }
  if (place == nullptr) return text;
  copy_until(text.size());
  return out.commit(written);
}

}  // namespace urlsieve
