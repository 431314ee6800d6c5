#include "src/documents/lines/text_signs.hpp"

#include <algorithm>
#include <cstdint>

#include "src/documents/file_signatures.hpp"
#include "src/documents/lines/url_list.hpp"
#include "src/markup/html_names.hpp"
#include "src/markup/html_tokenizer.hpp"
#include "src/markup/xml_markup.hpp"
#include "src/markup/xml_namespaces.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/utf16_runs.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/text_forms/absolute_url.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

enum class markup_sign : std::uint8_t { none, html, xml };

void skip_space(std::string_view& text) {
  std::size_t at = 0;
  while (at < text.size() && bytes::html_space.contains(text[at])) ++at;
  text.remove_prefix(at);
}

// Removes the first line from `text` and sets `line` without its end; returns false if the line is
// incomplete.
bool take_line(std::string_view& text, std::string_view& line, bool whole) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos && (!whole || text.empty())) return false;
  line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

// Returns true if `text` begins with `tag`, "<name", and the name ends there.
bool begins_tag(std::string_view text, std::string_view tag) {
  if (!ascii::begins(text, tag)) return false;
  if (text.size() == tag.size()) return true;
  const char next = text[tag.size()];
  return next == '>' || next == '/' || bytes::html_space.contains(next);
}

// The tags of text/html in the MIME Sniffing standard, section 7.1.
bool html_tag_begins(std::string_view text) {
  static constexpr std::string_view tags[] = {
      "<!doctype html"sv, "<html"sv, "<head"sv, "<script"sv, "<iframe"sv, "<h1"sv, "<div"sv, "<font"sv,
      "<table"sv, "<a"sv, "<style"sv, "<title"sv, "<b"sv, "<body"sv, "<br"sv, "<p"sv,
      // Further tags at the start of pages and fragments.
      "<meta"sv, "<link"sv, "<base"sv, "<ul"sv, "<ol"sv, "<h2"sv, "<h3"sv, "<span"sv, "<center"sv, "<img"sv,
      "<form"sv, "<frameset"sv, "<noscript"sv, "<template"sv, "<section"sv, "<article"sv, "<main"sv,
      "<header"sv, "<footer"sv, "<nav"sv, "<hr"sv, "<li"sv, "<dl"sv, "<blockquote"sv, "<picture"sv,
      "<video"sv};
  return std::any_of(std::begin(tags), std::end(tags),
                     [&](std::string_view tag) { return begins_tag(text, tag); });
}

bool has_links(std::string_view text) {
  return ascii::contains(text, " href="sv) || ascii::contains(text, " src="sv);
}

// Returns true for a fragment of a page that begins with another tag and has links. Without links, the
// fragment is read as text, which finds URLs between the tags.
bool is_fragment_with_links(std::string_view text) {
  static constexpr std::string_view tags[] = {
      "<pre"sv,   "<tr"sv,   "<td"sv, "<th"sv,       "<tbody"sv, "<thead"sv,  "<dt"sv,
      "<dd"sv,    "<h4"sv,   "<h5"sv, "<h6"sv,       "<em"sv,    "<i"sv,      "<u"sv,
      "<small"sv, "<code"sv, "<tt"sv, "<noframes"sv, "<map"sv,   "<strong"sv, "<big"sv};
  return std::any_of(std::begin(tags), std::end(tags),
                     [&](std::string_view tag) { return begins_tag(text, tag); }) &&
         has_links(text);
}

// Returns true if the name of a speaker in a log ("<p> hi") begins the text: one letter, and a blank behind
// the bracket. Links, and end tags of HTML, show a page.
bool begins_with_speaker(std::string_view text) {
  if (text.size() < 4 || text[2] != '>' || text[3] != ' ' || has_links(text)) return false;
  for (std::size_t at = text.find("</"sv); at != std::string_view::npos; at = text.find("</"sv, at + 2)) {
    const std::string_view tag = text.substr(at + 2, 16);
    if (element_named(tag.substr(0, tag.find('>'))) != html_element::unknown) return false;
  }
  return true;
}

// Returns true if the name after "<!DOCTYPE" is missing, or html or that of a file of bookmarks, in any case.
bool is_html_doctype(std::string_view text) {
  text.remove_prefix("<!doctype"sv.size());
  skip_space(text);
  return text.empty() || text.front() == '>' || ascii::begins(text, "html"sv) ||
         ascii::begins(text, "netscape-bookmark-file"sv);
}

// Returns the name of the tag that begins `text`, with its prefix; empty if no tag begins there.
std::string_view tag_name(std::string_view text) {
  if (text.size() < 2 || text[0] != '<' || !bytes::alpha.contains(text[1])) return {};
  return text.substr(1, text.find_first_of(" \t\r\n/>"sv) - 1);
}

// Skips comments.
std::string_view behind_comments(std::string_view text) {
  while (text.starts_with("<!--"sv)) {
    const std::size_t end = text.find("-->"sv, 4);
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 3);
    skip_space(text);
  }
  return text;
}

// Returns true if `text` has the tags of a whole page.
bool has_page_tags(std::string_view text) {
  return ascii::contains(text, "<html"sv) || ascii::contains(text, "<body"sv) ||
         ascii::contains(text, "<head>"sv) || ascii::contains(text, "<!doctype html"sv);
}

// Returns true if the root element is <html>, under any prefix. Behind a declaration without a complete root
// tag, "<html" in the first 2 KiB is enough.
bool has_page_root(std::string_view text) {
  const std::size_t at = root_at(text);
  html_tag root;
  if (at == std::string_view::npos || read_tag(text, at, root) == unfinished)
    return ascii::contains(text.substr(0, 2048), "<html"sv);
  return ascii::same(local_name(root.name), "html"sv);
}

// Returns the markup kind of `text`, behind comments.
markup_sign markup_of(std::string_view text) {
  if (!text.starts_with('<')) return markup_sign::none;
  bool comment_seen = false;
  while (text.starts_with("<!--"sv)) {
    comment_seen = true;
    const std::size_t end = text.find("-->"sv, 4);
    if (end == std::string_view::npos) return markup_sign::html;
    text.remove_prefix(end + 3);
    skip_space(text);
  }
  if (html_tag_begins(text)) return begins_with_speaker(text) ? markup_sign::none : markup_sign::html;
  if (is_fragment_with_links(text)) return markup_sign::html;
  // <html> makes it a page, whatever its name. Elements and CDATA sections of XML may quote pages.
  const auto without_page = [&] { return has_page_root(text) ? markup_sign::html : markup_sign::xml; };
  if (text.starts_with("<?xml"sv)) return without_page();
  static constexpr std::string_view roots[] = {"rss"sv,  "feed"sv, "rdf"sv, "urlset"sv,   "sitemapindex"sv,
                                               "opml"sv, "svg"sv,  "mpd"sv, "mediawiki"sv};
  const std::string_view root = local_name(tag_name(text));
  for (const std::string_view known : roots)
    if (ascii::begins(root, known)) return markup_sign::xml;
  if (ascii::begins(text, "<!doctype"sv)) return is_html_doctype(text) ? markup_sign::html : without_page();
  // Behind a comment, any page may follow, and any text.
  return comment_seen && (has_page_tags(text) || ascii::contains(text, "href="sv)) ? markup_sign::html
                                                                                   : markup_sign::none;
}

bool has_name_of_markdown(const input_head& head) {
  static constexpr std::string_view names[] = {".md"sv, ".markdown"sv, ".mdown"sv, ".mkd"sv, ".mdx"sv};
  return std::any_of(std::begin(names), std::end(names),
                     [&](std::string_view ending) { return head.has_ending(ending); });
}

// Returns true for Markdown that begins with tags or a comment, as many files named README do. Its links are
// those of text, which has the absolute URLs in tags, too.
bool is_text_with_tags(const input_head& head) {
  return (has_name_of_markdown(head) || head.text.find("](http"sv) != std::string_view::npos) &&
         !has_page_tags(head.text);
}

bool has_name_of_page(const input_head& head) {
  return head.has_ending(".html"sv) || head.has_ending(".htm"sv) || head.has_ending(".xhtml"sv) ||
         head.has_ending(".shtml"sv);
}

// Returns true if the root element is <html> in the XHTML namespace, under any prefix.
bool has_xhtml_root(std::string_view text) {
  const std::size_t at = root_at(text);
  html_tag root;
  if (at == std::string_view::npos || read_tag(text, at, root) == unfinished ||
      local_name(root.name) != "html"sv)
    return false;
  const std::string_view prefix = root.name.substr(0, root.name.size() - 4);
  return std::any_of(root.attributes.begin(), root.attributes.end(), [&](const html_attribute& attribute) {
    const bool declares = prefix.empty()
                              ? attribute.name == "xmlns"sv
                              : attribute.name.starts_with("xmlns:"sv) &&
                                    attribute.name.substr(6) == prefix.substr(0, prefix.size() - 1);
    return declares && vocabulary_named(attribute.value) == xml_vocabulary::html;
  });
}

// Returns true for the first tag of a mind map of FreeMind or Freeplane. <map> of HTML has no version.
bool begins_mind_map(std::string_view text) {
  return begins_tag(text, "<map"sv) && ascii::contains(text.substr(0, text.find('>')), " version="sv);
}

// Returns true if the tag declares a default namespace other than that of HTML. Elements that a page defines
// have a hyphen in their names.
bool has_vocabulary(const html_tag& tag) {
  return tag.name.find('-') == std::string_view::npos &&
         std::any_of(tag.attributes.begin(), tag.attributes.end(), [](const html_attribute& attribute) {
           return attribute.name == "xmlns"sv && !attribute.value.empty() &&
                  vocabulary_named(attribute.value) != xml_vocabulary::html;
         });
}

// Returns true for XML of any vocabulary without a declaration: a file named .xml that begins with a tag, or
// a first tag with a namespace. Pages and fragments of pages are not such XML. A vocabulary may have elements
// with the names of page tags, as TEI has <body>.
bool has_root_of_xml(const input_head& head) {
  const std::string_view text = behind_comments(head.text);
  if (begins_mind_map(text)) return true;
  if (tag_name(text).empty() || html_tag_begins(text)) return false;
  if (head.has_ending(".xml"sv)) return true;
  html_tag root;
  if (has_name_of_page(head) || has_name_of_markdown(head) || read_tag(text, 0, root) == unfinished ||
      (has_page_tags(head.text) && !has_vocabulary(root)))
    return false;
  return std::any_of(root.attributes.begin(), root.attributes.end(), [](const html_attribute& attribute) {
    return attribute.name == "xmlns"sv || attribute.name.starts_with("xmlns:"sv);
  });
}

// Returns the number of NULs in UTF-16 within other text.
std::size_t nuls_in_utf16(std::string_view text) {
  std::size_t nuls = 0;
  for (const utf16_run& run : find_utf16_runs(text, false)) {
    const std::string_view bytes = text.substr(run.begin, run.size);
    nuls += static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\0'));
  }
  return nuls;
}

// Returns the last character of a line, or NUL for a bracket or quote whose partner is in the line.
char end_of_line(std::string_view line) {
  const char last = line.back();
  const auto count = [line](char c) { return std::count(line.begin(), line.end(), c); };
  const bool is_paired = (last == ')' && count(')') <= count('(')) || (last == '\'' && count('\'') % 2 == 0);
  return is_paired ? '\0' : last;
}

}  // namespace

bool begins_xhtml(const input_head& head) {
  if (markup_of(head.text) == markup_sign::none) return false;
  if (head.has_ending(".xhtml"sv) || head.has_ending(".xht"sv)) return true;
  return head.text.starts_with("<?xml"sv) && !has_name_of_page(head) && has_xhtml_root(head.text);
}

bool begins_html(const input_head& head) {
  return markup_of(head.text) == markup_sign::html && !has_root_of_xml(head) &&
         (has_name_of_page(head) || !is_text_with_tags(head));
}

bool begins_xml(const input_head& head) {
  return markup_of(head.text) == markup_sign::xml || has_root_of_xml(head);
}

bool begins_script(const input_head& head) {
  return head.scripts && (head.has_ending(".js"sv) || head.has_ending(".mjs"sv) || head.has_ending(".cjs"sv));
}

bool begins_style_sheet(const input_head& head) {
  return head.has_ending(".css"sv);
}

bool begins_url_list(const input_head& head) {
  constexpr int enough = 64;
  constexpr byte_set delimiters(",;)'");
  int urls = 0;
  char shared_end = '\0';  // of all lines before the current line
  char previous_end = '\0';
  std::string_view text = head.lines;
  std::string_view line;
  while (urls < enough && take_line(text, line, head.whole)) {
    line = trimmed(line, bytes::html_space);
    if (line.empty()) continue;
    if (!is_url_line(line) || holds_several_urls(line)) return false;
    if (urls == 0) shared_end = end_of_line(line);
    if (urls != 0 && previous_end != shared_end) shared_end = '\0';
    previous_end = end_of_line(line);
    ++urls;
  }
  return urls > 0 && !delimiters.contains(shared_end);
}

std::optional<std::size_t> find_named_html(const input_head& head) {
  if (!has_name_of_page(head)) return std::nullopt;
  const std::string_view text = head.lines;
  for (std::size_t at = text.find('<'); at < text.size(); at = text.find('<', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : ' ';
    if (bytes::alpha.contains(next) || next == '/' || next == '!') return at;
  }
  return std::nullopt;
}

bool is_text(const input_head& head) {
  // BEL, BS and ESC do not count: terminals and Japanese encodings use them.
  constexpr std::size_t looked_at = std::size_t{16} << 10;
  const std::string_view text = head.text.substr(0, looked_at);
  // Sums are single bytes, so that compilers vectorize the loop.
  std::size_t controls = 0;
  for (std::size_t at = 0; at < text.size(); at += 128) {
    std::uint8_t here = 0;
    for (const char c : text.substr(at, 128)) {
      const auto byte = static_cast<std::uint8_t>(c);
      const auto from_shift_out = static_cast<std::uint8_t>(byte - 0x0E);
      const auto from_separators = static_cast<std::uint8_t>(byte - 0x1C);
      here = static_cast<std::uint8_t>(
          here + ((byte <= 0x06) | (from_shift_out <= 0x0C) | (from_separators <= 0x03) | (byte == 0x7F)));
    }
    controls += here;
  }
  if (20 * controls <= text.size() || 20 * (controls - nuls_in_utf16(text)) <= text.size()) return true;
  return 20 * (controls - count_irc_styles(text)) <= text.size();
}

}  // namespace urlsieve
