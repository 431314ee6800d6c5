#include "src/input/sniff.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "src/input/archive_signs.hpp"
#include "src/text/byte_class.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

char lower(char c) {
  return bytes::upper.contains(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool begins_without_case(std::string_view text, std::string_view mark) {
  return text.size() >= mark.size() &&
         std::equal(mark.begin(), mark.end(), text.begin(), [](char m, char t) { return m == lower(t); });
}

bool contains_without_case(std::string_view text, std::string_view mark) {
  return std::search(text.begin(), text.end(), mark.begin(), mark.end(),
                     [](char t, char m) { return lower(t) == m; }) != text.end();
}

void skip_space(std::string_view& text) {
  std::size_t at = 0;
  while (at < text.size() && bytes::html_space.contains(text[at])) ++at;
  text.remove_prefix(at);
}

// Takes the first line off `text`, without its end; false if it is not there whole.
bool take_line(std::string_view& text, std::string_view& line, bool whole) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos && (!whole || text.empty())) return false;
  line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

// The MIME Sniffing standard, section 7.1, the rows of text/html: the tag's name ended by a space or ">".
bool html_tag_begins(std::string_view text) {
  static constexpr std::string_view tags[] = {
      "<!doctype html"sv, "<html"sv, "<head"sv, "<script"sv, "<iframe"sv, "<h1"sv, "<div"sv, "<font"sv,
      "<table"sv, "<a"sv, "<style"sv, "<title"sv, "<b"sv, "<body"sv, "<br"sv, "<p"sv,
      // What pages and fragments also begin with.
      "<meta"sv, "<link"sv, "<base"sv, "<ul"sv, "<ol"sv, "<h2"sv, "<h3"sv, "<span"sv, "<center"sv, "<img"sv,
      "<form"sv, "<frameset"sv, "<noscript"sv, "<template"sv, "<section"sv, "<article"sv, "<main"sv,
      "<header"sv, "<footer"sv, "<nav"sv, "<hr"sv, "<li"sv, "<dl"sv, "<blockquote"sv, "<picture"sv,
      "<video"sv};
  return std::any_of(std::begin(tags), std::end(tags), [&](std::string_view tag) {
    if (!begins_without_case(text, tag)) return false;
    if (text.size() == tag.size()) return true;
    const char next = text[tag.size()];
    return next == '>' || next == '/' || bytes::html_space.contains(next);
  });
}

// HTML or XML after comments; `text` begins with "<".
sniffed sniff_markup(std::string_view text) {
  bool comment_seen = false;
  while (text.starts_with("<!--"sv)) {
    comment_seen = true;
    const std::size_t end = text.find("-->"sv, 4);
    if (end == std::string_view::npos) return sniffed::html;
    text.remove_prefix(end + 3);
    skip_space(text);
  }
  if (html_tag_begins(text)) return sniffed::html;
  if (text.starts_with("<?xml"sv)) {
    // XHTML is read as HTML where its root says so.
    return contains_without_case(text.substr(0, 2048), "<html"sv) ? sniffed::html : sniffed::xml;
  }
  static constexpr std::string_view roots[] = {"<rss"sv,    "<feed"sv,         "<rdf:rdf"sv,
                                               "<urlset"sv, "<sitemapindex"sv, "<svg"sv};
  for (const std::string_view root : roots) {
    if (begins_without_case(text, root)) return sniffed::xml;
  }
  if (begins_without_case(text, "<!doctype"sv)) return sniffed::html;
  return comment_seen ? sniffed::html : sniffed::text;
}

// A line that could be a JSON object: its braces balance outside strings and nothing follows them. One that
// is longer than the head is taken at its beginning.
bool object_line(std::string_view line, bool cut) {
  std::size_t depth = 0;
  bool in_string = false;
  bool colon_seen = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) {
        std::string_view after = line.substr(i + 1);
        skip_space(after);
        return after.empty() && (colon_seen || i == 1);
      }
    } else if (c == ':') {
      colon_seen = true;
    } else if (depth == 1 && !colon_seen && !bytes::html_space.contains(c)) {
      return false;  // the first thing in an object is a string
    }
  }
  return cut && colon_seen;
}

bool json_lines(std::string_view text, bool whole) {
  if (!text.starts_with('{')) return false;
  std::string_view line;
  if (take_line(text, line, whole)) return object_line(line, false);
  return object_line(text, true);
}

// One absolute URL: a scheme, "://", something, and no white space or brackets.
bool url_line(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0 || !bytes::alpha.contains(line[0])) return false;
  for (const char c : line.substr(0, colon)) {
    if (!bytes::scheme_char.contains(c)) return false;
  }
  if (!line.substr(colon).starts_with("://"sv) || line.size() == colon + 3) return false;
  static constexpr byte_set excluded = bytes::c0_and_delete | byte_set(" <>\"");
  return std::none_of(line.begin(), line.end(), [](char c) { return excluded.contains(c); });
}

// All of the first lines but blank ones.
bool url_lines(std::string_view text, bool whole) {
  constexpr int enough = 64;
  int urls = 0;
  std::string_view line;
  while (urls < enough && take_line(text, line, whole)) {
    while (!line.empty() && bytes::html_space.contains(line.back())) line.remove_suffix(1);
    skip_space(line);
    if (line.empty()) continue;
    if (!url_line(line)) return false;
    ++urls;
  }
  return urls > 0;
}

sniffed sniff_ascii(std::string_view head, bool whole) {
  std::string_view text = head;
  if (text.starts_with("\xEF\xBB\xBF"sv)) text.remove_prefix(3);
  const std::string_view lines = text;
  skip_space(text);
  if (begins_warc(text)) return sniffed::warc;
  if (text.starts_with("filedesc:"sv) || begins_arc(text)) return sniffed::arc;
  if (head.find('\0') != std::string_view::npos) return holds_warc(head) ? sniffed::warc : sniffed::binary;
  if (text.empty()) return whole ? sniffed::empty : sniffed::text;
  if (text.front() == '<') return sniff_markup(text);
  if (begins_cdx(lines)) return sniffed::cdx;
  if (json_lines(text, whole)) return sniffed::jsonl;
  if (url_lines(lines, whole)) return sniffed::urls;
  return holds_warc(head) ? sniffed::warc : sniffed::text;
}

// UTF-16 with its mark, each unit as one byte; what is not ASCII as "?".
std::string narrow(std::string_view head, bool big_endian) {
  std::string narrowed;
  for (std::size_t i = 2; i + 1 < head.size(); i += 2) {
    const char high = head[big_endian ? i : i + 1];
    const char low = head[big_endian ? i + 1 : i];
    narrowed += high == 0 && static_cast<unsigned char>(low) < 0x80 ? low : '?';
  }
  return narrowed;
}

}  // namespace

std::string_view name_of(sniffed kind) {
  constexpr std::array<std::string_view, 10> names{"empty", "text", "urls", "html",  "xml",
                                                   "warc",  "arc",  "cdx",  "jsonl", "binary"};
  return names[static_cast<std::size_t>(kind)];
}

sniffed sniff(std::string_view head, bool whole) {
  if (head.size() > sniff_size) {
    head = head.substr(0, sniff_size);
    whole = false;
  }
  if (head.starts_with("\xFF\xFE"sv) || head.starts_with("\xFE\xFF"sv))
    return sniff_ascii(narrow(head, head[0] == '\xFE'), whole);
  return sniff_ascii(head, whole);
}

}  // namespace urlsieve
