// Enumerators for HTML elements, and for foreign elements and attributes that matter for links. A name is
// looked up once, when a tag is read.
#ifndef URLSIEVE_MARKUP_HTML_NAMES_HPP
#define URLSIEVE_MARKUP_HTML_NAMES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "src/text/ascii.hpp"

namespace urlsieve {

// The language of an element in its context. `any` is a wildcard for tables.
enum class markup_space : std::uint8_t { html, svg, math, any };

// The HTML elements, and foreign elements with links, in the order of element_names.
// clang-format off
enum class html_element : std::uint8_t {
  unknown, a, abbr, acronym, address, amp_iframe, amp_img, amp_video, annotation_xml, applet, area,
  article, aside, audio, b, base, basefont, bdi, bdo, bgsound, big, blink, blockquote, body, br, button,
  canvas, caption, center, cite, code, col, colgroup, command, data, datalist, dd, del, desc, details, dfn,
  dialog, dir, div, dl, dt, em, embed, fieldset, fig, figcaption, figure, font, footer, foreignobject,
  form, frame, frameset, h1, h2, h3, h4, h5, h6, head, header, hgroup, hr, html, i, iframe, ilayer, image,
  img, input, ins, isindex, kbd, keygen, label, layer, legend, li, link, listing, main, malignmark, map,
  mark, marquee, math, menu, menuitem, meta, meter, mglyph, mi, mn, mo, ms, mtext, multicol, nav, nextid,
  nobr, noembed, noframes, noscript, object, ol, optgroup, option, output, overlay, p, param, picture,
  plaintext, portal, pre, progress, q, rb, rp, rt, rtc, ruby, s, samp, script, search, section, select,
  slot, small, source, spacer, span, strike, strong, style, sub, summary, sup, svg, table, tbody, td,
  template_, textarea, tfoot, th, thead, time, title, tr, track, tt, u, ul, use, var, video, wbr, xml, xmp,
  vml, office,  // all elements with the prefix "v:" or "o:"
  count_
};
// clang-format on
inline constexpr std::size_t element_count = static_cast<std::size_t>(html_element::count_);

// In the order of attribute_names.
// clang-format off
enum class link_attribute : std::uint8_t {
  unknown, action, action_xhr, archive, background, charset, cite, classid, code, codebase, color, content, data,
  data_background, data_background_image, data_bg, data_full_src, data_href, data_lazy, data_lazy_src, data_lazy_srcset, data_original, data_original_set,
  data_src, data_src_medium, data_src_small, data_srcset, data_uri, data_url, dynsrc, encoding, face,
  formaction, href, http_equiv, icon, imagesrcset, itemid, itemprop, itemtype, longdesc, lowsrc, manifest,
  name, o_href, object, ping, pluginspage, poster, profile, property, rel, size, src, srcdoc, srcset, style, type,
  usemap, value, valuetype, xlink_href, count_
};
// clang-format on
inline constexpr std::size_t attribute_count = static_cast<std::size_t>(link_attribute::count_);

// clang-format off
inline constexpr auto element_names = std::to_array<std::string_view>({
    "", "a", "abbr", "acronym", "address", "amp-iframe", "amp-img", "amp-video", "annotation-xml",
    "applet", "area", "article", "aside", "audio", "b", "base", "basefont", "bdi", "bdo", "bgsound", "big",
    "blink", "blockquote", "body", "br", "button", "canvas", "caption", "center", "cite", "code", "col",
    "colgroup", "command", "data", "datalist", "dd", "del", "desc", "details", "dfn", "dialog", "dir",
    "div", "dl", "dt", "em", "embed", "fieldset", "fig", "figcaption", "figure", "font", "footer",
    "foreignobject", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header",
    "hgroup", "hr", "html", "i", "iframe", "ilayer", "image", "img", "input", "ins", "isindex", "kbd",
    "keygen", "label", "layer", "legend", "li", "link", "listing", "main", "malignmark", "map", "mark",
    "marquee", "math", "menu", "menuitem", "meta", "meter", "mglyph", "mi", "mn", "mo", "ms", "mtext",
    "multicol", "nav", "nextid", "nobr", "noembed", "noframes", "noscript", "object", "ol", "optgroup",
    "option", "output", "overlay", "p", "param", "picture", "plaintext", "portal", "pre", "progress", "q",
    "rb", "rp", "rt", "rtc", "ruby", "s", "samp", "script", "search", "section", "select", "slot", "small",
    "source", "spacer", "span", "strike", "strong", "style", "sub", "summary", "sup", "svg", "table",
    "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "time", "title", "tr", "track", "tt",
    "u", "ul", "use", "var", "video", "wbr", "xml", "xmp", "v:*", "o:*"});
// clang-format on
static_assert(element_names.size() == element_count);

// clang-format off
inline constexpr auto attribute_names = std::to_array<std::string_view>({
    "", "action", "action-xhr", "archive", "background", "charset", "cite", "classid", "code", "codebase", "color",
    "content", "data", "data-background", "data-background-image", "data-bg", "data-full-src", "data-href", "data-lazy", "data-lazy-src", "data-lazy-srcset",
    "data-original", "data-original-set", "data-src", "data-src-medium", "data-src-small", "data-srcset",
    "data-uri", "data-url", "dynsrc", "encoding", "face", "formaction", "href", "http-equiv", "icon",
    "imagesrcset", "itemid", "itemprop", "itemtype", "longdesc", "lowsrc", "manifest", "name", "o:href", "object",
    "ping", "pluginspage", "poster", "profile", "property", "rel", "size", "src", "srcdoc", "srcset",
    "style", "type", "usemap", "value", "valuetype", "xlink:href"});
// clang-format on
static_assert(attribute_names.size() == attribute_count);

// Return the name in lower case; empty for unknown.
[[nodiscard]] constexpr std::string_view name_of(html_element element) {
  return element_names[static_cast<std::size_t>(element)];
}
[[nodiscard]] constexpr std::string_view name_of(link_attribute attribute) {
  return attribute_names[static_cast<std::size_t>(attribute)];
}

// Finds names of a list, in any case, by a perfect hash table. The multiplier of the hash is computed at
// compile time.
class name_index {
 public:
  // Indexes names[1] to names[count - 1]; index 0 means "not found". Requires: the names are distinct, in
  // lower case, and outlive the index; count <= 256.
  constexpr name_index(const std::string_view* names, std::size_t count) : names_(names) {
    multiplier_ = 0x9E3779B97F4A7C15;
    while (collides(count)) multiplier_ = multiplier_ * 6364136223846793005U + 1442695040888963408U;
    for (std::size_t number = 1; number < count; ++number)
      slots_[place_of(key_of(names[number]))] = {key_of(names[number]), static_cast<std::uint8_t>(number)};
  }

  // Returns the index of `name` in the list, or 0 if the list lacks `name`. Ignores ASCII case.
  [[nodiscard]] std::uint8_t find(std::string_view name) const { return find(name, word_of(name)); }

  // Returns find(name), faster. Requires: `name` is not empty, and eight bytes at its data() are readable.
  [[nodiscard]] std::uint8_t find_padded(std::string_view name) const {
    std::uint64_t word = 0;
    std::memcpy(&word, name.data(), 8);
    if (name.size() < 8) word &= ~std::uint64_t{0} >> (64U - 8U * name.size());
    return find(name, word);
  }

 private:
  static constexpr unsigned bits = 12;
  static constexpr unsigned shift = 64 - bits;

  struct slot {
    std::uint64_t key = 0;
    std::uint8_t number = 0;
  };

  // Converts eight bytes to lower case: adds 0x20 to each byte in 'A'..'Z'.
  static constexpr std::uint64_t lower_case(std::uint64_t word) {
    constexpr std::uint64_t each = 0x0101010101010101;
    const std::uint64_t low = word & (0x7F * each);
    const std::uint64_t from_a = low + (0x80 - 'A') * each;
    const std::uint64_t past_z = low + (0x7F - 'Z') * each;
    return word | ((from_a & ~past_z & ~word & (0x80 * each)) >> 2U);
  }

  // Combines the first eight bytes and the length into a key. same_tail() compares the remaining bytes.
  static constexpr std::uint64_t key_of(std::uint64_t word, std::size_t size) {
    return lower_case(word) ^ (std::uint64_t{size} << 57U);
  }

  static constexpr std::uint64_t key_of(std::string_view name) { return key_of(word_of(name), name.size()); }

  static constexpr std::uint64_t word_of(std::string_view name) {
    const char* const first = name.data();
    const std::size_t size = name.size();
    std::uint64_t word = 0;
    if (std::is_constant_evaluated()) {
      for (std::size_t i = 0; i < size && i < 8; ++i)
        word |= std::uint64_t{static_cast<unsigned char>(first[i])} << (8 * i);
    } else if (size >= 8) {
      std::memcpy(&word, first, 8);
    } else if (size >= 4) {
      std::uint32_t low = 0;
      std::uint32_t high = 0;
      std::memcpy(&low, first, 4);
      std::memcpy(&high, first + size - 4, 4);
      word = low | std::uint64_t{high} << (8 * (size - 4));
    } else {
      for (std::size_t i = 0; i < size; ++i)
        word |= std::uint64_t{static_cast<unsigned char>(first[i])} << (8 * i);
    }
    return word;
  }

  [[nodiscard]] std::uint8_t find(std::string_view name, std::uint64_t word) const {
    const std::uint64_t key = key_of(word, name.size());
    const slot& place = slots_[place_of(key)];
    if (place.key != key || place.number == 0) return 0;
    return same_tail(name, names_[place.number]) ? place.number : std::uint8_t{0};
  }

  static bool same_tail(std::string_view name, std::string_view known) {
    if (name.size() != known.size()) return false;
    for (std::size_t i = 8; i < name.size(); ++i) {
      const char c = name[i];
      if (ascii::lower(c) != known[i]) return false;
    }
    return true;
  }

  [[nodiscard]] constexpr std::size_t place_of(std::uint64_t key) const {
    return static_cast<std::size_t>((key * multiplier_) >> shift);
  }

  [[nodiscard]] constexpr bool collides(std::size_t count) const {
    std::array<std::uint64_t, (std::size_t{1} << bits) / 64> used{};
    for (std::size_t number = 1; number < count; ++number) {
      const std::size_t place = place_of(key_of(names_[number]));
      if ((used[place / 64] >> (place % 64) & 1U) != 0) return true;
      used[place / 64] |= std::uint64_t{1} << (place % 64);
    }
    return false;
  }

  const std::string_view* names_;
  std::uint64_t multiplier_ = 0;
  std::array<slot, std::size_t{1} << bits> slots_{};
};

// The indexes of element_names (without "v:*" and "o:*") and of attribute_names.
extern const name_index element_index;
extern const name_index attribute_index;

// Returns the element with this name, in any case. Returns vml or office for other names with the prefix "v:"
// or "o:", and unknown for all further names.
[[nodiscard]] inline html_element element_named(std::string_view name) {
  const std::uint8_t number = element_index.find(name);
  if (number == 0 && name.size() > 2 && name[1] == ':') {
    if ((name[0] | 0x20) == 'v') return html_element::vml;
    if ((name[0] | 0x20) == 'o') return html_element::office;
  }
  return static_cast<html_element>(number);
}
// Returns the attribute with this name, in any case; unknown for all other names.
[[nodiscard]] inline link_attribute attribute_named(std::string_view name) {
  return static_cast<link_attribute>(attribute_index.find(name));
}

}  // namespace urlsieve

#endif
