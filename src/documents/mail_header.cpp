#include "src/documents/mail_header.hpp"

#include <cstring>

#include "src/documents/mail_links.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t longest_name = 128;

constexpr byte_halves letter(char lower) {
  return byte_halves::in_any_case(lower);
}

// Content-*, Message-ID, the empty line, and what may be a delimiter line; with links List-*, Link,
// Archived-At, URL, OpenPGP and X-*, too. The rows of two pairs are shared, so a few other lines are visited.
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

// Behind the field whose first line begins at `at`, its folded lines included.
std::size_t field_end(std::string_view text, std::size_t at) {
  do {
    at = line_end(text, at);
  } while (at < text.size() && (text[at] == ' ' || text[at] == '\t'));
  return at;
}

// Past an empty line; 0 where there is none.
std::size_t empty_line_end(std::string_view text, std::size_t at) {
  if (text[at] == '\n') return at + 1;
  return text.substr(at).starts_with("\r\n") ? at + 2 : 0;
}

bool is_envelope(std::string_view text, std::size_t at) {
  const std::string_view line = text.substr(at);
  return line.starts_with("From ") || line.starts_with(">From ");
}

// Where the header of a message begins: behind the lines that mailboxes put before it, and behind empty lines
// if a field follows.
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

}  // namespace

bool is_mail_field(std::string_view text, std::size_t at) {
  const std::size_t begin = at;
  while (at < text.size() && text[at] > ' ' && text[at] < 0x7F && text[at] != ':') ++at;
  if (at == begin || at - begin > longest_name) return false;
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  // "http://..." begins a text.
  return at < text.size() && text[at] == ':' && !text.substr(at + 1).starts_with("//");
}

mail_header_reader::mail_header_reader(header_choice links)
    : choice_(links), wanted_(make_pattern(links == header_choice::links)) {}

void mail_header_reader::read(std::string_view text, std::size_t from, bool of_message,
                              const boundary_stack& boundaries, std::size_t floor, mail_header& header) {
  header = mail_header{};
  header.first_link = links_.size();
  if (of_message) from = message_begin(text, from);
  header.end = from;
  boundary_line delimiter;
  if (from >= text.size()) return;
  if (!is_mail_field(text, from)) {
    header.is_cut = boundaries.match(text, from, floor, delimiter);
    if (header.is_cut) return;
    if (const std::size_t behind = empty_line_end(text, from); behind != 0) header.end = behind;
    return;
  }
  std::size_t at = from;
  if (at == 0) {
    // Nothing stands before the first line that a search could see.
    if (wanted_.matches(text[0], text.size() > 1 ? text[1] : '\0')) {
      at = field_end(text, 0);
      note(text.substr(0, at), header);
    } else {
      at = 1;
    }
  }
  header.end = text.size();
  for (;;) {
    at = at < text.size() ? scanner_.find_line(text.data(), text.size(), at, wanted_) : text.size();
    if (at == text.size()) {
      header.fields = text.substr(from);
      break;
    }
    if (const std::size_t behind = empty_line_end(text, at); behind != 0) {
      header.fields = text.substr(from, at - from);
      header.end = behind;
      break;
    }
    if (text[at] == '-') {
      if (boundaries.match(text, at, floor, delimiter)) {
        header.fields = text.substr(from, at - from);
        header.end = at;
        header.is_cut = true;
        break;
      }
      ++at;
      continue;
    }
    const std::size_t begin = at;
    at = field_end(text, at);
    note(text.substr(begin, at - begin), header);
  }
  header.link_count = links_.size() - header.first_link;
}

void mail_header_reader::note(std::string_view lines, mail_header& header) {
  const std::size_t colon = lines.substr(0, longest_name + 1).find(':');
  if (colon == npos) return;
  const std::string_view name = trimmed(lines.substr(0, colon));
  const std::string_view value = lines.substr(colon + 1);
  const auto keep = [value](std::string_view& place) {
    if (place.empty()) place = trimmed(value);
  };
  if (name.empty()) return;
  const char first = static_cast<char>(name.front() | 0x20);
  if (first == 'c') {
    if (!begins_with_name(name, "content-")) return;
    const std::string_view rest = name.substr(8);
    if (same_name(rest, "type")) return keep(header.content_type);
    if (same_name(rest, "transfer-encoding")) return keep(header.transfer_encoding);
    if (same_name(rest, "disposition")) return keep(header.disposition);
    if (same_name(rest, "id")) return keep(header.content_id);
    if (same_name(rest, "location")) return keep(header.content_location);
    if (same_name(rest, "base")) return keep(header.content_base);
    return;
  }
  if (first == 'm') {
    if (same_name(name, "message-id")) keep(header.message_id);
    return;
  }
  if (choice_ == header_choice::links && is_mail_link_field(name)) links_.push_back({name, trimmed(value)});
}

}  // namespace urlsieve
