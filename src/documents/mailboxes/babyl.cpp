// Rmail shows a message with a generated header; "*** EOOH ***" separates it from the original header. The
// original header is the sender's, so it is joined to the body; the generated header is used only without it.
#include "src/documents/mailboxes/babyl.hpp"

#include <algorithm>
#include <memory>
#include <string>

#include "src/text/arena.hpp"
#include "src/text/lines/line_mark.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view options_begin = "BABYL OPTIONS:";
constexpr std::string_view babyl_mark = "\x1F";  // ends a message, and the options
constexpr std::string_view end_of_original_header = "*** EOOH ***";
constexpr std::size_t babyl_longest_line = 1024;

std::size_t babyl_line_size(std::string_view text) {
  const std::size_t feed = text.substr(0, babyl_longest_line).find('\n');
  return feed == npos ? 0 : feed + 1;
}

// US before a message is followed by FF and a line end; the last US of a file by a line end alone.
bool is_mark(std::string_view text) {
  const std::string_view behind = text.substr(babyl_mark.size(), 2);
  return behind.empty() || behind.starts_with('\f') || behind.starts_with('\n') || behind == "\r\n"sv;
}

// Returns the offset behind the next empty line of `text`; its size if there is none.
std::size_t behind_header(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t feed = text.find('\n', at);
    if (feed == npos) break;
    if (text[at] == '\n' || (text[at] == '\r' && feed == at + 1)) return feed + 1;
    at = feed + 1;
  }
  return text.size();
}

}  // namespace

bool begins_babyl(std::string_view text) {
  return text.starts_with(options_begin);
}

std::size_t babyl_splitter::lookahead() const {
  return 3 * babyl_longest_line;
}

message_stream::opening babyl_splitter::read_opening(std::string_view rest, std::uint64_t offset, bool last) {
  if (const auto before = skip_to_opening(rest, offset, last, "\r\n\0"sv, lookahead())) return *before;
  opening found;
  if (rest.starts_with("\x1F\f"sv)) {
    found.own = babyl_line_size(rest);
    if (found.own == 0) found.own = 2;
    // "1, answered,, label," and, if the header was never pruned, the "*** EOOH ***" of an empty original
    // header.
    found.own += babyl_line_size(rest.substr(found.own));
    if (rest.substr(found.own).starts_with(end_of_original_header))
      found.own += babyl_line_size(rest.substr(found.own));
  } else if (rest.starts_with(babyl_mark) && is_mark(rest)) {
    found.skip = babyl_mark.size();
  } else if (const std::size_t option = babyl_line_size(rest);
             option != 0 &&
             (begins_babyl(rest) || (in_options_ && rest.substr(0, option).find(':') != npos))) {
    in_options_ = true;
    found.skip = option;
    return found;
  } else {
    found.message = false;
  }
  in_options_ = false;
  return found;
}

message_stream::ending babyl_splitter::find_end(std::string_view text, std::size_t from, bool /*whole*/,
                                                bool last) {
  return find_marked_end(text, from, last, babyl_mark, 3, is_mark);
}

void babyl_splitter::transform(slice& message) const {
  const std::size_t end = find_line_mark(message.bytes, 0, end_of_original_header);
  if (end == npos) return;
  const std::string_view behind =
      message.bytes.substr(std::min(message.bytes.find('\n', end), message.bytes.size() - 1) + 1);
  auto joined = std::make_shared<std::string>(message.bytes.substr(0, end));
  if (behind_header(*joined) == joined->size() && !joined->ends_with("\n\n")) joined->append(1, '\n');
  joined->append(behind.substr(behind_header(behind)));
  const std::size_t size = joined->size();
  joined->append(arena::read_padding, '\0');
  message.bytes = std::string_view(*joined).substr(0, size);
  message.owner = std::move(joined);
}

}  // namespace urlsieve
