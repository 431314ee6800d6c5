#include "src/documents/mailboxes/message_file.hpp"

#include <algorithm>
#include <charconv>

#include "src/documents/header_fields.hpp"
#include "src/documents/mailboxes/message_signs.hpp"
#include "src/text/lines/line_mark.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t message_file_longest_line = 1024;
// The bytes examined behind a line of ".", and behind the size of an .emlx.
constexpr std::size_t look_behind_mark = std::size_t{4} << 10;

// Returns the size, with its end, of a first line that is not part of the message.
std::size_t mail_line(std::string_view text) {
  if ((!text.starts_with("From "sv) && !text.starts_with(">From "sv)) || begins_field(text)) return 0;
  const std::size_t feed = text.substr(0, message_file_longest_line).find('\n');
  return feed == npos ? 0 : feed + 1;
}

bool is_property_list(std::string_view text) {
  text = trimmed(text.substr(0, look_behind_mark));
  return text.empty() || text.starts_with("<?xml"sv) || text.starts_with("<!DOCTYPE plist"sv) ||
         text.starts_with("<plist"sv) || text.starts_with("bplist"sv);
}

}  // namespace

std::size_t message_file_splitter::lookahead() const {
  return look_behind_mark + 4;
}

message_stream::opening message_file_splitter::read_opening(std::string_view rest, std::uint64_t offset,
                                                            bool last) {
  opening found;
  if (next_ == part::tail) {
    found.skip = rest.size();
    return found;
  }
  if (next_ == part::article) return open_next(rest, last);
  if (const auto before = skip_to_opening(rest, offset, last, " \t\r\n", lookahead())) return *before;
  if (const std::size_t size = emlx_line(rest); size != 0) {
    std::uint64_t number = 0;
    std::from_chars(rest.data(), rest.data() + size, number);
    length_.bytes = number;
    found.own = size;
  } else if (const std::size_t status = nntp_status_line(rest); status != 0) {
    announced_ = true;
    found.own = status;
  }
  while (found.own < 2 * message_file_longest_line) {
    const std::size_t size = mail_line(rest.substr(0, lookahead()).substr(found.own));
    if (size == 0) break;
    found.own += size;
  }
  return found;
}

// Reads the bytes behind an article: its ".", and the status line before the next article.
message_stream::opening message_file_splitter::open_next(std::string_view rest, bool last) {
  opening found;
  if (rest.size() < lookahead() && !last) {
    found.needed = lookahead();
    return found;
  }
  if (rest.front() == '.') {
    found.skip = rest.find('\n') + 1;
    return found;
  }
  found.own = nntp_status_line(rest.substr(0, lookahead()));
  return found;
}

// Returns true if a line of "." that precedes `behind` ends an article.
bool message_file_splitter::ends_article(std::string_view behind, bool bare_feeds, bool last) const {
  if (behind.empty() && last) return announced_ || !bare_feeds;
  behind = behind.substr(0, look_behind_mark);
  return nntp_status_line(behind) != 0 || (!bare_feeds && begins_message(behind));
}

message_stream::ending message_file_splitter::find_end(std::string_view text, std::size_t from, bool whole,
                                                       bool last) {
  if (length_.bytes) return end_of_emlx(text, from, whole, last);
  ending found;
  if (whole && without_dots_ > message_at()) {
    from = std::max(
        from, static_cast<std::size_t>(std::min<std::uint64_t>(without_dots_ - message_at(), text.size())));
  }
  while (true) {
    const std::size_t place = find_line_mark(text, from, "."sv);
    if (place == npos) break;
    from = place + 1;
    if (!last && text.size() < place + lookahead()) {
      const std::size_t there = std::min<std::size_t>(text.size() - place, 3);
      // Most lines that begin with "." are longer.
      if (!".\r\n"sv.starts_with(text.substr(place, there)) &&
          !".\n"sv.starts_with(text.substr(place, std::min<std::size_t>(there, 2))))
        continue;
      found.needed = place + lookahead();
      found.at = place;
      return found;
    }
    const bool bare_feeds = text.substr(place).starts_with(".\n"sv);
    if (!bare_feeds && !text.substr(place).starts_with(".\r\n"sv)) continue;
    const std::size_t behind = place + (bare_feeds ? 2 : 3);
    if (!ends_article(text.substr(behind), bare_feeds, last)) continue;
    found.found = true;
    found.at = place;
    found.stuffing = line_stuffing::nntp;
    next_ = part::article;
    return found;
  }
  found.at = text.size();
  if (announced_) found.stuffing = line_stuffing::nntp;
  return found;
}

// Ends the message of an .emlx at its declared size if the property list is there; else before the list.
message_stream::ending message_file_splitter::end_of_emlx(std::string_view text, std::size_t from, bool whole,
                                                          bool last) {
  const auto end_at = [&](std::size_t size) {
    return size <= text.size() && is_property_list(text.substr(size)) ? size : npos;
  };
  std::optional<ending> found = find_declared_end(length_, text, whole, last, look_behind_mark, end_at);
  if (!found) {
    constexpr std::size_t declaration = 256;
    found = find_marked_end(text, from, last, "<?xml version=", declaration, [](std::string_view line) {
      return line.substr(0, declaration).find("<!DOCTYPE plist"sv) != npos;
    });
    if (length_.contradicted) {
      found->fault = damage::bad_message;
      found->detail = "no property list at the end of the message";
    }
  }
  if (found->found) next_ = part::tail;
  return *found;
}

}  // namespace urlsieve
