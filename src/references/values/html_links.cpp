#include "src/references/values/html_links.hpp"

#include <deque>
#include <string>

#include "src/markup/html_tokenizer.hpp"
#include "src/text/ascii.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace {

using element = html_element;
using attribute = link_attribute;
using kind = link_kind;
using use = link_class;
using from = link_origin;

// A row for one element overrides a row for all elements.
constexpr link_row rows[] = {
    {markup_space::html, element::a, attribute::href, kind::url, use::navigation, from::standard},
    {markup_space::html, element::area, attribute::href, kind::url, use::navigation, from::standard},
    {markup_space::html, element::a, attribute::ping, kind::urls, use::resource, from::standard},
    {markup_space::html, element::area, attribute::ping, kind::urls, use::resource, from::standard},
    {markup_space::html, element::base, attribute::href, kind::base, use::base, from::standard},
    {markup_space::html, element::link, attribute::href, kind::url, use::by_rel, from::standard},
    {markup_space::html, element::link, attribute::imagesrcset, kind::srcset, use::resource, from::standard},
    {markup_space::html, element::img, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::img, attribute::srcset, kind::srcset, use::resource, from::standard},
    {markup_space::html, element::img, attribute::longdesc, kind::url, use::navigation, from::standard},
    {markup_space::html, element::img, attribute::lowsrc, kind::url, use::resource, from::standard},
    {markup_space::html, element::img, attribute::dynsrc, kind::url, use::resource, from::standard},
    {markup_space::html, element::img, attribute::usemap, kind::fragment, use::internal, from::standard},
    {markup_space::html, element::input, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::input, attribute::formaction, kind::url, use::navigation, from::standard},
    {markup_space::html, element::input, attribute::usemap, kind::fragment, use::internal, from::standard},
    {markup_space::html, element::button, attribute::formaction, kind::url, use::navigation, from::standard},
    {markup_space::html, element::form, attribute::action, kind::url, use::navigation, from::standard},
    {markup_space::html, element::script, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::iframe, attribute::src, kind::url, use::navigation, from::standard},
    {markup_space::html, element::iframe, attribute::longdesc, kind::url, use::navigation, from::standard},
    {markup_space::html, element::iframe, attribute::srcdoc, kind::html, use::document, from::standard},
    {markup_space::html, element::frame, attribute::src, kind::url, use::navigation, from::standard},
    {markup_space::html, element::frame, attribute::longdesc, kind::url, use::navigation, from::standard},
    {markup_space::html, element::embed, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::embed, attribute::href, kind::url, use::navigation, from::standard},
    {markup_space::html, element::embed, attribute::pluginspage, kind::url, use::navigation, from::standard},
    {markup_space::html, element::object, attribute::data, kind::url, use::resource, from::standard},
    {markup_space::html, element::object, attribute::codebase, kind::url, use::resource, from::standard},
    {markup_space::html, element::object, attribute::classid, kind::url, use::resource, from::standard},
    {markup_space::html, element::object, attribute::archive, kind::urls, use::resource, from::standard},
    {markup_space::html, element::object, attribute::usemap, kind::fragment, use::internal, from::standard},
    {markup_space::html, element::applet, attribute::codebase, kind::url, use::resource, from::standard},
    {markup_space::html, element::applet, attribute::archive, kind::urls_comma, use::resource,
     from::standard},
    {markup_space::html, element::applet, attribute::code, kind::url, use::resource, from::standard},
    {markup_space::html, element::applet, attribute::object, kind::url, use::resource, from::standard},
    {markup_space::html, element::param, attribute::value, kind::reference_param, use::resource,
     from::standard},
    {markup_space::html, element::video, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::video, attribute::poster, kind::url, use::resource, from::standard},
    {markup_space::html, element::audio, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::source, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::source, attribute::srcset, kind::srcset, use::resource, from::standard},
    {markup_space::html, element::track, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::bgsound, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::blockquote, attribute::cite, kind::url, use::navigation, from::standard},
    {markup_space::html, element::q, attribute::cite, kind::url, use::navigation, from::standard},
    {markup_space::html, element::del, attribute::cite, kind::url, use::navigation, from::standard},
    {markup_space::html, element::ins, attribute::cite, kind::url, use::navigation, from::standard},
    {markup_space::html, element::body, attribute::background, kind::url, use::resource, from::standard},
    {markup_space::html, element::table, attribute::background, kind::url, use::resource, from::standard},
    {markup_space::html, element::tr, attribute::background, kind::url, use::resource, from::standard},
    {markup_space::html, element::td, attribute::background, kind::url, use::resource, from::standard},
    {markup_space::html, element::th, attribute::background, kind::url, use::resource, from::standard},
    {markup_space::html, element::head, attribute::profile, kind::urls, use::resource, from::standard},
    {markup_space::html, element::html, attribute::manifest, kind::url, use::resource, from::standard},
    {markup_space::html, element::command, attribute::icon, kind::url, use::resource, from::standard},
    {markup_space::html, element::menuitem, attribute::icon, kind::url, use::resource, from::standard},
    {markup_space::html, element::layer, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::ilayer, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::layer, attribute::background, kind::url, use::resource, from::standard},
    {markup_space::html, element::portal, attribute::src, kind::url, use::navigation, from::standard},
    {markup_space::html, element::xml, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::meta, attribute::content, kind::meta_refresh, use::navigation,
     from::standard},
    {markup_space::html, element::meta, attribute::content, kind::meta_property, use::resource,
     from::standard},
    // "Vector Markup Language" (W3C note of 1998): buttons and images in mail written by Outlook.
    {markup_space::html, element::vml, attribute::href, kind::url, use::navigation, from::standard},
    {markup_space::html, element::vml, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::office, attribute::href, kind::url, use::navigation, from::standard},
    // The linked image of a picture whose `src` is an attachment (ECMA-376 part 4, section 19.1.2.11).
    {markup_space::html, element::vml, attribute::o_href, kind::url, use::resource, from::standard},
    {markup_space::html, element::office, attribute::o_href, kind::url, use::resource, from::standard},
    {markup_space::any, element::unknown, attribute::style, kind::css, use::resource, from::standard},
    {markup_space::any, element::unknown, attribute::itemid, kind::url, use::navigation, from::standard},
    {markup_space::any, element::unknown, attribute::itemtype, kind::urls, use::vocabulary, from::standard},
    {markup_space::any, element::unknown, attribute::background, kind::url, use::resource, from::standard},
    {markup_space::any, element::unknown, attribute::data_src, kind::url, use::resource, from::lazy_loading},
    {markup_space::any, element::unknown, attribute::data_srcset, kind::srcset, use::resource,
     from::lazy_loading},
    {markup_space::any, element::unknown, attribute::data_href, kind::url, use::navigation, from::convention},
    {markup_space::any, element::unknown, attribute::data_url, kind::url, use::navigation, from::convention},
    {markup_space::any, element::unknown, attribute::data_bg, kind::url_or_css, use::resource,
     from::convention},
    {markup_space::any, element::unknown, attribute::data_background, kind::url_or_css, use::resource,
     from::convention},
    {markup_space::any, element::unknown, attribute::data_background_image, kind::url_or_css, use::resource,
     from::convention},
    {markup_space::any, element::unknown, attribute::data_original, kind::url, use::resource,
     from::lazy_loading},
    {markup_space::any, element::unknown, attribute::data_lazy_src, kind::url, use::resource,
     from::lazy_loading},
    {markup_space::svg, element::a, attribute::href, kind::url, use::navigation, from::standard},
    {markup_space::svg, element::a, attribute::xlink_href, kind::url, use::navigation, from::standard},
    {markup_space::svg, element::image, attribute::href, kind::url, use::resource, from::standard},
    {markup_space::svg, element::image, attribute::xlink_href, kind::url, use::resource, from::standard},
    {markup_space::svg, element::use, attribute::href, kind::url, use::resource, from::standard},
    {markup_space::svg, element::use, attribute::xlink_href, kind::url, use::resource, from::standard},
    {markup_space::svg, element::script, attribute::href, kind::url, use::resource, from::standard},
    {markup_space::svg, element::script, attribute::xlink_href, kind::url, use::resource, from::standard},
    {markup_space::svg, element::unknown, attribute::href, kind::url, use::resource, from::standard},
    {markup_space::svg, element::unknown, attribute::xlink_href, kind::url, use::resource, from::standard},
    {markup_space::math, element::unknown, attribute::href, kind::url, use::navigation, from::standard},
    {markup_space::html, element::amp_img, attribute::src, kind::url, use::resource, from::amp},
    {markup_space::html, element::amp_img, attribute::srcset, kind::srcset, use::resource, from::amp},
    {markup_space::html, element::amp_video, attribute::src, kind::url, use::resource, from::amp},
    {markup_space::html, element::amp_iframe, attribute::src, kind::url, use::navigation, from::amp},
    {markup_space::html, element::form, attribute::action_xhr, kind::url, use::navigation, from::amp},
    {markup_space::html, element::img, attribute::href, kind::url, use::navigation, from::standard},
    {markup_space::html, element::fig, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::overlay, attribute::src, kind::url, use::resource, from::standard},
    {markup_space::html, element::audio, attribute::poster, kind::url, use::resource, from::standard},
    {markup_space::any, element::unknown, attribute::itemprop, kind::absolute_only, use::vocabulary,
     from::standard},
    {markup_space::any, element::unknown, attribute::data_src_small, kind::url, use::resource,
     from::lazy_loading},
    {markup_space::any, element::unknown, attribute::data_src_medium, kind::url, use::resource,
     from::lazy_loading},
    {markup_space::any, element::unknown, attribute::data_original_set, kind::srcset, use::resource,
     from::lazy_loading},
    {markup_space::any, element::unknown, attribute::data_lazy, kind::url, use::resource, from::lazy_loading},
    {markup_space::any, element::unknown, attribute::data_lazy_srcset, kind::srcset, use::resource,
     from::lazy_loading},
    {markup_space::any, element::unknown, attribute::data_full_src, kind::url, use::resource,
     from::lazy_loading},
    {markup_space::any, element::unknown, attribute::data_uri, kind::url, use::navigation, from::convention},
};

constexpr std::string_view url_properties[] = {"og:url",
                                               "og:image",
                                               "og:image:url",
                                               "og:image:secure_url",
                                               "og:video",
                                               "og:video:url",
                                               "og:video:secure_url",
                                               "og:audio",
                                               "og:audio:url",
                                               "og:see_also",
                                               "twitter:image",
                                               "twitter:image:src",
                                               "twitter:player",
                                               "twitter:url",
                                               "thumbnail",
                                               "application-url",
                                               "msapplication-starturl",
                                               "vb_meta_bburl",
                                               "msapplication-tileimage",
                                               "msapplication-config",
                                               "msapplication-square70x70logo",
                                               "msapplication-square150x150logo",
                                               "msapplication-square310x310logo",
                                               "msapplication-wide310x150logo",
                                               "al:web:url",
                                               "citation_pdf_url",
                                               "citation_fulltext_html_url",
                                               "identifier-url"};

constexpr std::string_view resource_rels[] = {"stylesheet",    "icon",     "preload",      "prefetch",
                                              "modulepreload", "manifest", "dns-prefetch", "preconnect"};

template <std::size_t N>
bool list_holds(const std::string_view (&list)[N], std::string_view word) {
  return std::any_of(std::begin(list), std::end(list),
                     [word](std::string_view known) { return ascii::same(word, known); });
}

constexpr std::size_t index_of(html_element e) {
  return static_cast<std::size_t>(e);
}
constexpr std::size_t index_of(link_attribute a) {
  return static_cast<std::size_t>(a);
}

// All names "element@attribute" of the table, built once.
class where_names {
 public:
  where_names() {
    for (const link_row& row : rows) {
      if (row.element != element::unknown) {
        add(row.space, row.element, row.attribute);
        continue;
      }
      for (std::size_t e = 1; e < element_count; ++e)
        for (const markup_space space : {markup_space::html, markup_space::svg, markup_space::math})
          if (row.space == markup_space::any || row.space == space)
            add(space, static_cast<html_element>(e), row.attribute);
    }
  }
  [[nodiscard]] std::string_view find(markup_space space, html_element e, link_attribute a) const {
    return names_[static_cast<std::size_t>(space)][index_of(e)][index_of(a)];
  }

 private:
  void add(markup_space space, html_element e, link_attribute a) {
    std::string_view& name = names_[static_cast<std::size_t>(space)][index_of(e)][index_of(a)];
    if (!name.empty()) return;
    std::string text(space == markup_space::svg ? "svg:" : space == markup_space::math ? "math:" : "");
    text.append(name_of(e)).append(1, '@').append(name_of(a));
    texts_.push_back(std::move(text));
    name = texts_.back();
  }

  std::deque<std::string> texts_;
  std::string_view names_[3][element_count][attribute_count];
};

}  // namespace

std::span<const link_row> all_link_rows() {
  return rows;
}

std::string_view where_name(markup_space space, html_element e, link_attribute a) {
  static const where_names names;
  return names.find(space, e, a);
}

bool is_url_property(std::string_view property) {
  return list_holds(url_properties, property);
}

const link_table& link_table::of(link_choice choice) {
  static const std::array<link_table, count_of<link_choice>> all{
      link_table(link_choice::navigation), link_table(link_choice::resources), link_table(link_choice::all),
      link_table(link_choice::everything)};
  return all[static_cast<std::size_t>(choice)];
}

link_table::link_table(link_choice choice) : choice_(choice) {
  for (const bool own : {false, true}) {
    for (std::size_t r = 0; r < std::size(rows); ++r) {
      const link_row& row = rows[r];
      if ((row.element != element::unknown) != own) continue;
      if (row.space != markup_space::html && row.space != markup_space::any) continue;
      for (std::size_t e = 0; e < element_count; ++e)
        if (!own || index_of(row.element) == e)
          html_rows_[e][index_of(row.attribute)] = static_cast<std::uint8_t>(selects(row) ? r + 1 : 0);
    }
  }
  html_rows_[index_of(element::image)] = html_rows_[index_of(element::img)];
  for (std::size_t e = 0; e < element_count; ++e)
    for (std::size_t a = 0; a < attribute_count; ++a)
      if (html_rows_[e][a] != 0) attributes_[e] |= std::uint64_t{1} << a;
}

const link_row* link_table::row(markup_space space, html_element e, link_attribute a) const {
  if (space == markup_space::html) {
    const std::uint8_t number = html_rows_[index_of(e)][index_of(a)];
    return number == 0 ? nullptr : &rows[number - 1];
  }
  const link_row* found = nullptr;
  for (const link_row& row : rows) {
    if (row.attribute != a || (row.space != space && row.space != markup_space::any)) continue;
    if (row.element == e && e != element::unknown) return selects(row) ? &row : nullptr;
    if (row.element == element::unknown && selects(row)) found = &row;
  }
  return found;
}

bool link_table::wants(link_class link_use) const {
  switch (link_use) {
    case link_class::navigation:
      return choice_ != link_choice::resources;
    case link_class::resource:
      return choice_ != link_choice::navigation;
    case link_class::vocabulary:
      return choice_ == link_choice::everything;
    case link_class::internal:
      return false;
    default:
      return true;
  }
}

bool link_table::selects(const link_row& row) const {
  if (row.from == link_origin::convention && choice_ != link_choice::everything) return false;
  return wants(row.use);
}

// Rels in no list count as navigation: shortlink, pingback, me ...
bool link_table::wants_rel(std::string_view rel) const {
  if (!depends_on_rel()) return true;
  bool resource = false;
  for_each_word(rel, [&](std::string_view word) { resource = resource || list_holds(resource_rels, word); });
  return resource == (choice_ == link_choice::resources);
}

}  // namespace urlsieve
