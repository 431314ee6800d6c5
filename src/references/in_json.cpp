// The path of a value is built only if a reference is found.
#include "src/references/in_json.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "src/markup/link_tag.hpp"
#include "src/references/html/readable_body.hpp"
#include "src/references/values/embedded_json.hpp"
#include "src/references/values/url_template.hpp"
#include "src/text/encodings/doubled_utf8.hpp"
#include "src/text/json/json_guard.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/text_forms/absolute_url.hpp"
#include "src/url/text_forms/ending_character.hpp"

namespace urlsieve {
namespace {

// Recognizes a web app manifest by its members, because servers send manifests as application/json or
// text/plain.
bool is_web_manifest(std::string_view json) {
  if (json.find("\"icons\"") == std::string_view::npos &&
      json.find("\"start_url\"") == std::string_view::npos)
    return false;
  bool has_place = false;
  bool has_look = false;
  std::size_t depth = 0;
  json_scanner scanner(json);
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    if (token == json_token::object || token == json_token::array) ++depth;
    if (token == json_token::close && depth != 0) --depth;
    if (token != json_token::key || depth != 1) continue;
    const std::string_view name = scanner.text();
    has_place = has_place || name == "start_url" || name == "icons";
    has_look = has_look || name == "start_url" || name == "short_name" || name == "display" ||
               name == "theme_color" || name == "background_color";
    if (has_place && has_look) return true;
  }
  return false;
}

// Returns true for the content of a string that is JSON, or has such JSON in it: {"a":"http:\/\/b\/"}.
bool is_escaped_again(std::string_view text) {
  if (text.find('\\') == std::string_view::npos) return false;
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return text[first] == '{' || text[first] == '[' || text.find(":\\/") != std::string_view::npos;
}

// Returns the options of a search in JSON inside a string. An option of the user has precedence.
text_search with_json_escapes(text_search options) {
  if (options.unescape == unescape_choice::off) options.unescape = unescape_choice::json;
  return options;
}

// Returns the options for HTML inside a string: URLs between the tags count, as in other strings.
link_options with_text_links(link_options options) {
  options.text_links = true;
  return options;
}

// Returns true if a call or an assignment precedes the JSON, so code may follow it.
bool is_in_program(std::string_view json) {
  return json_front_size(json, json_front::call_or_assignment) > json.find_first_not_of(" \t\r\n");
}

}  // namespace

json_finder::json_finder(const link_options& options, const text_search& text)
    : links_(text),
      text_(text),
      escaped_text_(with_json_escapes(text)),
      html_(with_text_links(options), text) {}

void json_finder::find(const document& doc, findings& found, stats& counted) {
  const readable_body ready = make_readable(doc, decoder_, found.decoded, counted);
  links_.begin(found, ready.bytes, counted);
  markup_text json = ready.text;
  const std::size_t guard = json_guard_size(json.text);
  json.text.remove_prefix(guard);
  if (json.in_place) json.origin += static_cast<std::uint32_t>(guard);
  is_manifest_ = is_web_manifest(json.text);
  const bool whole = read(json, doc.base, counted);
  const bool is_window = !doc.head.empty();
  if (!is_window && !whole && !is_in_program(json.text))
    counted.damaged_at(damage::bad_json, doc.source, doc.offset, "brackets or quotes do not match");
}

void json_finder::find_inside(const markup_text& json, std::string_view base, findings& found,
                              stats& counted) {
  links_.begin(found, find_encoding("utf-8"), counted);
  is_manifest_ = false;
  const auto* const consumer = std::exchange(found.batch_consumer, nullptr);
  read(json, base, counted);
  found.batch_consumer = consumer;
}

// Reads JSON, or what resembles JSON. Returns false if brackets or quotes do not match.
bool json_finder::read(const markup_text& json, std::string_view base, stats& counted) {
  findings& found = links_.found();
  bool whole = true;
  path_.clear();
  json_scanner scanner(json.text);
  const arena::mark before = found.decoded.filled();
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    if (!scanner.text_between().empty()) read_text(scanner.text_between(), json, base, counted);
    switch (token) {
      case json_token::object:
      case json_token::array:
        path_.open();
        break;
      case json_token::close:
        whole = path_.close() && whole;
        break;
      case json_token::key:
        path_.name(scanner.text());
        read_key(scanner, json);
        break;
      default:
        read_string(scanner, json, base, counted);
        found.deliver_batch(before);
        break;
    }
    const bool is_string = token == json_token::key || token == json_token::string;
    if (!is_string || !scanner.cut()) continue;
    whole = false;
    path_.clear();
  }
  if (!scanner.text_between().empty()) read_text(scanner.text_between(), json, base, counted);
  return whole && path_.depth() == 0 && !scanner.broken();
}

// Returns the decoded text of a string. Facebook and Instagram write each byte of UTF-8 as an escape:
// "\u00c3\u00b3" for U+00F3.
std::string_view json_finder::text_of(const json_scanner& scanner, const markup_text& source) {
  const std::string_view text = links_.json_string(scanner, source);
  if (!scanner.escaped() || text.find('\xC3') == std::string_view::npos) return text;
  arena& decoded = links_.found().decoded;
  const std::size_t size = decode_doubled_utf8(text, decoded.reserve(text.size()));
  return size == 0 ? text : decoded.commit(size);
}

// Adds a string that is a URL as a whole.
void json_finder::add_value(std::string_view url, std::uint32_t position) {
  if (is_url_template(url)) return links_.refuse(rejection::url_template, url, where(), position);
  links_.add_url(url, position, where(), false);
}

void json_finder::read_key(const json_scanner& scanner, const markup_text& source) {
  if (scanner.text().find("//") == std::string_view::npos && !scanner.escaped()) return;
  const std::string_view text = text_of(scanner, source);
  if (is_absolute_url(text)) add_value(text, source.position_of(scanner.text().data()));
}

// True if the current member of a web app manifest (W3C) or of speculation rules is a URL by definition.
bool json_finder::is_relative_link(std::string_view text) {
  constexpr std::string_view manifest_members[] = {"start_url",
                                                   "scope",
                                                   "icons.src",
                                                   "screenshots.src",
                                                   "shortcuts.url",
                                                   "shortcuts.icons.src",
                                                   "share_target.action",
                                                   "file_handlers.action",
                                                   "protocol_handlers.url",
                                                   "related_applications.url",
                                                   "serviceworker.src",
                                                   "note_taking.new_note_url",
                                                   "scope_extensions.origin"};
  constexpr std::string_view rules_members[] = {"prefetch.urls", "prerender.urls"};
  constexpr byte_set never = bytes::c0_and_delete | byte_set(" <>\"{}|\\^`");
  const std::string_view key = path_.key();
  const bool may_be = is_manifest_ || key == "urls";
  if (!may_be || text.empty() ||
      std::any_of(text.begin(), text.end(), [&](char c) { return never.contains(c); }))
    return false;
  const std::string_view path = where().substr(std::string_view("json:").size());
  const auto holds = [&](const auto& list) {
    return std::find(std::begin(list), std::end(list), path) != std::end(list);
  };
  return (is_manifest_ && holds(manifest_members)) || holds(rules_members);
}

// Returns true if the value of the current member is one absolute URL as a whole. Text may follow the URL,
// but not in a member that holds links by its name.
bool json_finder::is_url(std::string_view text) const {
  return is_absolute_url(text) && !holds_several_urls(text) &&
         (is_link_key(path_.key()) ||
          !has_text_behind_url(text, is_name_of_prose(path_.key()) ? alone_in::prose : alone_in::value));
}

void json_finder::read_string(const json_scanner& scanner, const markup_text& source, std::string_view base,
                              stats& counted) {
  findings& found = links_.found();
  const std::uint32_t position = source.position_of(scanner.text().data());
  const std::string_view text = text_of(scanner, source);
  if (is_url(text) || is_link_with_spaces(path_.key(), text) || is_link_with_quotes(path_.key(), text) ||
      is_relative_link(text) || (!base.empty() && is_link_by_key(path_.key(), text))) {
    add_value(text, position);
    return;
  }
  const bool in_place = source.in_place && text.data() == scanner.text().data();
  const bool is_escaped = is_escaped_again(text);
  if (!is_escaped && is_html(text)) return read_html({text, position, in_place}, base, counted);
  if (text.find_first_of(":.") == std::string_view::npos) return;
  const std::size_t first = found.references.size();
  search(is_escaped ? escaped_text_ : text_, text, base, counted);
  if (found.references.size() == first) return;
  const std::string_view place = where();
  for (std::size_t i = first; i < found.references.size(); ++i) {
    reference& link = found.references[i];
    link.where = place;
    link.position = in_place ? position + link.position : position;
  }
}

bool json_finder::is_html(std::string_view text) {
  return text.find('<') != std::string_view::npos && has_link_tag(text) && !has_placeholder_value(text);
}

void json_finder::find_html_inside(const markup_text& html, std::string_view base, findings& found,
                                   stats& counted) {
  const auto* const consumer = std::exchange(found.batch_consumer, nullptr);
  html_.find_inside(html, base, found, counted);
  found.batch_consumer = consumer;
}

void json_finder::read_html(const markup_text& html, std::string_view base, stats& counted) {
  findings& found = links_.found();
  const std::size_t first = found.references.size();
  find_html_inside(html, base, found, counted);
  if (found.references.size() == first) return;
  const std::string_view place = where();
  for (std::size_t i = first; i < found.references.size(); ++i)
    if (found.references[i].where == "text") found.references[i].where = place;
}

// Searches the text between the tokens of faulty JSON, such as a line of text between lines of JSON.
void json_finder::read_text(std::string_view text, const markup_text& source, std::string_view base,
                            stats& counted) {
  findings& found = links_.found();
  const std::size_t first = found.references.size();
  search(text_, text, base, counted);
  const std::uint32_t position = source.position_of(text.data());
  for (std::size_t i = first; i < found.references.size(); ++i) found.references[i].position += position;
}

// Appends the URLs of `text`, with positions in `text`. Lines of JSON may be in UTF-16 behind other lines.
void json_finder::search(text_finder& finder, std::string_view text, std::string_view base, stats& counted) {
  document inside;
  inside.body = text;
  inside.base = base;
  // The caller corrects the positions, so no references may be delivered.
  findings& found = links_.found();
  const auto* const consumer = std::exchange(found.batch_consumer, nullptr);
  finder.find_with_utf16(inside, found, counted);
  found.batch_consumer = consumer;
}

}  // namespace urlsieve
