#include "src/documents/media_type.hpp"

#include <algorithm>
#include <cstdint>

#include "src/documents/file_signatures.hpp"
#include "src/documents/header_fields.hpp"
#include "src/markup/html_names.hpp"
#include "src/markup/script_type.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/json/json_guard.hpp"
#include "src/text/json/json_scanner.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

// The classes of declared types.
enum class label : unsigned char { none, html, xhtml, xml, css, json, playlist, text, foreign };

constexpr bool is_type_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

// Returns true for application types of programs, data and markup that are plain text.
bool is_other_text(std::string_view essence) {
  constexpr std::string_view prefix = "application/";
  if (is_javascript_type(essence) || ascii::ends(essence, "/typescript")) return true;
  if (!ascii::begins(essence, prefix)) return false;
  std::string_view name = essence.substr(prefix.size());
  if (ascii::begins(name, "x-")) name.remove_prefix(2);
  return ascii::ends(name, "+yaml") || ascii::is_one_of(name, {"yaml",         "toml",
                                                               "sql",          "sh",
                                                               "shellscript",  "csh",
                                                               "bash",         "perl",
                                                               "python",       "python-code",
                                                               "ruby",         "php",
                                                               "httpd-php",    "httpd-php-source",
                                                               "lua",          "tcl",
                                                               "powershell",   "bat",
                                                               "tex",          "latex",
                                                               "bibtex",       "graphql",
                                                               "sparql-query", "n-triples",
                                                               "n-quads",      "trig",
                                                               "subrip",       "ndjson",
                                                               "jsonl",        "json-seq",
                                                               "jsonlines",    "csv",
                                                               "txt",          "text",
                                                               "plain",        "log",
                                                               "troff",        "troff-man",
                                                               "turtle",       "gettext",
                                                               "desktop",      "ns-proxy-autoconfig",
                                                               "xml-dtd",      "research-info-systems"});
}

// Returns true for a token (RFC 9110 section 5.6.2), as a subtype is.
bool is_token(std::string_view text) {
  constexpr byte_set token = bytes::alphanum | byte_set("!#$%&'*+-.^_`|~");
  return !text.empty() && std::ranges::all_of(text, [&](char c) { return token.contains(c); });
}

label label_of(std::string_view content_type) {
  const std::string_view essence = essence_of(content_type);
  // Nearly all bodies have one of these types.
  if (ascii::same(essence, "text/html")) return label::html;
  if (ascii::same(essence, "text/plain")) return label::text;
  const std::size_t slash = essence.find('/');
  if (slash == std::string_view::npos || slash == 0) return label::none;
  if (!is_token(essence.substr(slash + 1)) || ascii::same(essence, "text/*")) return label::none;
  for (const std::string_view generic : {"application/octet-stream", "binary/octet-stream", "unknown/unknown",
                                         "application/unknown", "*/*", "application/x-unknown-content-type"})
    if (ascii::same(essence, generic)) return label::none;
  if (ascii::is_one_of(essence, {"text/htm", "application/vnd.wap.xhtml+xml"})) return label::html;
  if (ascii::same(essence, "application/xhtml+xml")) return label::xhtml;
  if (ascii::same(essence, "text/css")) return label::css;
  if (ascii::same(essence, "video/vnd.mpeg.dash.mpd")) return label::xml;
  if (ascii::ends(essence, "/xml") || ascii::ends(essence, "+xml") || ascii::ends(essence, "/x-xml") ||
      ascii::ends(essence, "/rss") || ascii::ends(essence, "/atom"))
    return label::xml;
  if (ascii::ends(essence, "/json") || ascii::ends(essence, "+json") || ascii::ends(essence, "/x-json") ||
      ascii::ends(essence, "/json5") || ascii::ends(essence, "/hal-json"))
    return label::json;
  if (ascii::ends(essence, "mpegurl")) return label::playlist;
  if (ascii::same(essence, "text/dns")) return label::foreign;
  if (ascii::begins(essence, "text/") || is_other_text(essence)) return label::text;
  return label::foreign;
}

constexpr auto body_signatures =
    file_signatures_where([](const file_signature& row) { return !row.type.empty(); });

bool has_utf16_mark(std::string_view bytes) {
  return bytes.starts_with("\xFE\xFF") || bytes.starts_with("\xFF\xFE");
}

// The binary data bytes that a text may contain. One in ten random bytes is a binary data byte.
struct tolerance {
  std::size_t divisor = 20;  // a text has at most size / divisor; 0: none
  bool any_nul = false;      // ignore NULs: browsers read a declared page with any number of NULs
};

// Returns the type that the first bytes show; empty if they can be text.
std::string_view binary_name(std::string_view head, tolerance tolerated) {
  const std::size_t data_bytes = count_binary_data(head);
  // Three ASCII letters ("ID3", "BZh", "FWS") alone do not make a text binary.
  for (const file_signature& known : body_signatures)
    if (head.starts_with(known.mark) &&
        (data_bytes != 0 || static_cast<unsigned char>(head[0]) >= 0x7F || known.mark == pdf_mark))
      return known.type;
  if (has_utf16_mark(head)) return {};
  const auto nuls = tolerated.any_nul ? std::count(head.begin(), head.end(), '\0') : 0;
  const std::size_t counted = data_bytes - static_cast<std::size_t>(nuls);
  bool binary = tolerated.divisor == 0 ? counted != 0 : counted * tolerated.divisor > head.size();
  if (binary && tolerated.divisor != 0)
    binary = (counted - count_irc_styles(head)) * tolerated.divisor > head.size();
  return binary ? std::string_view("application/octet-stream") : std::string_view();
}

// Skips a byte order mark and white space.
std::string_view text_start(std::string_view head) {
  head = without_utf8_mark(head);
  while (!head.empty() && is_type_space(head.front())) head.remove_prefix(1);
  return head;
}

// Skips an XML declaration, processing instructions and comments.
std::string_view first_markup(std::string_view head) {
  for (;;) {
    head = text_start(head);
    const bool comment = head.starts_with("<!--");
    if (!comment && !head.starts_with("<?")) return head;
    const std::size_t end = head.find(comment ? "-->" : "?>");
    if (end == std::string_view::npos) return {};
    head.remove_prefix(end + (comment ? 3 : 2));
  }
}

bool begins_with_tag(std::string_view head, std::string_view tag) {
  if (!ascii::begins(head, tag)) return false;
  if (head.size() == tag.size()) return true;
  const char next = head[tag.size()];
  return is_type_space(next) || next == '>' || next == '/';
}

bool has_xhtml_namespace(std::string_view head) {
  return head.find("http://www.w3.org/1999/xhtml") != std::string_view::npos;
}

// Returns true for "<x:html", the root of XHTML under a prefix.
bool has_prefixed_root(std::string_view markup) {
  const std::size_t end = markup.find_first_of(" \t\r\n/>");
  return markup.starts_with('<') && markup.substr(0, end).ends_with(":html") && has_xhtml_namespace(markup);
}

// Returns true if the document is HTML regardless of its label.
bool is_page(std::string_view head) {
  const std::string_view markup = first_markup(head);
  for (const std::string_view tag : {"<!doctype html", "<html", "<head", "<body", "<title", "<meta"})
    if (begins_with_tag(markup, tag)) return true;
  return has_prefixed_root(markup);
}

// Returns true for the tags of MIME Sniffing section 7.1 at the start of an unlabelled body, and for
// bookmarks that browsers export.
bool is_page_fragment(std::string_view head) {
  head = text_start(head);
  for (const std::string_view tag :
       {"<script", "<iframe", "<h1", "<div", "<font", "<table", "<a", "<style", "<b", "<br", "<p", "<link",
        "<base", "<frameset", "<ul", "<img", "<!doctype netscape-bookmark-file-1"})
    if (begins_with_tag(head, tag)) return true;
  return head.starts_with("<!--");
}

// Returns true for roots of XML vocabularies with links, which servers often label text/html.
bool is_feed(std::string_view head) {
  std::string_view markup = first_markup(head);
  if (ascii::begins(markup, "<!doctype rss")) return true;
  for (const std::string_view tag : {"<rss", "<feed", "<rdf:rdf", "<urlset", "<sitemapindex", "<opml"})
    if (begins_with_tag(markup, tag)) return true;
  const std::string_view name = markup.substr(0, markup.find_first_of(" \t\r\n/>"));
  const std::size_t colon = name.find(':');
  if (name.starts_with('<') && colon != std::string_view::npos &&
      ascii::is_one_of(name.substr(colon + 1), {"feed", "urlset", "sitemapindex"}))
    return true;
  return begins_with_tag(markup, "<mpd") && ascii::contains(markup, "urn:mpeg:dash:schema:mpd");
}

bool declares_xml(std::string_view head) {
  return text_start(head).starts_with("<?xml");
}

// Returns true for XML behind an XML declaration whose root is no element of HTML: <response>,
// <partial-response>. Servers label the XML of scripts text/html by default.
bool has_foreign_root(std::string_view head) {
  if (!declares_xml(head)) return false;
  const std::string_view markup = first_markup(head);
  if (ascii::begins(markup, "<!doctype")) return !begins_with_tag(markup, "<!doctype html");
  const std::string_view name = markup.substr(0, markup.find_first_of(" \t\r\n/>"));
  return name.size() > 1 && name.front() == '<' && bytes::alpha.contains(name[1]) &&
         element_named(name.substr(1)) == html_element::unknown;
}

std::optional<media> media_of_page(label declared, std::string_view head) {
  if (declared == label::xhtml) return media::xhtml;
  const bool as_xml = declared == label::xml && (declares_xml(head) || has_xhtml_namespace(head));
  return as_xml ? media::xhtml : media::html;
}

// Returns the offset of the first byte that is neither white space, a record separator of a JSON text
// sequence (RFC 7464), nor in a token of JSON, or of the quote of a string that does not end; npos if there
// is none. A log with lines of JSON, and a program with comments, have such bytes.
std::size_t json_tokens_end(std::string_view text) {
  constexpr byte_set tokens = bytes::digit | byte_set(" \t\r\n\x1E{}[],:+-.eE");
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + (tokens.contains(text[at]) ? 1 : 0);
    if (text[at] == '"') end = json_string_end(text, at);
    for (const std::string_view word : {"true", "false", "null"})
      if (text.substr(at, word.size()) == word) end = at + word.size();
    if (end == at || end == std::string_view::npos) return at;
    at = end;
  }
  return std::string_view::npos;
}

// Returns true for a text of JSON that begins with members ({"a": or [{"a":), behind a guard or in a
// callback. Such a text is JSON under any label of text, as APIs of servers often send it.
bool is_json_response(std::string_view bytes) {
  std::string_view text = text_start(bytes.substr(0, sniffed_bytes));
  if (text.starts_with('\x1E')) text = text_start(text.substr(1));
  text = text.substr(json_front_size(text, json_front::call));
  if (text.starts_with('[')) text = text_start(text.substr(1));
  if (!text.starts_with('{')) return false;
  text = text_start(text.substr(1));
  if (!text.starts_with('"')) return false;
  const std::size_t name_end = json_string_end(text, 0);
  if (name_end == std::string_view::npos || !text_start(text.substr(name_end)).starts_with(':')) return false;
  const std::size_t last = bytes.find_last_not_of(" \t\r\n);");
  if (last == std::string_view::npos || (bytes[last] != '}' && bytes[last] != ']')) return false;
  const auto begin = static_cast<std::size_t>(text.data() - bytes.data());
  return json_tokens_end(bytes.substr(begin, last + 1 - begin)) == std::string_view::npos;
}

// Returns true for a first tag that HTML does not have and that declares a namespace: XML without an XML
// declaration.
bool has_namespaced_root(std::string_view head) {
  const std::string_view markup = first_markup(head);
  const std::string_view tag = markup.substr(0, markup.find('>'));
  const std::string_view name = tag.substr(0, tag.find_first_of(" \t\r\n/"));
  if (name.size() < 2 || name.front() != '<' || !bytes::alpha.contains(name[1])) return false;
  const std::size_t at = tag.find("xmlns");
  const bool is_attribute = at != std::string_view::npos && at + 5 < tag.size() &&
                            is_type_space(tag[at - 1]) && (tag[at + 5] == '=' || tag[at + 5] == ':');
  return is_attribute && element_named(name.substr(1)) == html_element::unknown;
}

// Returns the type of a body without a usable label.
std::optional<media> media_of_bytes(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, sniffed_bytes);
  if (is_page_fragment(head)) return media::html;
  if (declares_xml(head) || has_namespaced_root(head)) return media::xml;
  const std::string_view root = first_markup(head);
  if (begins_with_tag(root, "<svg") && root.find("http://www.w3.org/2000/svg") != std::string_view::npos)
    return media::xml;
  std::string_view text = text_start(head);
  text = text_start(text.substr(json_guard_size(text)));
  if (!text.starts_with('{') && !text.starts_with("[{") && !text.starts_with("[\"")) return media::text;
  // JSON may be cut short in a string.
  text = bytes.substr(static_cast<std::size_t>(text.data() - bytes.data()));
  const std::size_t end = json_tokens_end(text);
  return end == std::string_view::npos || text[end] == '"' ? media::json : media::text;
}

// Returns the type of a body whose label names no format that is read. The body is read if it is text that
// begins with a tag or shows a URL: the label is wrong, or the format is text, as in metafiles of players.
std::optional<media> media_of_unlisted(std::string_view essence, std::string_view bytes) {
  if (is_multipart_type(essence) ||
      ascii::is_one_of(essence,
                       {"text/dns", "application/x-www-form-urlencoded", "application/x-bittorrent"}))
    return std::nullopt;
  const std::string_view head = bytes.substr(0, sniffed_bytes);
  const std::string_view start = text_start(head);
  const bool shows_url =
      head.find("://") != std::string_view::npos || head.find(":\\/\\/") != std::string_view::npos;
  if (!start.starts_with('<') && !shows_url) return std::nullopt;
  if (start.starts_with("{\\rtf") || has_utf16_mark(head) || !binary_name(head, {0, false}).empty())
    return std::nullopt;
  if (is_feed(head)) return media::xml;
  if (begins_extended_m3u(start)) return media::playlist;
  return is_json_response(bytes) ? media::json : media_of_bytes(bytes);
}

std::string_view binary_name(label declared, std::string_view content_type, std::string_view head) {
  if (ascii::begins(charset_parameter(content_type), "utf-16")) return {};
  return binary_name(head, {declared == label::none ? 0U : 20U, declared == label::html});
}

}  // namespace

std::optional<media> media_of(std::string_view content_type, std::string_view bytes, script_bodies scripts) {
  const std::string_view head = bytes.substr(0, sniffed_bytes);
  const label declared = label_of(content_type);
  const label as_page = declared == label::html ? label::html : label::text;
  if (is_page(head) && binary_name(as_page, content_type, head).empty()) return media_of_page(declared, head);
  const bool is_program = scripts == script_bodies::read && is_javascript_type(essence_of(content_type));
  if (is_program && binary_name(label::text, content_type, head).empty()) return media::script;
  if (declared == label::foreign) return media_of_unlisted(essence_of(content_type), bytes);
  if (!binary_name(declared, content_type, head).empty()) return std::nullopt;
  if (is_feed(head)) return media::xml;
  const bool may_be_playlist = declared == label::none || declared == label::text || declared == label::html;
  if (may_be_playlist && begins_extended_m3u(text_start(head))) return media::playlist;
  const bool may_be_json = declared == label::none || declared == label::text || declared == label::html;
  if (may_be_json && is_json_response(bytes)) return media::json;
  switch (declared) {
    case label::html:
      return has_foreign_root(head) ? media::xml : media::html;
    case label::xhtml:
      return media::xhtml;
    case label::xml:
      return media::xml;
    case label::css:
      return media::css;
    case label::json:
      return media::json;
    case label::playlist:
      return media::playlist;
    case label::text:
      return declares_xml(head) ? media::xml : media::text;
    default:
      return media_of_bytes(bytes);
  }
}

bool begins_extended_m3u(std::string_view text) {
  constexpr std::string_view mark = "#EXTM3U";
  return text.starts_with(mark) && (text.size() == mark.size() || is_type_space(text[mark.size()]));
}

std::string skipped_type_name(std::string_view content_type, std::string_view bytes) {
  const std::string_view head = bytes.substr(0, sniffed_bytes);
  const label declared = label_of(content_type);
  if (declared == label::foreign) return ascii::lowered(essence_of(content_type));
  const std::string_view shown = binary_name(declared, content_type, head);
  return shown.empty() ? std::string("unknown") : std::string(shown);
}

bool is_multipart_type(std::string_view content_type) {
  return ascii::begins(content_type, "multipart/");
}

bool is_foreign(std::string_view content_type) {
  return label_of(content_type) == label::foreign;
}

bool is_readable(std::string_view content_type) {
  const label declared = label_of(content_type);
  return declared != label::none && declared != label::foreign;
}

bool is_vague_type(std::string_view content_type) {
  return label_of(content_type) == label::none || ascii::same(essence_of(content_type), "text/plain");
}

bool is_gzip_type(std::string_view content_type) {
  return label_of(content_type) == label::none ||
         ascii::is_one_of(essence_of(content_type),
                          {"application/gzip", "application/x-gzip", "application/gzip-compressed",
                           "application/x-gunzip", "application/x-compressed", "gzip/document"});
}

std::string_view essence_of(std::string_view content_type) {
  content_type = trimmed(content_type);
  return content_type.substr(0, content_type.find_first_of(";, \t\r\n"));
}

std::string_view charset_parameter(std::string_view content_type) {
  std::size_t at = content_type.find(';');
  while (at != std::string_view::npos) {
    std::string_view parameter = trimmed(content_type.substr(at + 1));
    if (ascii::begins(parameter, "charset")) {
      parameter = trimmed(parameter.substr(7));
      if (parameter.starts_with('=')) {
        parameter = trimmed(parameter.substr(1));
        const char quote = parameter.empty() ? '\0' : parameter.front();
        if (quote == '"' || quote == '\'') {
          parameter.remove_prefix(1);
          return trimmed(parameter.substr(0, parameter.find(quote)));
        }
        return parameter.substr(0, parameter.find_first_of("; \t\r\n,\"'"));
      }
    }
    at = content_type.find(';', at + 1);
  }
  return {};
}

}  // namespace urlsieve
