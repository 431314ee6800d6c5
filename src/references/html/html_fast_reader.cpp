// A tag is read from the maps alone: the next delimiter ends its name, the next quote or stop tells how its
// attribute goes on. Names are compared only where a table of their last three letters says that it may
// matter.
//
//   text        < a   c l a s s = " x "   h r e f = " / y " >
//   tags        1 . . . . . . . . . . . . . . . . . . . . . .
//   delimiters  . . 1 . . . . . . . . . 1 . . . . . . 1 . . 1
//   quotes      . . . . . . . . . 1 . 1 . . . . . . 1 . . 1 .
//   stops       . . . . . . . . . . . . . . . . . . . . . . 1     no "=": a quote follows each
//
// From the "a" on, the gap before the first quote holds one run of bits without a delimiter ("class="), so
// that is a name with its "="; the second quote ends the value.
#include "src/references/html/html_fast_reader.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace urlsieve {
namespace {

using element = html_element;

// Elements that the exact reader takes whole: other attributes decide what a link is, or what follows the
// tag is not markup as usual.
constexpr std::array<bool, element_count> make_special() {
  std::array<bool, element_count> special{};
  for (const element e :
       {element::meta, element::base, element::param, element::script, element::style, element::xmp,
        element::iframe, element::noembed, element::noframes, element::textarea, element::title,
        element::plaintext, element::svg, element::math, element::object, element::applet})
    special[static_cast<std::size_t>(e)] = true;
  return special;
}
constexpr std::array<bool, element_count> special = make_special();

// The first two letters of a name say of most elements that they are not special, before it is looked up.
constexpr unsigned beginning(char first, char second) {
  return (static_cast<unsigned>(first) & 31U) << 5U | (static_cast<unsigned>(second) & 31U);
}
constexpr std::array<bool, 1024> make_beginnings() {
  std::array<bool, 1024> beginnings{};
  for (std::size_t e = 0; e < element_count; ++e)
    if (special[e]) beginnings[beginning(element_names[e][0], element_names[e][1])] = true;
  // Names with a prefix are in no table as they stand.
  beginnings[beginning('v', ':')] = beginnings[beginning('o', ':')] = true;
  return beginnings;
}
constexpr std::array<bool, 1024> special_beginnings = make_beginnings();

bool may_be_special(const char* name) {
  return special_beginnings[beginning(name[0], name[1])];
}

bool is_letter(char c) {
  return static_cast<unsigned char>((c | 0x20) - 'a') < 26;
}

// The last three letters of an attribute's name tell nearly every other attribute from those with links.
constexpr unsigned ending_bits = 10;
constexpr std::uint32_t ending_slot(std::uint32_t three_bytes) {
  return ((three_bytes | 0x202020U) * 0x9E3779B1U) >> (32U - ending_bits);
}
constexpr std::array<bool, 1U << ending_bits> make_endings() {
  std::array<bool, 1U << ending_bits> endings{};
  for (const std::string_view name : attribute_names) {
    if (name.size() < 3) continue;
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 3; ++i)
      word |= std::uint32_t{static_cast<unsigned char>(name[name.size() - 3 + i])} << (8U * i);
    endings[ending_slot(word)] = true;
  }
  return endings;
}
constexpr std::array<bool, 1U << ending_bits> endings = make_endings();

bool any_bit(const markup_window::map& bits, std::size_t begin, std::size_t end) {
  for (; begin < end; begin += 64) {
    std::uint64_t word = markup_window::bits_from(bits, begin);
    if (end - begin < 64) word &= (std::uint64_t{1} << (end - begin)) - 1;
    if (word != 0) return true;
  }
  return false;
}

// The first bit in [begin, end), or `end`.
std::size_t next_bit(const markup_window::map& bits, std::size_t begin, std::size_t end) {
  for (; begin < end; begin += 64) {
    const std::uint64_t word = markup_window::bits_from(bits, begin);
    if (word != 0) return std::min(begin + static_cast<std::size_t>(std::countr_zero(word)), end);
  }
  return end;
}

}  // namespace

void html_fast_reader::begin(const markup_text& markup) {
  markup_ = markup;
  window_size_ = 0;
}

std::size_t html_fast_reader::read(std::size_t at) {
  const std::string_view text = markup_.text;
  bool unusual = false;
  while (at < text.size() && !unusual) {
    if (at < window_begin_ || at >= window_begin_ + window_size_) {
      window_begin_ = at;
      // What was decoded is UTF-8 without faults.
      window_size_ = index_markup(text.data() + at, text.size() - at, markup_.in_place, window_);
    }
    at = window_begin_ + read_window(at - window_begin_, unusual);
  }
  return at;
}

// Reads the tags of the window from `from` on; returns where reading goes on: behind the window, at a tag
// that it cuts, or, if `unusual`, at one that is not plain.
std::size_t html_fast_reader::read_window(std::size_t from, bool& unusual) {
  const std::size_t words = (window_size_ + 63) / 64;
  // What begins before `from` lies inside a tag, comment or text that was read.
  for (std::size_t word = from / 64; word < words; ++word) {
    // Whether a bit counts is asked with a branch that is nearly always taken, so that finding the next tag
    // does not wait for the end of this one.
    for (std::uint64_t bits = window_.tags[word]; bits != 0; bits &= bits - 1) {
      const std::size_t at = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      if (at < from) continue;
      from = bare_tag_end(at);
      if (from != not_plain) continue;
      const std::size_t known = links_.found().references.size();
      from = read_plain_tag(at);
      if (from == not_plain || from == cut_by_window) {
        // A tag may turn out not to be plain after some of its links were taken.
        links_.found().references.resize(known);
        unusual = from == not_plain;
        if (!unusual) window_size_ = 0;
        return at;
      }
      if (from >= window_size_) return from;
    }
  }
  return window_size_;
}

// The end of a tag without attributes: an end tag, or one of an element that is not special.
std::size_t html_fast_reader::bare_tag_end(std::size_t at) const {
  const std::size_t size = window_size_;
  const char* const tag = markup_.text.data() + window_begin_ + at;
  const std::size_t before_name = at + 1 < size && tag[1] == '/' ? 2 : 1;
  if (at + before_name >= size) return not_plain;
  const char* const name = tag + before_name;
  const std::uint64_t ends = markup_window::bits_from(window_.delimiters, at + before_name);
  if (ends == 0 || !is_letter(*name)) return not_plain;
  const auto length = static_cast<std::size_t>(std::countr_zero(ends));
  const std::size_t end = at + before_name + length + 1;
  return name[length] == '>' && end < size && (before_name == 2 || !may_be_special(name)) ? end : not_plain;
}

// The tag at offset `at` of the window if it is plain: returns the offset behind it.
std::size_t html_fast_reader::read_plain_tag(std::size_t at) {
  const std::size_t size = window_size_;
  const char* const window = markup_.text.data() + window_begin_;
  const std::size_t available = markup_.text.size() - window_begin_;
  if (at + 1 >= size) return at == 0 || size == available ? not_plain : cut_by_window;
  const char first = window[at + 1];
  if (!is_letter(first)) {
    // "<" and nothing that begins markup is text.
    return first == '!' || first == '?' || first == '/' ? not_plain : at + 1;
  }
  if (at + 24 > available) return not_plain;  // names are read eight bytes at once
  const std::size_t cut = at == 0 || size == available ? not_plain : cut_by_window;

  std::size_t pos = at + 1;
  const std::uint64_t name_ends = markup_window::bits_from(window_.delimiters, pos);
  if (name_ends == 0) return cut;
  const std::string_view name(window + pos, static_cast<std::size_t>(std::countr_zero(name_ends)));
  if (may_be_special(name.data()) && (window[pos + 1] == ':' || special[element_index.find_padded(name)]))
    return not_plain;
  std::uint64_t seen = 0;
  pos += name.size();
  while (true) {
    const std::uint64_t quotes = markup_window::bits_from(window_.quotes, pos);
    const std::uint64_t stops = markup_window::bits_from(window_.stops, pos);
    const std::uint64_t gap = ~markup_window::bits_from(window_.delimiters, pos);
    if ((quotes | stops) == 0) return pos + 64 >= size ? cut : not_plain;
    const auto length = static_cast<unsigned>(std::countr_zero(quotes | stops));
    const std::uint64_t between = gap & ((std::uint64_t{1} << length) - 1);
    // One name and only white space before it: a single run of bits, up to the "=". Adding the lowest bit of
    // a single run carries to the bit behind it, which is then all that is left.
    const std::uint64_t lowest = between & (0 - between);
    const bool one_run = between != 0 && between + lowest == std::uint64_t{1} << length;
    const std::size_t name_at = pos + static_cast<std::size_t>(std::countr_zero(between));
    std::size_t equals_at = pos + length;
    place_of_value value{};
    if (((stops >> length) & 1U) == 0) {
      if (length < 2 || !one_run || window[--equals_at] != '=' || lowest >> (length - 1) != 0)
        return not_plain;
      value.begin = equals_at + 2;
      value.end = next_bit(window_.quotes, value.begin, size);
      value.behind = value.end + 1;
    } else {
      // Nothing but white space before the ">", or there is an attribute without value.
      if (window[equals_at] == '>') return between == 0 ? equals_at + 1 : not_plain;
      if (!one_run || window[equals_at] != '=') return not_plain;
      value = find_other_value(equals_at);
      if (value.behind == value.begin) return not_plain;
    }
    if (value.behind >= size) return cut;
    pos = value.behind;
    std::uint32_t ending = 0;
    std::memcpy(&ending, window + equals_at - 3, 4);
    if (!endings[ending_slot(ending & 0xFFFFFFU)]) continue;
    if (name_at + 8 > available) return not_plain;
    const auto e = static_cast<html_element>(element_index.find_padded(name));
    if (e == element::link && (plan_.table.judges_rel() || plan_.options.note_canonical)) return not_plain;
    const std::string_view attribute(window + name_at, equals_at - name_at);
    add_link(e, name, static_cast<link_attribute>(attribute_index.find_padded(attribute)), value, seen);
  }
}

// The value behind the "=" at `equals_at` that no double quotes enclose; empty without quotes: there is none.
html_fast_reader::place_of_value html_fast_reader::find_other_value(std::size_t equals_at) const {
  const std::size_t size = window_size_;
  const char* const window = markup_.text.data() + window_begin_;
  std::size_t end = equals_at + 1;
  if (end >= size) return {end, size, size};
  if (window[end] == '\'') {
    const std::size_t begin = ++end;
    while ((end = next_bit(window_.stops, end, size)) < size && window[end] != '\'') ++end;
    return {begin, end, end + 1};
  }
  const std::size_t begin = end;
  while ((end = next_bit(window_.delimiters, end, size)) < size && window[end] == '/') ++end;
  return {begin, end, end};
}

// An attribute of a plain tag.
void html_fast_reader::add_link(html_element e, std::string_view element_name, link_attribute name,
                                const place_of_value& place, std::uint64_t& seen) {
  const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(name);
  if ((plan_.table.attributes_of(e) & bit & ~seen) == 0) return;
  seen |= bit;
  if (e == element::image) e = element::img;
  const link_row& row = *plan_.table.row(markup_space::html, e, name);
  const std::string_view value = markup_.text.substr(window_begin_ + place.begin, place.end - place.begin);
  if (row.kind == link_kind::css && value.find_first_of("(&@\\") == std::string_view::npos) return;
  const std::string_view where = links_.where_of(markup_space::html, e, element_name, name);
  const bool empty = empty_is_base(e, name);
  if (row.kind == link_kind::url && !any_bit(window_.unusual, place.begin, place.end)) {
    links_.add_plain(value, markup_.position_of(value.data()), where, empty);
  } else {
    links_.add_value(row, value, markup_, where, empty);
  }
}

}  // namespace urlsieve
