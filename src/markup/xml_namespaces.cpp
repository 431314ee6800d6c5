#include "src/markup/xml_namespaces.hpp"

#include "src/markup/xml_markup.hpp"

namespace urlsieve {
namespace {

std::string_view prefix_of(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? std::string_view() : name.substr(0, colon);
}

// The usual meaning of a prefix that is not declared.
xml_vocabulary usual_meaning(std::string_view prefix) {
  if (prefix.empty() || prefix == "html" || prefix == "xhtml" || prefix == "h") return xml_vocabulary::html;
  if (prefix == "svg") return xml_vocabulary::svg;
  if (prefix == "m" || prefix == "mml" || prefix == "math") return xml_vocabulary::math;
  return prefix == "xlink" ? xml_vocabulary::xlink : xml_vocabulary::other;
}

}  // namespace

xml_vocabulary vocabulary_named(std::string_view namespace_name) {
  if (namespace_name == "http://www.w3.org/1999/xhtml") return xml_vocabulary::html;
  if (namespace_name == "http://www.w3.org/2000/svg") return xml_vocabulary::svg;
  if (namespace_name == "http://www.w3.org/1998/Math/MathML") return xml_vocabulary::math;
  if (namespace_name == "http://www.w3.org/1999/xlink") return xml_vocabulary::xlink;
  return xml_vocabulary::other;
}

void xml_namespaces::begin(std::string_view head) {
  scopes_.clear();
  bindings_.clear();
  for (std::size_t at = head.find('<'); at < head.size(); at = head.find('<', at)) {
    const xml_markup found = read_xml_markup(head, at);
    if (found.kind == xml_kind::tag) {
      html_tag root;
      if (read_tag(head, at, root) != unfinished) start(root);
      return;
    }
    at = found.end;
  }
}

xml_vocabulary xml_namespaces::start(const html_tag& tag) {
  constexpr std::string_view declares = "xmlns";
  const std::size_t before = bindings_.size();
  for (const html_attribute& attribute : tag.attributes) {
    if (!attribute.name.starts_with(declares)) continue;
    const std::string_view behind = attribute.name.substr(declares.size());
    if ((!behind.empty() && behind[0] != ':') || bindings_.size() == most) continue;
    bindings_.push_back({behind.substr(behind.empty() ? 0 : 1), vocabulary_named(attribute.value)});
  }
  const xml_vocabulary found = of(tag.name);
  if (tag.self_closing) {
    bindings_.resize(before);
  } else if (bindings_.size() != before) {
    scopes_.push_back({tag.name, 1, before});
  } else if (!scopes_.empty() && scopes_.back().element == tag.name) {
    ++scopes_.back().open;
  }
  return found;
}

// Ignores an end tag without a start tag in the innermost scope.
void xml_namespaces::end(const html_tag& tag) {
  if (scopes_.empty() || scopes_.back().element != tag.name || --scopes_.back().open != 0) return;
  bindings_.resize(scopes_.back().first);
  scopes_.pop_back();
}

xml_vocabulary xml_namespaces::of(std::string_view name) const {
  const std::string_view prefix = prefix_of(name);
  bool has_html = false;  // a prefix means HTML, so a name without prefix has no namespace
  for (std::size_t i = bindings_.size(); i != 0; --i) {
    if (bindings_[i - 1].prefix == prefix) return bindings_[i - 1].means;
    has_html = has_html || bindings_[i - 1].means == xml_vocabulary::html;
  }
  return prefix.empty() && has_html ? xml_vocabulary::other : usual_meaning(prefix);
}

}  // namespace urlsieve
