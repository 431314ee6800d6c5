#include "src/documents/message/mail_header.hpp"

#include <cstring>

#include "src/documents/lines/last_line_end.hpp"
#include "src/documents/mailboxes/message_signs.hpp"
#include "src/documents/message/mail_links.hpp"
#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t longest_name = 128;

constexpr byte_halves letter(char lower) {
  return byte_halves::in_any_case(lower);
}

// Matches Content-*, Message-ID, the empty line, and possible delimiter lines; with links also List-*, Link,
// Archived-At, URL, OpenPGP and X-*. Two pairs of letters share a row of the pattern, so the scan also visits
// a few other lines.
constexpr line_pattern make_pattern(bool with_links) {
  line_pattern pattern;
  pattern.add(letter('c'), letter('o'))
      .add(letter('m'), letter('e'))
      .add(byte_halves::of('\n'), {})
      .add(byte_halves::of('\r'), byte_halves::of('\n'));
  if (!with_links) {
    pattern.add(byte_halves::of('-'), byte_halves::of('-'));
  } else {
    pattern.add(letter('l'), letter('i'))
        .add(letter('a') | letter('u'), letter('r'))
        .add(letter('o'), letter('p'))
        .add(letter('x') | byte_halves::of('-'), byte_halves::of('-'));
  }
  return pattern;
}

std::size_t line_end(std::string_view text, std::size_t at) {
  const auto* const feed = static_cast<const char*>(std::memchr(text.data() + at, '\n', text.size() - at));
  return feed == nullptr ? text.size() : static_cast<std::size_t>(feed + 1 - text.data());
}

// Returns the offset behind the field at `at`, including its folded lines.
std::size_t field_end(std::string_view text, std::size_t at) {
  do {
    at = line_end(text, at);
  } while (at < text.size() && (text[at] == ' ' || text[at] == '\t'));
  return at;
}

// Returns the offset behind an empty line at `at`; 0 if there is none.
std::size_t empty_line_end(std::string_view text, std::size_t at) {
  if (text[at] == '\n') return at + 1;
  return text.substr(at).starts_with("\r\n") ? at + 2 : 0;
}

bool is_envelope(std::string_view text, std::size_t at) {
  const std::string_view line = text.substr(at);
  return line.starts_with("From ") || line.starts_with(">From ");
}

// Returns the start of the header of a message: behind mailbox lines, and behind empty lines if a field
// follows.
std::size_t message_begin(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin < text.size()) {
    if (is_envelope(text, begin)) {
      begin = at = line_end(text, begin);
    } else if (const std::size_t next = empty_line_end(text, begin); next != 0) {
      begin = next;
    } else {
      break;
    }
  }
  return begin < text.size() && is_mail_field(text, begin) ? begin : at;
}

// Returns the start of the line before the line at `at`.
std::size_t line_before(std::string_view text, std::size_t at) {
  return at < 2 ? 0 : last_line_end(text.substr(0, at - 1));
}

// Returns true if the last header line is a field of mail, or folded into one. All earlier lines are then
// fields, or lines that lost the blank of their fold. Usually reads one line, because headers are most of the
// mail.
bool ends_in_mail_field(std::string_view fields) {
  std::size_t at = fields.size();
  do {
    at = line_before(fields, at);
  } while (at != 0 && (fields[at] == ' ' || fields[at] == '\t'));
  const std::string_view last = fields.substr(at);
  return is_mail_field(last, 0) && (ascii::begins(last, "x-") || begins_mail_field(last));
}

std::size_t first_that_is_no_field(std::string_view text, std::size_t from, std::size_t end) {
  const std::string_view lines = text.substr(0, end);
  for (std::size_t at = from; at < end; at = field_end(lines, at))
    if (!is_mail_field(lines, at) && !is_envelope(lines, at)) return at;
  return end;
}

// Returns true if a parameter of `content_type` has the value `boundary`.
bool has_parameter_value(std::string_view content_type, std::string_view boundary) {
  for (std::size_t at = content_type.find(boundary); at != npos; at = content_type.find(boundary, at + 1)) {
    const std::string_view behind = content_type.substr(at + boundary.size());
    const bool begins = at != 0 && (content_type[at - 1] == '=' || content_type[at - 1] == '"');
    if (begins && (behind.empty() || behind.find_first_of("\" ;\t\r\n") == 0)) return true;
  }
  return false;
}

// Returns true if a line that begins with "--" begins the first part of the multipart with this header. The
// line has the declared boundary; or no boundary is declared, and a field of a part follows.
bool begins_own_part(std::string_view text, std::size_t at, const mail_header& header) {
  if (!ascii::begins(header.content_type, "multipart/") || is_mail_field(text, at)) return false;
  const std::size_t next = line_end(text, at);
  const std::string_view boundary = trimmed(text.substr(at + 2, next - at - 2));
  if (boundary.empty()) return false;
  if (has_parameter_value(header.content_type, boundary)) return true;
  return header.content_type.find('=') == npos && ascii::begins(text.substr(next), "content-");
}

// Returns the member of `header` for a field that describes the body; null for other fields.
std::string_view* place_of(std::string_view name, mail_header& header) {
  if (name.empty()) return nullptr;
  const char first = static_cast<char>(name.front() | 0x20);
  if (first == 'm') return ascii::same(name, "message-id") ? &header.message_id : nullptr;
  if (first != 'c' || !ascii::begins(name, "content-")) return nullptr;
  const std::string_view rest = name.substr(8);
  if (ascii::same(rest, "type")) return &header.content_type;
  if (ascii::same(rest, "transfer-encoding")) return &header.transfer_encoding;
  if (ascii::same(rest, "disposition")) return &header.disposition;
  if (ascii::same(rest, "id")) return &header.content_id;
  if (ascii::same(rest, "location")) return &header.content_location;
  if (ascii::same(rest, "base")) return &header.content_base;
  return nullptr;
}

}  // namespace

bool is_mail_field(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  while (at < text.size() && text[at] > ' ' && text[at] < 0x7F && text[at] != ':') ++at;
  if (at == begin || at - begin > longest_name) return false;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  // A text may begin with "http://...".
  return at < text.size() && text[at] == ':' && !text.substr(at + 1).starts_with("//");
}

mail_header_reader::mail_header_reader(header_choice links)
    : choice_(links), wanted_(make_pattern(links == header_choice::links)) {}

void mail_header_reader::read(std::string_view text, std::size_t from, bool is_message,
                              const boundary_stack& boundaries, std::size_t floor, mail_header& header) {
  header = mail_header{};
  header.first_link = links_.size();
  if (is_message) from = message_begin(text, from);
  header.end = from;
  if (from >= text.size()) return;
  if (!is_mail_field(text, from)) {
    boundary_line delimiter;
    header.is_cut = boundaries.match(text, from, floor, delimiter);
    if (header.is_cut) return;
    if (const std::size_t behind = empty_line_end(text, from); behind != 0) header.end = behind;
    return;
  }
  const std::size_t end = find_end(text, from, boundaries, floor, header);
  header.fields = text.substr(from, end - from);
  if (!ends_in_mail_field(header.fields)) {
    const std::size_t closed = first_that_is_no_field(text, from, end);
    if (closed != end) end_before(text, from, closed, header);
  }
  header.link_count = links_.size() - header.first_link;
}

// Records the wanted fields up to the line that ends the header; returns the start of that line.
std::size_t mail_header_reader::find_end(std::string_view text, std::size_t from,
                                         const boundary_stack& boundaries, std::size_t floor,
                                         mail_header& header) {
  boundary_line delimiter;
  std::size_t at = from;
  if (at == 0) {
    // The line scan does not see the first line, because no line end precedes it.
    at = wanted_.matches(text[0], text.size() > 1 ? text[1] : '\0') ? note(text, 0, header) : 1;
  }
  header.end = text.size();
  for (;;) {
    at = at < text.size() ? scanner_.find_line(text.data(), text.size(), at, wanted_) : text.size();
    if (at == text.size()) return at;
    if (const std::size_t behind = empty_line_end(text, at); behind != 0) {
      header.end = behind;
      return at;
    }
    if (text[at] == '-') {
      header.is_cut = boundaries.match(text, at, floor, delimiter);
      if (header.is_cut || begins_own_part(text, at, header)) {
        header.end = at;
        return at;
      }
      ++at;
      continue;
    }
    at = note(text, at, header);
  }
}

// Reads the header again up to `end`, where the body begins, because find_end() read too far.
void mail_header_reader::end_before(std::string_view text, std::size_t from, std::size_t end,
                                    mail_header& header) {
  const std::size_t first_link = header.first_link;
  header = mail_header{};
  header.first_link = first_link;
  links_.resize(first_link);
  header.fields = text.substr(from, end - from);
  header.end = end;
  for (std::size_t at = from; at < end;) {
    static_cast<void>(note(text.substr(0, end), at, header));
    at = field_end(text.substr(0, end), at);
  }
}

// Records the field at `at` if it is wanted, and returns the offset behind it. For other fields, returns an
// offset in the first line, because folded lines do not begin like a field.
std::size_t mail_header_reader::note(std::string_view text, std::size_t at, mail_header& header) {
  const std::size_t colon = text.substr(at, longest_name + 1).find(':');
  if (colon == npos) return at + 1;
  const std::string_view name = trimmed(text.substr(at, colon));
  std::string_view* const place = place_of(name, header);
  const bool links = place == nullptr && choice_ == header_choice::links && is_mail_link_field(name);
  if (!links && (place == nullptr || !place->empty())) return at + 1;
  const std::size_t end = field_end(text, at);
  // The colon belongs to a later line.
  if (at + colon >= end) return end;
  const std::string_view value = trimmed(text.substr(at + colon + 1, end - at - colon - 1));
  if (links)
    links_.push_back({name, value});
  else
    *place = value;
  return end;
}

}  // namespace urlsieve
