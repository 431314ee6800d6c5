// Lists the attributes that hold links and the form of the links: HTML (living standard, HTML 4, former
// browsers), SVG, MathML, AMP and lazy-loading scripts, filtered by the options of the run.
#ifndef URLSIEVE_REFERENCES_HTML_LINKS_HPP
#define URLSIEVE_REFERENCES_HTML_LINKS_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "src/markup/html_names.hpp"
#include "urlsieve/link_options.hpp"

namespace urlsieve {

// The form of the links in a value.
enum class link_kind : std::uint8_t {
  url,
  url_or_css,       // a URL, or CSS if the value begins with "url("
  urls,             // separated by white space
  urls_comma,       // separated by commas
  srcset,           // HTML standard, "Parsing a srcset attribute"
  css,              // declarations or a style sheet
  meta_refresh,     // by http-equiv, HTML standard section 4.2.5.3
  meta_property,    // a URL if property or name is in a list (Open Graph and similar)
  reference_param,  // a URL if valuetype is "ref" (HTML 4 section 13.3.2)
  base,             // the document's base; not a link
  fragment,         // names a place in the same document; not a link
  html,             // a nested document
  absolute_only     // only the words that are absolute URLs
};

// The purpose of a link, for link_options::links.
enum class link_class : std::uint8_t {
  navigation,  // leads a reader to another page
  resource,    // is loaded with the page
  by_rel,      // navigation or resource, by the attribute rel
  vocabulary,  // names a term; requested only by link_choice::everything
  internal,    // leads to a place in the same document; never requested
  document,    // a nested document, whose links count for themselves
  base         // the base of the document
};

// The source that defines the attribute as a link.
enum class link_origin : std::uint8_t { standard, amp, lazy_loading, convention };

struct link_row {
  markup_space space;
  html_element element;  // unknown: every element of the space
  link_attribute attribute;
  link_kind kind;
  link_class use;
  link_origin from;
};

// Returns the static table of all link attributes, without regard to options.
[[nodiscard]] std::span<const link_row> all_link_rows();

// Looks up the attributes that hold links under the options of a run. Each element has a bit set of
// attributes, so most tags need only one AND.
class link_table {
 public:
  // Returns the table for `choice`, created at the first call.
  [[nodiscard]] static const link_table& of(link_choice choice);

  // Returns the row for the attribute of the element, or null if the run does not want these links. For a row
  // of class by_rel, the caller must also check wants_rel(). In HTML, html_element::image counts as img.
  [[nodiscard]] const link_row* row(markup_space space, html_element element, link_attribute attribute) const;

  // Returns the attributes of an HTML element for which row() is not null, as bits 1 << link_attribute.
  [[nodiscard]] std::uint64_t attributes_of(html_element element) const {
    return attributes_[static_cast<std::size_t>(element)];
  }

  // Returns true if the run wants a <link> with this rel.
  [[nodiscard]] bool wants_rel(std::string_view rel) const;
  // Returns true if the run wants links of this class; for by_rel, wants_rel() decides further.
  [[nodiscard]] bool wants(link_class use) const;
  // Returns true if the result of wants_rel() depends on `rel`.
  [[nodiscard]] bool depends_on_rel() const {
    return choice_ == link_choice::navigation || choice_ == link_choice::resources;
  }

 private:
  explicit link_table(link_choice choice);
  [[nodiscard]] bool selects(const link_row& row) const;

  static_assert(attribute_count <= 64);
  link_choice choice_;
  std::array<std::uint64_t, element_count> attributes_{};
  std::array<std::array<std::uint8_t, attribute_count>, element_count> html_rows_{};  // 1 + index
};

// Returns "a@href", with the prefix "svg:" or "math:" for foreign elements; empty for an unknown element.
[[nodiscard]] std::string_view where_name(markup_space space, html_element element, link_attribute attribute);

// Returns true if a <meta> with this property (or name) holds a URL in its content.
[[nodiscard]] bool is_url_property(std::string_view property);

// Calls `f` with each word of `list`, a list separated by white space.
template <class F>
void for_each_word(std::string_view list, F&& f) {
  constexpr std::string_view space = " \t\n\f\r";
  for (std::size_t at = list.find_first_not_of(space); at < list.size();) {
    const std::size_t end = std::min(list.find_first_of(space, at), list.size());
    f(list.substr(at, end - at));
    at = list.find_first_not_of(space, end);
  }
}

}  // namespace urlsieve

#endif
