#include "src/documents/message/content_lines.hpp"

#include <algorithm>
#include <cstddef>

#include "src/documents/header_fields.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/quoted_printable.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/npos.hpp"

namespace urlsieve {
namespace {

bool is_fold(std::string_view text, std::size_t at) {
  return at < text.size() && (text[at] == ' ' || text[at] == '\t');
}

// Returns the size of the name and parameters up to the ":" outside quotes; 0 for a line without a value.
std::size_t name_size(std::string_view line) {
  bool quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"') quoted = !quoted;
    if (line[at] == ':' && !quoted) return at + 1;
  }
  return 0;
}

bool is_quoted_printable(std::string_view name) {
  for (std::size_t at = name.find_first_of("=;"); at != npos; at = name.find_first_of("=;", at + 1))
    if (ascii::begins(name.substr(at + 1), "quoted-printable")) return true;
  return false;
}

// Returns true for the name and parameters of a value in HTML, such as "X-ALT-DESC;FMTTYPE=text/html:".
bool is_html_value(std::string_view name) {
  for (std::size_t at = name.find(';'); at != npos; at = name.find(';', at + 1)) {
    const std::string_view parameter = name.substr(at + 1);
    if (ascii::begins(parameter, "fmttype=text/html") || ascii::begins(parameter, "fmttype=\"text/html\""))
      return true;
  }
  return false;
}

// Returns true if a tag <a href> is in the value. Google Calendar writes HTML into DESCRIPTION without a
// parameter.
bool holds_link_tag(std::string_view value) {
  for (std::size_t at = value.find('<'); at != npos; at = value.find('<', at + 1)) {
    const std::string_view tag = value.substr(at, value.find('>', at) - at);
    if (ascii::begins(tag, "<a ")) return ascii::contains(tag, " href=");
  }
  return false;
}

// Replaces character references for "&" in HTML, in place, because links contain no others in practice.
// Returns the new end.
char* decode_ampersands(char* begin, char* end) {
  char* out = begin;
  for (char* from = begin; from != end;) {
    const std::string_view rest(from, static_cast<std::size_t>(end - from));
    std::size_t size = 1;
    if (*from == '&')
      for (const std::string_view reference : {"&amp;", "&#38;", "&#x26;"})
        if (ascii::begins(rest, reference)) size = reference.size();
    *out++ = *from;
    from += size;
  }
  return out;
}

// Returns the end of a quoted-printable value, which continues behind each soft line break.
std::size_t end_of_quoted_printable(std::string_view text, std::size_t at) {
  for (;;) {
    const std::size_t feed = std::min(text.find('\n', at), text.size());
    const std::size_t last = text.find_last_not_of("\r\n", feed == at ? at : feed - 1);
    const bool soft = feed > at && last != npos && last >= at && text[last] == '=';
    if (!soft || feed == text.size()) return feed;
    at = feed + 1;
  }
}

char* write_unescaped(std::string_view value, char* out) {
  for (std::size_t at = 0; at < value.size(); ++at) {
    const char next = value[at] == '\\' && at + 1 < value.size() ? value[at + 1] : '\0';
    if (next == 'n' || next == 'N') {
      *out++ = '\n';
      ++at;
    } else if (next == '\\' || next == ',' || next == ';' || next == ':') {
      *out++ = next;
      ++at;
    } else {
      *out++ = value[at];
    }
  }
  return out;
}

}  // namespace

bool is_content_lines_type(std::string_view type) {
  return ascii::is_one_of(
      type, {"text/calendar", "text/vcard", "text/x-vcard", "text/x-vcalendar", "text/directory",
             "application/ics", "application/ical", "application/vcard"});
}

bool begins_content_lines(std::string_view text) {
  text = without_utf8_mark(text);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return ascii::begins(text, "begin:vcalendar") || ascii::begins(text, "begin:vcard");
}

std::string_view joined_content_lines(std::string_view text, arena& out) {
  char* const place = out.reserve(text.size() + decoding_slack);
  std::size_t size = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t feed = std::min(text.find('\n', at), text.size());
    std::size_t end = feed;
    if (is_fold(text, feed + 1))
      while (end > at && text[end - 1] == '\r') --end;
    else
      end = std::min(feed + 1, text.size());
    size += text.substr(at, end - at).copy(place + size, end - at);
    at = feed + (is_fold(text, feed + 1) ? 2 : 1);
  }
  return out.commit(size + decoding_slack).substr(0, size);
}

std::string_view plain_content_lines(std::string_view text, arena& out) {
  // Each value has a ":" before it and gets one blank; quoted-printable shrinks.
  const auto values = static_cast<std::size_t>(std::count(text.begin(), text.end(), ':'));
  char* const place = out.reserve(text.size() + values + 2 * decoding_slack);
  char* end = place;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t behind = std::min(text.find('\n', at), text.size());
    const std::size_t name = name_size(text.substr(at, behind - at));
    end = std::copy_n(text.data() + at, name, end);
    if (name != 0) *end++ = ' ';
    const std::size_t value = at + name;
    char* const begin = end;
    if (is_quoted_printable(text.substr(at, name))) {
      behind = end_of_quoted_printable(text, value);
      end += decode_quoted_printable(text.substr(value, behind - value), end).size;
    } else {
      end = write_unescaped(text.substr(value, behind - value), end);
    }
    if (is_html_value(text.substr(at, name)) ||
        holds_link_tag({begin, static_cast<std::size_t>(end - begin)}))
      end = decode_ampersands(begin, end);
    if (behind < text.size()) *end++ = '\n';
    at = behind + 1;
  }
  const auto size = static_cast<std::size_t>(end - place);
  return out.commit(size + decoding_slack).substr(0, size);
}

}  // namespace urlsieve
