// Reads HTML that is embedded in another document and whose text is searched for URLs. Strings of JSON and
// columns of databases hold text with tags, so markup that the HTML standard drops may be text that somebody
// wrote: "a<b", "<https://a.example/>", a <script> that is mentioned but never closed, code with tags.
#include <algorithm>

#include "src/references/html/html_walker.hpp"
#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/text_forms/absolute_url.hpp"

namespace urlsieve {
namespace {

// Returns true if a comment with this content is worth a search.
bool comment_may_hold_url(std::string_view content) {
  const bool is_declaration = ascii::same(content.substr(0, 7), "doctype") || content.starts_with("?xml") ||
                              trimmed(content.substr(0, 16), bytes::html_space).starts_with("[if");
  return !is_declaration &&
         (content.find("://") != std::string_view::npos || content.find("www.") != std::string_view::npos ||
          content.find("mailto:") != std::string_view::npos);
}

// Returns true for a name that a tag may have. The "name" of "<https://a.example/>" is "https:".
bool is_tag_name(std::string_view name) {
  constexpr byte_set allowed = bytes::alphanum | byte_set("-_:");
  return !name.ends_with(':') &&
         std::all_of(name.begin(), name.end(), [&](char c) { return allowed.contains(c); });
}

bool begins_tag(std::string_view name) {
  return name.size() > 1 && name.front() == '<' && bytes::alpha.contains(name[1]);
}

// Returns true for the "name" of an attribute that is the beginning of a URL or of the next tag.
// Requires: the byte after the name is readable.
bool is_text_in_tag(const html_attribute& attribute) {
  const std::string_view name = attribute.name;
  return (name.ends_with(':') && name.data()[name.size()] == '/') || begins_tag(name) ||
         ascii::same(name.substr(0, 4), "www.") || ascii::same(name.substr(0, 7), "mailto:");
}

}  // namespace

void html_walker::walk_embedded(const markup_text& markup, std::string_view base, stats& counted) {
  recovers_text_ = plan_.options.text_links;
  comment_is_open_ = false;
  unclosed_.reset();
  walk(markup, base, counted);
  recovers_text_ = false;
  unclosed_.reset();
}

// Like read_exactly(), but adds dropped markup to the text. Linear time: a comment and a raw text element
// without an end are searched for their end only once in a document.
std::size_t html_walker::read_embedded(std::size_t at) {
  const bool is_comment = text().substr(at).starts_with("<!--");
  if (is_comment && comment_is_open_) return add_as_text(at, at + 4);
  const markup found = read_markup(text(), at, foreign_.allows_cdata());
  if (found.kind == markup_kind::comment) {
    const std::string_view content = found.content;
    if (!content.empty() && content.data() + content.size() == text().data() + text().size()) {
      comment_is_open_ = comment_is_open_ || is_comment;
      return add_as_text(at, is_comment ? at + 4 : text().size());
    }
    if (comment_may_hold_url(content)) page_text_->search_alone(content);
  }
  if (found.kind != markup_kind::tag) return read_exactly(at);
  const std::size_t end = read_tag(text(), at, tag_);
  if (end == unfinished) return add_as_text(at, text().size());
  if (!is_tag_name(tag_.name)) return add_as_text(at, next_tag_in_tag(end));
  const bool holds_text = std::any_of(tag_.attributes.begin(), tag_.attributes.end(), is_text_in_tag);
  const std::size_t resume = holds_text ? next_tag_in_tag(end) : end;
  if (!has_link_attribute()) {
    if (holds_text) return add_as_text(at, resume);
    if (is_of_other_vocabulary()) search_tag();
  }
  return after_tag(resume);
}

std::size_t html_walker::add_as_text(std::size_t begin, std::size_t end) {
  read_text(text().substr(begin, end - begin), false);
  return end;
}

// Returns the position of the last "<" that begins a tag instead of an attribute of tag_, and drops the
// attributes from there on. Returns `end` if there is none. The last one bounds the time: no tag is read more
// than twice.
std::size_t html_walker::next_tag_in_tag(std::size_t end) {
  for (std::size_t i = tag_.attributes.size(); i-- > 0;) {
    if (!begins_tag(tag_.attributes[i].name)) continue;
    end = static_cast<std::size_t>(tag_.attributes[i].name.data() - text().data());
    tag_.attributes.resize(i);
    break;
  }
  return end;
}

// Returns true if tag_ has a link. Such a tag is meant as a tag, whatever else it holds.
bool html_walker::has_link_attribute() const {
  const html_element element = element_named(tag_.name);
  return std::any_of(tag_.attributes.begin(), tag_.attributes.end(), [&](const html_attribute& each) {
    const link_attribute name = attribute_named(each.name);
    return name != link_attribute::unknown && !each.value.empty() &&
           plan_.table.row(markup_space::html, element, name) != nullptr;
  });
}

// Returns true if HTML does not know the element of tag_: <ri:url> of Confluence, <URIObject> of Skype,
// <Route> of a program. Elements of SVG and MathML have no prefix and are known there.
bool html_walker::is_of_other_vocabulary() const {
  return tag_.name.find(':') != std::string_view::npos ||
         (foreign_.empty() && element_named(tag_.name) == html_element::unknown);
}

// Searches the attributes of an element of another vocabulary.
void html_walker::search_tag() {
  for (const html_attribute& each : tag_.attributes)
    if (!each.name.starts_with("xmlns") && is_absolute_url(trimmed(each.value, bytes::html_space)))
      page_text_->search_alone(each.value);
}

// Searches the content of a raw text element in which a page has no text: a program, a style sheet, or what
// browsers without frames show.
void html_walker::search_raw_text(html_element element, std::string_view content) {
  switch (element) {
    case html_element::script:
    case html_element::style:
      return page_text_->search_alone(content, true);
    case html_element::iframe:
    case html_element::noembed:
      return page_text_->search_alone(content);
    default:
      break;
  }
}

}  // namespace urlsieve
