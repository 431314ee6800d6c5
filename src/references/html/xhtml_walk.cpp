// Reads XHTML by the rules of XML (HTML standard section 14): names have case and namespaces, no element
// holds raw text, CDATA sections exist, "/>" closes, and white space in attribute values becomes blanks.
#include <algorithm>

#include "src/markup/xml_markup.hpp"
#include "src/references/html/html_walker.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view line_spaces = "\t\n\r";

constexpr link_row stylesheet_row{markup_space::html, html_element::link,   link_attribute::href,
                                  link_kind::url,     link_class::resource, link_origin::standard};

html_element xml_element_named(std::string_view local) {
  const bool is_lower = std::none_of(local.begin(), local.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  return is_lower ? element_named(local) : html_element::unknown;
}

markup_space space_of(xml_vocabulary vocabulary) {
  switch (vocabulary) {
    case xml_vocabulary::html:
      return markup_space::html;
    case xml_vocabulary::svg:
      return markup_space::svg;
    case xml_vocabulary::math:
      return markup_space::math;
    case xml_vocabulary::xlink:
    case xml_vocabulary::other:
      break;
  }
  return markup_space::any;
}

}  // namespace

void html_walker::walk_xhtml(const markup_text& markup, std::string_view head, std::string_view base,
                             stats& counted) {
  begin(markup, base, counted);
  xml_ = true;
  namespaces_.begin(head);
  element_text_.clear();
  text_element_ = html_element::unknown;
  open_templates_ = 0;
  const arena::mark before = links_.found().decoded.filled();
  for (std::size_t at = 0; at < text().size();) {
    links_.found().deliver_batch(before);
    const std::size_t tag = std::min(text().find('<', at), text().size());
    if (tag != at) {
      const std::string_view part = text().substr(at, tag - at);
      if (text_element_ != html_element::unknown)
        element_text_.add(part, false);
      else if (page_text_)
        page_text_->add(part);
    }
    at = tag < text().size() ? read_xml(tag) : tag;
  }
  end_xml_text();
  end();
}

// Reads the markup that begins with the "<" at `at`. Returns the position where reading resumes.
std::size_t html_walker::read_xml(std::size_t at) {
  const xml_markup found = read_xml_markup(text(), at);
  switch (found.kind) {
    case xml_kind::declaration:
      return found.end;
    case xml_kind::comment:
      read_comment(found.content);
      return found.end;
    case xml_kind::text:
    case xml_kind::cdata: {
      const std::string_view part =
          found.kind == xml_kind::cdata ? found.content : text().substr(at, found.end - at);
      if (text_element_ != html_element::unknown)
        element_text_.add(part, true);
      else if (page_text_)
        page_text_->add(part, true);
      return found.end;
    }
    case xml_kind::instruction:
      // <?xml-stylesheet href="..."?> (W3C, Associating Style Sheets with XML documents)
      if (found.content.starts_with("xml-stylesheet") && plan_.table.wants(link_class::resource) &&
          read_tag(text().substr(0, found.end), at, tag_) != unfinished) {
        name_xml_attributes();
        if (const html_attribute* const href = attribute(link_attribute::href))
          links_.add_value(stylesheet_row, href->value, markup_, "xml-stylesheet@href", false);
      }
      return found.end;
    case xml_kind::tag:
      break;
  }
  const std::size_t end = read_tag(text(), at, tag_);
  if (end == unfinished) return text().size();
  end_xml_text();
  read_xml_tag(at);
  return end;
}

void html_walker::read_xml_tag(std::size_t at) {
  const std::string_view local = local_name(tag_.name);
  if (tag_.closing) {
    const html_element e = xml_element_named(local);
    const bool is_template =
        e == html_element::template_ && namespaces_.of(tag_.name) == xml_vocabulary::html;
    if (is_template && open_templates_ != 0) --open_templates_;
    if (page_text_) page_text_->end_tag(e);
    return namespaces_.end(tag_);
  }
  html_element e = xml_element_named(local);
  markup_space space = space_of(namespaces_.start(tag_));
  // Elements of VML and Office are recognized by their prefix.
  if (const html_element whole = element_named(tag_.name);
      space == markup_space::any && (whole == html_element::vml || whole == html_element::office)) {
    e = whole;
    space = markup_space::html;
  }
  if (space == markup_space::html && e == html_element::image) e = html_element::unknown;  // not <img>
  name_xml_attributes();
  if (page_text_) page_text_->start_tag(space, e, tag_);
  const std::size_t known = links_.found().references.size();
  if (space == markup_space::html) {
    if (e == html_element::meta) read_meta();
    if (e == html_element::base) read_base(at);
    if (e == html_element::template_ && !tag_.self_closing) ++open_templates_;
  }
  if (space != markup_space::any) read_attributes(space, e);
  if (page_text_) page_text_->note_links(e, tag_, known, tag_.self_closing);
  const bool is_text = e == html_element::style || e == html_element::script;
  if (tag_.self_closing || !is_text || space == markup_space::any) return;
  text_element_ = e;
  text_space_ = space;
  const html_attribute* const type = attribute(link_attribute::type);
  script_type_ = type == nullptr ? std::string_view() : links_.decode(type->value, markup_);
}

// Reads the text of a <style> or <script>; called at the next tag.
void html_walker::end_xml_text() {
  const html_element e = text_element_;
  text_element_ = html_element::unknown;
  if (e == html_element::unknown || element_text_.empty()) return;
  const bool is_wanted =
      e == html_element::style ? plan_.table.wants(link_class::resource) : script_.wanted();
  if (!is_wanted) return element_text_.clear();
  const markup_text content = element_text_.take(links_, markup_);
  if (e == html_element::style)
    links_.add_css(content, "css");
  else if (text_space_ == markup_space::html)
    script_.read(script_type_, content, links_);
}

// Compares names with case. XLink attributes may have any prefix that is bound to XLink.
void html_walker::name_xml_attributes() {
  names_.clear();
  for (const html_attribute& each : tag_.attributes) {
    const link_attribute name = attribute_named(each.name);
    const bool is_same = name != link_attribute::unknown && name_of(name) == each.name;
    const bool is_xlink =
        !is_same && each.name.ends_with(":href") && namespaces_.of(each.name) == xml_vocabulary::xlink;
    names_.push_back(is_same ? name : is_xlink ? link_attribute::xlink_href : link_attribute::unknown);
  }
}

// Replaces each tab and line end in a value by a blank (XML 1.0 section 3.3.3). Sets `source` to the source
// of the returned value.
html_attribute html_walker::normalized(const html_attribute& written, markup_text& source) {
  if (written.value.find_first_of(line_spaces) == std::string_view::npos) return written;
  const std::uint32_t position = source.position_of(written.value.data());
  const std::string_view utf8 = links_.to_utf8(written.value, source);
  char* const out = links_.found().decoded.reserve(utf8.size());
  std::size_t size = 0;
  for (std::size_t i = 0; i < utf8.size(); ++i) {
    if (utf8[i] == '\r' && i + 1 < utf8.size() && utf8[i + 1] == '\n') continue;
    out[size++] = line_spaces.find(utf8[i]) == std::string_view::npos ? utf8[i] : ' ';
  }
  const std::string_view value = links_.found().decoded.commit(size);
  source = {value, position, false};
  return {written.name, value};
}

}  // namespace urlsieve
