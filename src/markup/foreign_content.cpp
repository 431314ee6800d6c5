#include "src/markup/foreign_content.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

using element = html_element;

// Returns true if the start tag ends foreign content (section 13.2.6.5).
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

// Returns true for an annotation-xml tag whose encoding is HTML or XHTML.
bool holds_html(const html_tag& tag) {
  for (const html_attribute& a : tag.attributes)
    if (attribute_named(a.name) == link_attribute::encoding)
      return ascii::same(a.value, "text/html") || ascii::same(a.value, "application/xhtml+xml");
  return false;
}

using element_set = std::array<bool, element_count>;
constexpr element_set set_of(std::initializer_list<element> members) {
  element_set set{};
  for (const element e : members) set[static_cast<std::size_t>(e)] = true;
  return set;
}
constexpr bool is_in(const element_set& set, element e) {
  return set[static_cast<std::size_t>(e)];
}

// The HTML elements of the category "special" (section 13.2.4.2).
constexpr element_set special = set_of(
    {element::address,   element::applet,   element::area,      element::article,    element::aside,
     element::base,      element::basefont, element::bgsound,   element::blockquote, element::body,
     element::br,        element::button,   element::caption,   element::center,     element::col,
     element::colgroup,  element::dd,       element::details,   element::dir,        element::div,
     element::dl,        element::dt,       element::embed,     element::fieldset,   element::figcaption,
     element::figure,    element::footer,   element::form,      element::frame,      element::frameset,
     element::h1,        element::h2,       element::h3,        element::h4,         element::h5,
     element::h6,        element::head,     element::header,    element::hgroup,     element::hr,
     element::html,      element::iframe,   element::img,       element::input,      element::keygen,
     element::li,        element::link,     element::listing,   element::main,       element::marquee,
     element::menu,      element::meta,     element::nav,       element::noembed,    element::noframes,
     element::noscript,  element::object,   element::ol,        element::p,          element::param,
     element::plaintext, element::pre,      element::script,    element::search,     element::section,
     element::select,    element::source,   element::style,     element::summary,    element::table,
     element::tbody,     element::td,       element::template_, element::textarea,   element::tfoot,
     element::th,        element::thead,    element::title,     element::tr,         element::track,
     element::ul,        element::wbr,      element::xmp});

constexpr element_set scope_ends =
    set_of({element::applet, element::caption, element::html, element::table, element::td, element::th,
            element::marquee, element::object, element::template_});

// Void elements, and elements whose start tags are ignored inside a body: neither stays open.
constexpr element_set never_open = set_of(
    {element::area,   element::base,  element::basefont, element::bgsound, element::br,      element::col,
     element::embed,  element::frame, element::hr,       element::img,     element::image,   element::input,
     element::keygen, element::link,  element::meta,     element::param,   element::source,  element::track,
     element::wbr,    element::html,  element::body,     element::head,    element::frameset});

constexpr element_set table_parts = set_of({element::caption, element::colgroup, element::tbody, element::td,
                                            element::tfoot, element::th, element::thead, element::tr});

constexpr element_set closes_paragraph =
    set_of({element::address,  element::article,    element::aside,     element::blockquote, element::center,
            element::details,  element::dialog,     element::dir,       element::div,        element::dl,
            element::fieldset, element::figcaption, element::figure,    element::footer,     element::header,
            element::hgroup,   element::main,       element::menu,      element::nav,        element::ol,
            element::p,        element::search,     element::section,   element::summary,    element::ul,
            element::h1,       element::h2,         element::h3,        element::h4,         element::h5,
            element::h6,       element::pre,        element::listing,   element::form,       element::li,
            element::dd,       element::dt,         element::plaintext, element::hr,         element::xmp});

// Elements whose end tags require an element in scope.
constexpr element_set scoped =
    set_of({element::address, element::applet, element::article,  element::aside,      element::blockquote,
            element::button,  element::center, element::details,  element::dialog,     element::dir,
            element::div,     element::dl,     element::fieldset, element::figcaption, element::figure,
            element::footer,  element::header, element::hgroup,   element::listing,    element::main,
            element::marquee, element::menu,   element::nav,      element::object,     element::ol,
            element::pre,     element::search, element::section,  element::select,     element::summary,
            element::ul,      element::li,     element::dd,       element::dt,         element::h1,
            element::h2,      element::h3,     element::h4,       element::h5,         element::h6});

constexpr element_set formatting = set_of(
    {element::a, element::b, element::big, element::code, element::em, element::font, element::i,
     element::nobr, element::s, element::small, element::strike, element::strong, element::tt, element::u});

bool equals(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return (x | 0x20) == (y | 0x20); });
}

}  // namespace

// Returns true if the start tag follows the rules for HTML, because the innermost element is HTML or an
// integration point.
bool foreign_content::reads_as_html(html_element e, const html_tag& tag) const {
  if (!in_foreign()) return true;
  const entry& innermost = open_.back();
  if (innermost.html_inside) return true;
  if (is_annotation(innermost) && e == element::svg) return true;
  return innermost.text_inside && !equals(tag.name, "mglyph") && !equals(tag.name, "malignmark");
}

markup_space foreign_content::start(html_element e, const html_tag& tag) {
  if (!reads_as_html(e, tag)) {
    if (!breaks_out(e, tag)) {
      const markup_space space = open_.back().space;
      open(space, e, tag);
      return space;
    }
    break_out();
  }
  if (e == element::svg || e == element::math) {
    const markup_space space = e == element::svg ? markup_space::svg : markup_space::math;
    open(space, e, tag);
    return space;
  }
  if (!open_.empty() || whole_) start_html(e, tag);
  settle();
  return markup_space::html;
}

void foreign_content::open(markup_space space, html_element e, const html_tag& tag) {
  if ((tag.self_closing && space != markup_space::html) || open_.size() >= 2 * deepest ||
      (!extended_ && open_.size() >= deepest))
    return;
  const bool html_inside =
      space == markup_space::svg
          ? e == element::foreignobject || e == element::desc || e == element::title
          : space == markup_space::math && e == element::annotation_xml && holds_html(tag);
  const bool text_inside =
      space == markup_space::math &&
      (e == element::mi || e == element::mo || e == element::mn || e == element::ms || e == element::mtext);
  open_.push_back({tag.name, space, e, html_inside, text_inside});
}

// Closes and opens elements as a start tag of section 13.2.6.4.7 does.
void foreign_content::start_html(html_element e, const html_tag& tag) {
  if (is_in(table_parts, e)) {
    // Inside a table, these start tags close cells and rows with their content.
    const std::size_t table = find(element::table, "table", reach::table);
    const bool in_template =
        !open_.empty() && open_.back().space == markup_space::html &&
        (open_.back().element == element::template_ || is_in(table_parts, open_.back().element));
    if (table == nowhere && !in_template) return;
    if (table == nowhere) return open(markup_space::html, e, tag);
    std::size_t size = open_.size();
    while (size > table + 1 &&
           !(open_[size - 1].space == markup_space::html && is_in(table_parts, open_[size - 1].element)))
      --size;
    pop_to(size);
    return open(markup_space::html, e, tag);
  }
  if (is_in(closes_paragraph, e)) close_paragraph();
  if (e == element::li) close_item(e, e);
  if (e == element::dd || e == element::dt) close_item(element::dd, element::dt);
  if (e == element::a || e == element::nobr) {
    const std::size_t same = find(e, tag.name, reach::scope);
    if (same < open_.size()) end_formatting(e, tag.name);
  }
  if (e == element::button) {
    const std::size_t same = find(e, tag.name, reach::scope);
    if (same < open_.size()) pop_to(same);
  }
  if (!is_in(never_open, e)) open(markup_space::html, e, tag);
}

void foreign_content::break_out() {
  while (in_foreign() && !open_.back().html_inside && !open_.back().text_inside) open_.pop_back();
}

// Closes the p element that is open in the same integration point, if any ("close a p element").
void foreign_content::close_paragraph() {
  for (std::size_t i = open_.size(); i-- > 0 && open_[i].space == markup_space::html;) {
    if (open_[i].element == element::p) return pop_to(i);
    if (is_in(scope_ends, open_[i].element) || open_[i].element == element::button) return;
  }
}

void foreign_content::close_item(html_element item, html_element alternative) {
  for (std::size_t i = open_.size(); i-- > 0 && open_[i].space == markup_space::html;) {
    const html_element e = open_[i].element;
    if (e == item || e == alternative) return pop_to(i);
    if (is_in(special, e) && e != element::address && e != element::div && e != element::p) return;
  }
}

std::size_t foreign_content::find(html_element e, std::string_view name, reach how) {
  for (std::size_t i = open_.size(); i-- > 0;) {
    const entry& each = open_[i];
    const bool html = each.space == markup_space::html;
    if (html && each.element == e && (e != element::unknown || equals(each.name, name))) return i;
    const bool point = !html && (each.html_inside || each.text_inside || is_annotation(each));
    switch (how) {
      case reach::any_other:
        if (point || (html && is_in(special, each.element))) return nowhere;
        break;
      case reach::scope:
        if (point || (html && is_in(scope_ends, each.element))) return nowhere;
        if (html && e == element::li && (each.element == element::ol || each.element == element::ul))
          return nowhere;
        break;
      case reach::table:
        if (html && (each.element == element::table || each.element == element::template_)) return nowhere;
        break;
      case reach::everything:
        break;
    }
  }
  return extend() ? find(e, name, how) : nowhere;
}

// Inserts the elements open around the root below it in the stack. Returns false if they are there already,
// or if the stack is empty.
bool foreign_content::extend() {
  if (whole_ || extended_ || open_.empty()) return false;
  if (!around_) {
    around_ = std::make_unique<foreign_content>();
    around_->clear(text_);
    around_->whole_ = true;
  }
  around_->read_to(static_cast<std::size_t>(open_.front().name.data() - text_.data()) - 1);
  open_.insert(open_.begin(), around_->open_.begin(), around_->open_.end());
  extended_ = true;
  return true;
}

// Clears the stack when the last foreign element has closed: elements around the root are not tracked.
void foreign_content::settle() {
  if (!extended_ || std::any_of(open_.begin(), open_.end(),
                                [](const entry& each) { return each.space != markup_space::html; }))
    return;
  open_.clear();
  extended_ = false;
}

void foreign_content::read_to(std::size_t end) {
  html_tag tag;
  for (read_ = text_.find('<', read_); read_ < end; read_ = text_.find('<', read_)) {
    const markup found = read_markup(text_, read_, allows_cdata());
    if (found.kind != markup_kind::tag) {
      read_ = found.end;
      continue;
    }
    const std::size_t behind = read_tag(text_, read_, tag);
    if (behind == unfinished) return;
    read_ = behind;
    const html_element e = element_named(tag.name);
    if (tag.closing) {
      this->end(e, tag.name);
    } else if (start(e, tag) == markup_space::html) {
      read_ = raw_text_end(text_, behind, name_of(e), text_mode_after(e));
    }
  }
}

// Applies the effect of the "adoption agency algorithm" (section 13.2.6.4.7) on open elements. Formatting
// elements that other tags close are not reopened ("reconstruct the active formatting elements").
void foreign_content::end_formatting(html_element e, std::string_view name) {
  const std::size_t found = find(e, name, reach::scope);
  if (found == nowhere) return;
  std::size_t last_special = found;
  for (std::size_t i = found + 1; i < open_.size(); ++i)
    if (open_[i].space == markup_space::html && is_in(special, open_[i].element)) last_special = i;
  std::size_t kept_count = found;
  for (std::size_t i = found + 1; i <= last_special; ++i)
    if (is_in(special, open_[i].element) || is_in(formatting, open_[i].element))
      open_[kept_count++] = open_[i];
  pop_to(kept_count);
}

void foreign_content::end_html(html_element e, std::string_view name) {
  // These end tags close nothing, or leave the content of their element open.
  if (e == element::body || e == element::html || is_in(never_open, e)) return;
  if (e == element::form) {
    const std::size_t form = find(e, name, reach::scope);
    if (form < open_.size()) open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(form));
    return;
  }
  if (is_in(formatting, e)) return end_formatting(e, name);
  const reach how = e == element::template_                        ? reach::everything
                    : is_in(table_parts, e) || e == element::table ? reach::table
                    : is_in(scoped, e) || e == element::p          ? reach::scope
                                                                   : reach::any_other;
  const std::size_t found = find(e, name, how);
  if (found != nowhere) pop_to(found);
}

void foreign_content::end(html_element e, std::string_view name) {
  if (open_.empty()) return;
  close(e, name);
  settle();
}

void foreign_content::close(html_element e, std::string_view name) {
  if (!in_foreign()) return end_html(e, name);
  if (e == element::p || e == element::br) {
    break_out();
    if (!in_foreign() && !open_.empty()) end_html(e, name);
    return;
  }
  for (std::size_t i = open_.size(); i-- > 0 && open_[i].space != markup_space::html;)
    if (equals(open_[i].name, name)) return pop_to(i);
  end_html(e, name);
}

}  // namespace urlsieve
