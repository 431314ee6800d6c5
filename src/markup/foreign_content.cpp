#include "src/markup/foreign_content.hpp"

#include <algorithm>

namespace urlsieve {
namespace {

using element = html_element;

// Section 13.2.6.5: a start tag of these ends foreign content.
bool breaks_out(html_element e, const html_tag& tag) {
  switch (e) {
    case element::b:
    case element::big:
    case element::blockquote:
    case element::body:
    case element::br:
    case element::center:
    case element::code:
    case element::dd:
    case element::div:
    case element::dl:
    case element::dt:
    case element::em:
    case element::embed:
    case element::h1:
    case element::h2:
    case element::h3:
    case element::h4:
    case element::h5:
    case element::h6:
    case element::head:
    case element::hr:
    case element::i:
    case element::img:
    case element::li:
    case element::listing:
    case element::menu:
    case element::meta:
    case element::nobr:
    case element::ol:
    case element::p:
    case element::pre:
    case element::ruby:
    case element::s:
    case element::small:
    case element::span:
    case element::strong:
    case element::strike:
    case element::sub:
    case element::sup:
    case element::table:
    case element::tt:
    case element::u:
    case element::ul:
    case element::var:
      return true;
    case element::font:
      return std::any_of(tag.attributes.begin(), tag.attributes.end(), [](const html_attribute& a) {
        const link_attribute known = attribute_named(a.name);
        return known == link_attribute::color || known == link_attribute::face ||
               known == link_attribute::size;
      });
    default:
      return false;
  }
}

// annotation-xml whose encoding says that it holds HTML.
bool holds_html(const html_tag& tag) {
  for (const html_attribute& a : tag.attributes)
    if (attribute_named(a.name) == link_attribute::encoding)
      return (a.value.size() == 9 && same_letters(a.value, "text/html")) ||
             (a.value.size() == 21 && same_letters(a.value, "application/xhtml+xml"));
  return false;
}

// An end tag that names one of these while no foreign element of the name is open closes an HTML element
// around, and the foreign ones in it.
bool closes_around(html_element e) {
  switch (e) {
    case element::unknown:
    case element::desc:
    case element::foreignobject:
    case element::image:
    case element::script:
    case element::style:
    case element::title:
    case element::use:
      return false;
    default:
      return true;
  }
}

}  // namespace

markup_space foreign_content::start(html_element e, const html_tag& tag) {
  if (inside()) {
    const entry& innermost = open_.back();
    const bool text_point = innermost.text_inside &&
                            !(tag.name.size() == 6 && same_letters(tag.name, "mglyph")) &&
                            !(tag.name.size() == 10 && same_letters(tag.name, "malignmark"));
    const bool svg_in_annotation = innermost.element == element::annotation_xml && e == element::svg;
    if (!text_point && !svg_in_annotation) {
      if (!breaks_out(e, tag)) {
        const markup_space space = innermost.space;
        open(space, e, tag);
        return space;
      }
      break_out();
    }
  }
  if (e != element::svg && e != element::math) {
    if (!open_.empty()) open_.back().html_begun = true;
    return markup_space::html;
  }
  const markup_space space = e == element::svg ? markup_space::svg : markup_space::math;
  open(space, e, tag);
  return space;
}

void foreign_content::open(markup_space space, html_element e, const html_tag& tag) {
  if (tag.self_closing || open_.size() >= deepest) return;
  const bool svg = space == markup_space::svg;
  const bool html_inside = svg ? e == element::foreignobject || e == element::desc || e == element::title
                               : e == element::annotation_xml && holds_html(tag);
  const bool text_inside = !svg && (e == element::mi || e == element::mo || e == element::mn ||
                                    e == element::ms || e == element::mtext);
  open_.push_back({tag.name, space, e, html_inside, text_inside, false});
}

void foreign_content::break_out() {
  while (!open_.empty() && !open_.back().html_inside && !open_.back().text_inside) open_.pop_back();
}

void foreign_content::end(html_element e, std::string_view name) {
  if (open_.empty()) return;
  const auto same = [&](const entry& other) {
    return other.element == e &&
           (e != element::unknown || (other.name.size() == name.size() &&
                                      std::equal(name.begin(), name.end(), other.name.begin(),
                                                 [](char a, char b) { return (a | 0x20) == (b | 0x20); })));
  };
  if (!inside()) {
    // HTML inside an integration point: its end tags are no business of ours, but those of the point itself
    // and of the roots.
    if (!same(open_.back()) && e != element::svg && e != element::math) return;
  } else if (e == element::p || e == element::br) {
    break_out();
    return;
  }
  const auto found = std::find_if(open_.rbegin(), open_.rend(), same);
  if (found != open_.rend()) {
    open_.erase(std::prev(found.base()), open_.end());
  } else if (inside() && closes_around(e)) {
    break_out();
  }
}

}  // namespace urlsieve
