#include "src/references/html/html_walker.hpp"

#include <algorithm>
#include <utility>

#include "src/references/html/html_charset.hpp"
#include "src/references/values/css_scanner.hpp"
#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/text_forms/absolute_url.hpp"

namespace urlsieve {
namespace {

using element = html_element;

constexpr link_row refresh_row{markup_space::html,      element::meta,          link_attribute::content,
                               link_kind::meta_refresh, link_class::navigation, link_origin::standard};
constexpr link_row property_row{markup_space::html,       element::meta,        link_attribute::content,
                                link_kind::meta_property, link_class::resource, link_origin::standard};

// Returns true if the content of a <meta> is one absolute URL of the web.
bool holds_web_url(std::string_view content) {
  const std::string_view url = trimmed(content, bytes::html_space);
  const bool is_web = ascii::same(url.substr(0, 7), "http://") || ascii::same(url.substr(0, 8), "https://");
  return is_web && is_absolute_url(url);
}

}  // namespace

void html_walker::begin(const markup_text& markup, std::string_view base, stats& counted) {
  markup_ = markup;
  base_ = base;
  counted_ = &counted;
  meta_encoding_ = {};
  nofollow_page_ = false;
  followed_.clear();
  srcdoc_base_.reset();
  if (page_text_) page_text_->begin(links_, markup_, base_, counted);
}

void html_walker::end() {
  if (page_text_) page_text_->end();
  if (nofollow_page_) drop_followed();
}

void html_walker::walk(const markup_text& markup, std::string_view base, stats& counted,
                       std::string_view page_so_far) {
  begin(markup, base, counted);
  xml_ = false;
  foreign_.clear(page_so_far.empty() ? markup.text : page_so_far);
  templates_.begin(markup.text);
  fast_.begin(markup);
  const arena::mark before = links_.found().decoded.filled();
  for (std::size_t at = 0; at < text().size();) {
    links_.found().deliver_batch(before);
    if (plan_.speed == reading::fast && foreign_.empty()) {
      at = fast_.read(at);
      if (at < text().size()) at = read_exactly(at);
      continue;
    }
    const std::size_t tag = std::min(text().find('<', at), text().size());
    if (foreign_.in_style() && plan_.table.wants(link_class::resource)) {
      const std::string_view css = text().substr(at, tag - at);
      links_.add_css({css, markup_.position_of(css.data()), markup_.in_place}, "css");
    }
    if (page_text_) read_text(text().substr(at, tag - at), false);
    if (tag == text().size()) break;
    at = recovers_text_ ? read_embedded(tag) : read_exactly(tag);
  }
  end();
}

// Reports text between tags, except styles and scripts of SVG.
void html_walker::read_text(std::string_view text, bool literal) {
  if (!foreign_.in_style() && !foreign_.in_script()) page_text_->add(text, literal);
}

// Reads the markup that begins with the "<" at `at`. Returns the position where reading resumes.
std::size_t html_walker::read_exactly(std::size_t at) {
  const markup found = read_markup(text(), at, foreign_.allows_cdata());
  if (found.kind == markup_kind::comment) read_comment(found.content);
  if (found.kind == markup_kind::cdata && foreign_.in_style() && plan_.table.wants(link_class::resource))
    links_.add_css({found.content, markup_.position_of(found.content.data()), markup_.in_place}, "css");
  if (page_text_ && found.kind == markup_kind::cdata) read_text(found.content, true);
  // "</>" is ignored; any other text is taken literally.
  if (page_text_ && found.kind == markup_kind::text && found.end != at + 3)
    read_text(text().substr(at, found.end - at), true);
  if (found.kind != markup_kind::tag) return found.end;
  std::size_t end = plan_.speed == reading::fast ? fast_.read_tag(at, tag_) : html_fast_reader::not_plain;
  if (end == html_fast_reader::not_plain) end = read_tag(text(), at, tag_);
  return end == unfinished ? text().size() : after_tag(end);
}

std::size_t html_walker::after_tag(std::size_t end) {
  if (!tag_.closing) return after_start_tag(end);
  if (page_text_) page_text_->end_tag(element_named(tag_.name));
  if (!foreign_.empty()) foreign_.end(element_named(tag_.name), tag_.name);
  return end;
}

std::size_t html_walker::after_start_tag(std::size_t end) {
  html_element e = element_named(tag_.name);
  const markup_space space = foreign_.start(e, tag_);
  const auto at = static_cast<std::size_t>(tag_.name.data() - text().data());
  name_attributes();
  if (space == markup_space::html && e == element::image) e = element::img;
  if (page_text_) page_text_->start_tag(space, e, tag_);
  const std::size_t known = links_.found().references.size();
  if (space == markup_space::html) {
    if (e == element::meta) read_meta();
    if (e == element::base) read_base(at);
  }
  read_attributes(space, e);
  const bool closed = tag_.self_closing && space != markup_space::html;
  if (page_text_) page_text_->note_links(e, tag_, known, closed);
  if (space != markup_space::html) return end;
  const text_mode mode = text_mode_after(e);
  return mode == text_mode::data ? end : read_raw_text(e, mode, end);
}

void html_walker::name_attributes() {
  names_.clear();
  for (const html_attribute& each : tag_.attributes) names_.push_back(attribute_named(each.name));
}

const html_attribute* html_walker::attribute(link_attribute name) const {
  for (std::size_t i = 0; i < names_.size(); ++i)
    if (names_[i] == name) return &tag_.attributes[i];
  return nullptr;
}

void html_walker::read_attributes(markup_space space, html_element e) {
  std::uint64_t seen = 0;
  const bool may_be_canonical = plan_.options.note_canonical && e == element::link &&
                                space == markup_space::html && !links_.found().canonical;
  const bool rel_counts =
      plan_.options.drop_nofollow || may_be_canonical || (e == element::link && plan_.table.depends_on_rel());
  bool nofollow = false;
  bool rel_wanted = true;
  if (rel_counts) {
    const html_attribute* const rel = attribute(link_attribute::rel);
    const std::string_view value = rel == nullptr ? std::string_view() : links_.decode(rel->value, markup_);
    rel_wanted = plan_.table.wants_rel(value);
    if (may_be_canonical) read_canonical(value);
    if (plan_.options.drop_nofollow)
      for_each_word(value,
                    [&](std::string_view word) { nofollow = nofollow || ascii::same(word, "nofollow"); });
  }
  for (std::size_t i = 0; i < tag_.attributes.size(); ++i) {
    const html_attribute& candidate = tag_.attributes[i];
    const link_attribute name = names_[i];
    const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(name);
    if (name == link_attribute::unknown || (seen & bit) != 0) continue;
    seen |= bit;
    const link_row* const row = plan_.table.row(space, e, name);
    if (row == nullptr) continue;
    if (row->use == link_class::by_rel && !rel_wanted) continue;
    const bool followed = row->use == link_class::navigation || row->use == link_class::by_rel;
    if (nofollow && followed) continue;
    const std::size_t first = links_.found().references.size();
    if (xml_) {
      markup_text source = markup_;
      const html_attribute value = normalized(candidate, source);
      read_attribute(*row, space, e, value, name, source);
    } else {
      read_attribute(*row, space, e, candidate, name, markup_);
    }
    if (plan_.options.drop_nofollow && followed)
      for (std::size_t n = first; n < links_.found().references.size(); ++n) followed_.push_back(n);
  }
}

void html_walker::read_canonical(std::string_view rel) {
  bool canonical = false;
  for_each_word(rel, [&](std::string_view word) { canonical = canonical || ascii::same(word, "canonical"); });
  const html_attribute* const href = canonical ? attribute(link_attribute::href) : nullptr;
  if (href == nullptr || depth_ != 0) return;
  const std::string_view url = links_.cleaned(links_.decode(href->value, markup_));
  if (!url.empty()) links_.found().canonical = url;
}

void html_walker::read_attribute(const link_row& row, markup_space space, html_element e,
                                 const html_attribute& candidate, link_attribute name,
                                 const markup_text& source) {
  switch (row.kind) {
    case link_kind::base:
    case link_kind::fragment:
    case link_kind::meta_refresh:
    case link_kind::meta_property:
      return;
    case link_kind::html: {
      const std::string_view decoded = links_.decode(candidate.value, source);
      const bool in_place = source.in_place && decoded.data() == candidate.value.data();
      walk_srcdoc({decoded, source.position_of(candidate.value.data()), in_place});
      return;
    }
    case link_kind::reference_param: {
      const html_attribute* const type = attribute(link_attribute::valuetype);
      if (type == nullptr || !ascii::same(links_.decode(type->value, markup_), "ref")) return;
      break;
    }
    case link_kind::css:
      if (!style_may_hold_link(candidate.value)) return;
      break;
    default:
      break;
  }
  links_.add_value(row, candidate.value, source, links_.where_of(space, e, tag_.name, name),
                   empty_is_base(e, name));
}

// A <meta> of any name is a link if its content is an absolute URL of the web; a relative URL counts only for
// the properties in a list.
void html_walker::read_meta() {
  if (meta_encoding_.kind == encoding_kind::unknown && depth_ == 0) meta_encoding_ = encoding_of_meta(tag_);
  const html_attribute* const content = attribute(link_attribute::content);
  if (content == nullptr) return;
  if (plan_.options.drop_nofollow) read_robots(content->value);
  const html_attribute* const pragma = attribute(link_attribute::http_equiv);
  if (pragma != nullptr &&
      ascii::same(trimmed(links_.decode(pragma->value, markup_), bytes::html_space), "refresh") &&
      plan_.table.wants(link_class::navigation)) {
    links_.add_value(refresh_row, content->value, markup_, "meta@refresh", false);
    return;
  }
  if (!plan_.table.wants(link_class::resource)) return;
  for (const link_attribute key : {link_attribute::property, link_attribute::name}) {
    const html_attribute* const named = attribute(key);
    if (named == nullptr) continue;
    const std::string_view property = trimmed(links_.decode(named->value, markup_), bytes::html_space);
    if (!is_url_property(property)) continue;
    if (ascii::same(property, "msapplication-config") &&
        ascii::same(trimmed(content->value, bytes::html_space), "none"))
      return;
    links_.add_value(property_row, content->value, markup_, "meta@content", false);
    return;
  }
  if (holds_web_url(content->value))
    links_.add_value(property_row, content->value, markup_, "meta@content", false);
}

// Reads <meta name=robots content="noindex, nofollow">; "none" means both.
void html_walker::read_robots(std::string_view content) {
  const html_attribute* const name = attribute(link_attribute::name);
  if (name == nullptr ||
      !ascii::same(trimmed(links_.decode(name->value, markup_), bytes::html_space), "robots"))
    return;
  std::string_view rest = links_.decode(content, markup_);
  while (!rest.empty()) {
    const std::size_t comma = std::min(rest.find(','), rest.size());
    for_each_word(rest.substr(0, comma), [&](std::string_view word) {
      nofollow_page_ = nofollow_page_ || ascii::same(word, "nofollow") || ascii::same(word, "none");
    });
    rest.remove_prefix(std::min(comma + 1, rest.size()));
  }
}

// Nofollow of a page also applies to links before the <meta>.
void html_walker::drop_followed() {
  findings& found = links_.found();
  std::size_t kept_count = followed_.empty() ? found.references.size() : followed_.front();
  std::size_t next = 0;
  auto change = found.base_changes.begin();
  const auto move_changes_to = [&](std::size_t number) {
    for (; change != found.base_changes.end() && change->before <= number; ++change)
      change->before = std::min(change->before, kept_count);
  };
  for (std::size_t i = kept_count; i < found.references.size(); ++i) {
    move_changes_to(i);
    if (next < followed_.size() && followed_[next] == i) {
      ++next;
      continue;
    }
    found.references[kept_count] = found.references[i];
    if (i < found.contexts.size()) found.contexts[kept_count] = found.contexts[i];
    ++kept_count;
  }
  move_changes_to(found.references.size());
  found.references.resize(kept_count);
  found.contexts.resize(std::min(found.contexts.size(), kept_count));
  followed_.clear();
}

// Only the first base element with an href in the document tree counts (HTML standard section 4.2.3); the
// content of a <template> is not in the tree. `at`: the position of the tag.
void html_walker::read_base(std::size_t at) {
  const html_attribute* const href = attribute(link_attribute::href);
  std::optional<std::string_view>& base = is_srcdoc_ ? srcdoc_base_ : links_.found().embedded_base;
  if (href == nullptr || (depth_ != 0 && !is_srcdoc_) || base) return;
  if (xml_ ? open_templates_ != 0 : templates_.is_inside(at)) return;
  base = links_.cleaned(links_.decode(href->value, markup_));
}

// Reads the content of a raw text element, from `begin` to its end tag. Returns the position of the end tag.
std::size_t html_walker::read_raw_text(html_element e, text_mode mode, std::size_t begin) {
  if (unclosed_[static_cast<std::size_t>(e)]) return begin;
  const std::size_t end = raw_text_end(text(), begin, name_of(e), mode);
  if (recovers_text_ && end == text().size() && mode != text_mode::plaintext) {
    unclosed_.set(static_cast<std::size_t>(e));
    return begin;
  }
  const std::string_view content = text().substr(begin, end - begin);
  if (page_text_ && (mode == text_mode::rcdata || mode == text_mode::plaintext || e == element::xmp))
    page_text_->add(content, mode != text_mode::rcdata);
  if (content.empty()) return end;
  const std::size_t first = links_.found().references.size();
  const markup_text inside{content, markup_.position_of(content.data()), markup_.in_place};
  if (e == element::style && plan_.table.wants(link_class::resource)) links_.add_css(inside, "css");
  if (e == element::script && script_.wanted()) {
    const html_attribute* const type = attribute(link_attribute::type);
    script_.read(type == nullptr ? std::string_view() : links_.decode(type->value, markup_), inside, links_);
  }
  if (recovers_text_ && links_.found().references.size() == first) search_raw_text(e, content);
  return end;
}

// "<!--[if IE]> markup <![endif]-->" is markup for some browsers.
void html_walker::read_comment(std::string_view content) {
  if (!plan_.options.conditional_comments ||
      !trimmed(content.substr(0, 16), bytes::html_space).starts_with("[if"))
    return;
  const std::size_t condition_end = content.find("]>");
  if (condition_end == std::string_view::npos) return;
  const std::size_t begin = condition_end + 2;
  const std::size_t end = std::clamp(content.rfind("<![endif"), begin, content.size());
  const std::string_view inside = content.substr(begin, end - begin);
  walk_inside({inside, markup_.position_of(inside.data()), markup_.in_place});
}

void html_walker::walk_inside(const markup_text& inner) {
  if (inner.text.find('<') == std::string_view::npos) return;
  if (depth_ + 1 == deepest) {
    counted_->count_skipped("html", "nested-too-deep");
    return;
  }
  if (page_text_) page_text_->interrupt();
  if (!inner_) inner_ = std::make_unique<html_walker>(plan_, links_, depth_ + 1);
  inner_->is_srcdoc_ = false;
  if (xml_)
    inner_->walk_xhtml(inner, {}, base_, *counted_);
  else
    inner_->walk(inner, base_, *counted_);
  followed_.insert(followed_.end(), inner_->followed_.begin(), inner_->followed_.end());
}

// Reads a nested HTML document. Its <base> applies to all of the nested document and is resolved against the
// base of the page (HTML standard, "fallback base URL"). Therefore no reference of the nested document is
// delivered before its end.
void html_walker::walk_srcdoc(const markup_text& inner) {
  if (inner.text.find('<') == std::string_view::npos) return;
  if (depth_ + 1 == deepest) {
    counted_->count_skipped("html", "nested-too-deep");
    return;
  }
  findings& found = links_.found();
  const std::size_t first = found.references.size();
  const std::size_t place = found.base_changes.size();
  const auto* const consumer = std::exchange(found.batch_consumer, nullptr);
  if (page_text_) page_text_->interrupt();
  if (!inner_) inner_ = std::make_unique<html_walker>(plan_, links_, depth_ + 1);
  inner_->is_srcdoc_ = true;
  inner_->walk(inner, base_, *counted_);
  followed_.insert(followed_.end(), inner_->followed_.begin(), inner_->followed_.end());
  found.batch_consumer = consumer;
  if (!inner_->srcdoc_base_) return;
  found.base_changes.insert(found.base_changes.begin() + static_cast<std::ptrdiff_t>(place),
                            {first, inner_->srcdoc_base_});
  found.base_changes.push_back({found.references.size(), std::nullopt});
}

}  // namespace urlsieve
