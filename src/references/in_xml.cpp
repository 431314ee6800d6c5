#include "src/references/in_xml.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>
#include <utility>

#include "src/markup/link_tag.hpp"
#include "src/markup/xml_markup.hpp"
#include "src/references/html/readable_body.hpp"
#include "src/references/text/in_text_host.hpp"
#include "src/references/values/css_scanner.hpp"
#include "src/references/values/url_template.hpp"
#include "src/references/xml_link_names.hpp"
#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/text_forms/absolute_url.hpp"
#include "src/url/text_forms/ending_character.hpp"

namespace urlsieve {
namespace {

// Returns false for names, numbers, times and sentences, which most attributes of data hold: a URL needs a
// colon or dot, and a "/", "@", "?" or the dot of "www." or "ftp.".
bool may_hold_url(std::string_view value) {
  bool has_mark = false;
  bool has_sign = false;
  char before = 0;
  for (const char c : value) {
    has_mark = has_mark || c == ':' || c == '.' || c == '&';
    has_sign = has_sign || c == '/' || c == '@' || c == '?' || c == '&' ||
               (c == '.' && ((before | 0x20) == 'w' || (before | 0x20) == 'p'));
    before = c;
  }
  return has_mark && has_sign;
}

// Returns true if text follows the absolute URL in an element or attribute of this name.
bool has_text_behind(std::string_view url, std::string_view name) {
  return has_text_behind_url(url, is_name_of_prose(name) ? alone_in::prose : alone_in::value);
}

}  // namespace

void xml_finder::find(const document& doc, findings& found, stats& counted) {
  const readable_body ready = make_readable(doc, decoder_, found.decoded, counted);
  links_.begin(found, ready.bytes, counted);
  source_ = ready.text;
  element_ = {};
  root_seen_ = doc.continues;
  dash_.begin();
  if (!doc.page_base.empty())
    found.embedded_base = links_.cleaned(links_.decode(doc.page_base, {doc.page_base}));
  parts_.clear();
  entities_.clear();
  if (doc.continues) read_entities(doc.head);
  bases_.clear();
  where_.clear();
  base_ = doc.base;
  const std::string_view beginning = doc.continues ? doc.head : source_.text;
  is_prose_ = has_links_in_prose(beginning);
  is_xspf_ = is_xspf(beginning);
  reads_text_ = is_prose_ || page_text::wanted(options_);
  if (reads_text_) text_.begin(links_, source_, base_, counted, is_prose_);
  const std::string_view text = source_.text;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t tag = std::min(text.find('<', at), text.size());
    add_text(text.substr(at, tag - at), false);
    at = tag == text.size() ? tag : read_markup(tag, counted);
  }
  read_text(counted);
  if (reads_text_) text_.end();
}

// Reads the markup that begins with the "<" at `at`. Returns the position where reading resumes.
std::size_t xml_finder::read_markup(std::size_t at, stats& counted) {
  const std::string_view text = source_.text;
  const xml_markup found = read_xml_markup(text, at);
  switch (found.kind) {
    case xml_kind::declaration:
      if (!root_seen_) entities_.read(text.substr(at, found.end - at));
      return found.end;
    case xml_kind::comment:
      return found.end;
    case xml_kind::cdata:
      add_text(found.content, true);
      return found.end;
    case xml_kind::text:
      add_text(text.substr(at, found.end - at), false);
      return found.end;
    case xml_kind::instruction:
      // <?xml-stylesheet href="..."?> (W3C, Associating Style Sheets with XML documents)
      if (found.content.starts_with("xml-stylesheet") && options_.links != link_choice::navigation &&
          read_tag(text.substr(0, found.end), at, tag_) != unfinished) {
        tag_.name = "xml-stylesheet";
        read_attributes(counted);
      }
      return found.end;
    case xml_kind::tag:
      break;
  }
  const std::size_t end = read_tag(text, at, tag_);
  if (end == unfinished) return text.size();
  read_xml_tag(counted);
  return end;
}

// Reads the entities of a document that began before this window.
void xml_finder::read_entities(std::string_view prolog) {
  for (std::size_t at = prolog.find('<'); at < prolog.size(); at = prolog.find('<', at)) {
    const xml_markup found = read_xml_markup(prolog, at);
    if (found.kind == xml_kind::tag) return;
    if (found.kind == xml_kind::declaration) entities_.read(prolog.substr(at, found.end - at));
    at = found.end;
  }
}

void xml_finder::read_xml_tag(stats& counted) {
  read_text(counted);
  const html_element known = element_named(local_name(tag_.name));
  if (tag_.closing) {
    if (reads_text_) text_.end_tag(known);
    dash_.end_tag(tag_.name);
    return end_base();
  }
  dash_.start_tag(tag_);
  if (reads_text_) text_.start_tag(markup_space::html, known, tag_);
  const bool has_base = begin_base();
  const std::size_t first = links_.found().references.size();
  read_attributes(counted);
  if (reads_text_) text_.note_links(known, tag_, first, tag_.self_closing);
  if (tag_.self_closing) {
    if (has_base) end_base();
    return;
  }
  element_ = tag_.name;
  permalink_ = true;
  for (const html_attribute& attribute : tag_.attributes)
    if (attribute.name == "isPermaLink") permalink_ = trimmed(attribute.value, bytes::html_space) != "false";
  type_ = {};
  if (known == html_element::script)
    for (const html_attribute& attribute : tag_.attributes)
      if (attribute.name == "type") type_ = links_.decode(attribute.value, source_);
}

// Begins the base of an element with xml:base. On the root element, xml:base is the base of the document. On
// another element, the base applies to the element, including its own attributes (XML Base section 3).
// Returns true if the end of the element must end a base.
bool xml_finder::begin_base() {
  const bool is_root = !std::exchange(root_seen_, true);
  findings& found = links_.found();
  const auto base =
      std::find_if(tag_.attributes.begin(), tag_.attributes.end(),
                   [](const html_attribute& attribute) { return attribute.name == "xml:base"; });
  if (base == tag_.attributes.end() || (!is_root && bases_.size() == findings::deepest_base)) {
    const bool is_same = !tag_.self_closing && !bases_.empty() && bases_.back().element == tag_.name;
    if (is_same) ++bases_.back().open;
    return false;
  }
  const std::string_view href = links_.cleaned(links_.decode(expanded(base->value), source_));
  if (is_root) {
    found.embedded_base = href;
    return false;
  }
  found.base_changes.push_back({found.references.size(), href});
  bases_.push_back({tag_.name, 1, {}});
  return true;
}

// Ends the base at the end of its element. An end tag without start tag inside the innermost base is ignored.
void xml_finder::end_base() {
  if (bases_.empty() || bases_.back().element != tag_.name || --bases_.back().open != 0) return;
  bases_.pop_back();
  findings& found = links_.found();
  found.base_changes.push_back({found.references.size(), std::nullopt});
}

void xml_finder::read_attributes(stats& counted) {
  for (const html_attribute& written : tag_.attributes) {
    html_attribute attribute = written;
    attribute.value = expanded(written.value);
    const std::uint32_t place = source_.position_of(written.value.data());
    // In SVG, and in XHTML inside feeds.
    if (attribute.name == "style" && options_.links != link_choice::navigation &&
        style_may_hold_link(attribute.value)) {
      const std::string_view css = links_.decode(attribute.value, source_);
      const bool in_place = source_.in_place && css.data() == written.value.data();
      links_.add_css({css, place, in_place}, where_of(tag_.name, "@", attribute.name));
      continue;
    }
    const bool is_manifest_url =
        dash_.is_manifest() && dash_manifest::holds_url(local_name(tag_.name), attribute.name);
    if (attribute.value.empty() || read_json_attribute(attribute, place, counted)) continue;
    if (!is_link_attribute(local_name(attribute.name)) && !is_manifest_url) {
      read_other_attribute(attribute, place, counted);
      continue;
    }
    if (is_manifest_url && attribute.value.find('$') != std::string_view::npos) {
      links_.refuse(rejection::url_template, attribute.value, where_of(tag_.name, "@", attribute.name),
                    place);
      continue;
    }
    const std::string_view value = links_.decode(attribute.value, source_);
    if (local_name(attribute.name) != "href" && is_list_of_urls(value)) {
      search_value(value, place, counted);
      continue;
    }
    links_.add_url(value, place, where_of(tag_.name, "@", attribute.name), false);
  }
}

// Reads an attribute without a known meaning: a link if the whole value is an absolute URL, as for the text
// of an element; HTML that is escaped once more (dumps of databases have one attribute for each column); or
// text with URLs between words, in prose and data.
void xml_finder::read_other_attribute(const html_attribute& attribute, std::uint32_t place, stats& counted) {
  const bool has_escaped_tag = attribute.value.find("&lt;") != std::string_view::npos;
  if (!has_escaped_tag && !may_hold_url(attribute.value)) return;
  const bool is_identifier = is_identifier_attribute(attribute.name, is_prose_);
  if (is_identifier && !has_escaped_tag) return;
  const std::string_view value = links_.decode(attribute.value, source_);
  if (has_escaped_tag && (!is_prose_ || has_html_tag(value)))
    return embedded_html().find_inside(with_plain_quotes({value, place, false}), base_, links_.found(),
                                       counted);
  if (is_identifier) return;
  const std::string_view url = trimmed(value, bytes::html_space);
  const bool is_absolute = is_absolute_url(url);
  const std::string_view local = local_name(attribute.name);
  const bool is_text =
      holds_several_urls(value) || is_list_of_urls(value) || (is_absolute && has_text_behind(url, local));
  if ((is_absolute && !is_text) || is_spaced_link(local, url)) {
    const std::string_view where = where_of(tag_.name, "@", attribute.name);
    if (is_url_template(value)) return links_.refuse(rejection::url_template, value, where, place);
    links_.add_url(value, place, where, false);
  } else if ((is_prose_ || is_text) && local != "schemaLocation") {
    search_value(value, place, counted);
  }
}

// Reads an attribute of prose and data that is JSON as a whole. Returns false for other attributes.
bool xml_finder::read_json_attribute(const html_attribute& attribute, std::uint32_t place, stats& counted) {
  if (!is_prose_ || (attribute.value.front() != '{' && attribute.value.front() != '[')) return false;
  if (is_identifier_attribute(attribute.name, is_prose_)) return false;
  return read_json({links_.decode(attribute.value, source_), place, false}, counted);
}

bool xml_finder::read_json(const markup_text& json, stats& counted) {
  if (!is_whole_json(json.text)) return false;
  if (!json_) json_ = std::make_unique<json_finder>(options_, search_);
  json_->find_inside(json, base_, links_.found(), counted);
  return true;
}

// Finds the URLs in decoded text at `place`: the value of an attribute, or the text of an element.
void xml_finder::search_value(std::string_view value, std::uint32_t place, stats& counted) {
  document inside;
  inside.body = value;
  inside.base = base_;
  findings& found = links_.found();
  const std::size_t first = found.references.size();
  value_text_.find(inside, found, counted);
  for (std::size_t i = first; i < found.references.size(); ++i) found.references[i].position = place;
}

// Returns HTML without the backslashes before quotes if a value of an attribute begins with such a quote, as
// in the strings.xml of Android: <a href=\"https://a.example/\">.
markup_text xml_finder::with_plain_quotes(const markup_text& html) {
  const std::string_view text = html.text;
  const auto has_quote = [&](std::size_t at) {
    return at + 1 < text.size() && (text[at + 1] == '"' || text[at + 1] == '\'');
  };
  std::size_t at = text.find('\\');
  while (at < text.size() && !(at != 0 && text[at - 1] == '=' && has_quote(at))) at = text.find('\\', at + 1);
  if (at >= text.size()) return html;
  char* const out = links_.found().decoded.reserve(text.size());
  char* end = out;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\\' || !has_quote(i)) *end++ = text[i];
  return {links_.found().decoded.commit(static_cast<std::size_t>(end - out)), html.origin, false};
}

html_finder& xml_finder::embedded_html() {
  if (!is_prose_) return html_;
  if (!prose_html_) {
    link_options with_text = options_;
    with_text.text_links = true;
    prose_html_ = std::make_unique<html_finder>(with_text, search_);
  }
  return *prose_html_;
}

// Reads the text since the start tag of `element_`; called at the next tag.
void xml_finder::read_text(stats& counted) {
  if (element_.empty()) return;
  const std::string_view element = element_;
  element_ = {};
  if (parts_.empty()) return;
  const std::string_view local = local_name(element);
  if (reads_text_ && (local == "script" || local == "style")) text_.forget();
  xml_text_kind kind = kind_of_text(local);
  if (local == "guid" && !permalink_) kind = xml_text_kind::identifier;
  if (is_xspf_ && is_xspf_link(local)) kind = xml_text_kind::link;
  const markup_text joined = parts_.take(links_, source_);
  const std::string_view text = joined.text;
  if (local == "script" && (!type_.empty() || options_.scripts)) return script_.read(type_, joined, links_);
  if (dash_.is_manifest() && dash_manifest::holds_url(local)) return read_manifest_url(element, joined);
  if (local == "style" && options_.links != link_choice::navigation) links_.add_css(joined, "css");
  const bool is_program = local == "script" || local == "style";
  if (kind != xml_text_kind::identifier && !is_program && read_json(joined, counted)) {
    if (reads_text_) text_.forget();
    return;
  }
  const bool may_be_html = (kind == xml_text_kind::html && (!is_prose_ || has_html_tag(text))) ||
                           (kind == xml_text_kind::other && has_link_tag(text));
  if (may_be_html && text.find('<') != std::string_view::npos && !is_program) {
    if (reads_text_) text_.forget();
    embedded_html().find_inside(with_plain_quotes(joined), base_, links_.found(), counted);
    return;
  }
  const std::string_view url = trimmed(text, bytes::html_space);
  const bool is_link = kind == xml_text_kind::link;
  const bool is_absolute = is_absolute_url(url);
  const bool may_be_text = kind == xml_text_kind::other || kind == xml_text_kind::html;
  const bool ends_in_mark = is_prose_ && is_absolute && byte_set(".,;:!?").contains(url.back());
  const bool is_list =
      kind != xml_text_kind::identifier && (is_absolute ? holds_several_urls(url) : is_list_of_urls(url));
  if (is_list || (is_absolute && may_be_text && (ends_in_mark || has_text_behind(url, local)))) {
    if (!is_prose_ && !options_.text_links) search_value(text, joined.origin, counted);
    return;
  }
  const bool absolute = (is_absolute && !(is_prose_ && holds_several_urls(url))) ||
                        (is_link && !is_prose_ && is_url_with_spaces(url)) ||
                        (kind != xml_text_kind::html && is_spaced_link(local, url));
  const bool named =
      is_link && local != "guid" && !url.empty() && url.find_first_of(" \t\r\n") == std::string_view::npos;
  const bool identifies = kind == xml_text_kind::identifier && options_.links != link_choice::everything;
  if (!named && (!absolute || identifies)) return;
  if (reads_text_) text_.forget();
  const std::string_view where = where_of("xml:", "", element);
  // "{name}" alone is published in addresses such as <guid>.
  if (holds_variable(url)) return links_.refuse(rejection::url_template, url, where, joined.origin);
  links_.add_url(text, joined.origin, where, false);
}

// Reads the text of <BaseURL>, or of an element with the URL of the manifest itself. The first <BaseURL> is
// the base of its parent element; later ones are alternatives.
void xml_finder::read_manifest_url(std::string_view element, const markup_text& url) {
  findings& found = links_.found();
  if (reads_text_) text_.forget();
  const std::string_view place = where_of("xml:", "", element);
  const auto change_base = [&](std::optional<std::string_view> href) {
    found.base_changes.push_back({found.references.size(), href});
  };
  const bool can_nest = bases_.size() < findings::deepest_base;
  if (local_name(element) != "BaseURL") {
    const bool has_base = !bases_.empty() && !base_.empty() && can_nest;
    if (has_base) change_base(base_);
    links_.add_url(url.text, url.origin, place, false);
    if (has_base) change_base(std::nullopt);
    return;
  }
  const std::string_view parent = dash_.parent();
  const bool is_alternative =
      !bases_.empty() && !bases_.back().manifest_base.empty() && bases_.back().element == parent;
  if (is_alternative) change_base(std::nullopt);
  const std::size_t first = found.references.size();
  links_.add_url(url.text, url.origin, place, false);
  if (is_alternative) return change_base(bases_.back().manifest_base);
  if (found.references.size() == first || parent.empty() || !can_nest) return;
  const std::string_view href = found.references.back().raw;
  change_base(href);
  bases_.push_back({parent, 1, href});
}

std::string_view xml_finder::where_of(std::string_view before, std::string_view between,
                                      std::string_view after_it) {
  constexpr std::size_t max_names = 8;
  constexpr std::size_t longest = 64;
  before = before.substr(0, longest);
  after_it = after_it.substr(0, longest);
  const std::size_t size = before.size() + between.size() + after_it.size();
  const std::size_t first = where_.size() > max_names ? where_.size() - max_names : 0;
  for (std::size_t i = first; i < where_.size(); ++i) {
    const std::string_view known = where_[i];
    if (known.size() == size && known.starts_with(before) && known.ends_with(after_it) &&
        known.substr(before.size(), between.size()) == between)
      return known;
  }
  char* const out = links_.found().decoded.reserve(size);
  char* end = std::copy(before.begin(), before.end(), out);
  end = std::copy(between.begin(), between.end(), end);
  std::copy(after_it.begin(), after_it.end(), end);
  where_.push_back(links_.found().decoded.commit(size));
  return where_.back();
}

}  // namespace urlsieve
