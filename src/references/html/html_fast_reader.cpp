// Reading attribute by attribute also uses the maps: the next quote or stop shows how the attribute
// continues.
//
//   text        < a   c l a s s = " x "   h r e f = ' / y ' >
//   delimiters  . . 1 . . . . . . . . . 1 . . . . . . 1 . . 1
//   quotes      . . . . . . . . . 1 . 1 . . . . . . . . . . .
//   stops       . . . . . . . . . . . . . . . . . 1 1 . . 1 1     no "=" that a quote follows
//
// From the "a" on, the gap before the first quote holds one run of bits without a delimiter ("class="). The
// run is a name with its "="; the second quote ends the value. Names are compared only if their last three
// letters occur in a link attribute.
#include "src/references/html/html_fast_reader.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "src/references/html/html_tag_bits.hpp"
#include "src/references/values/css_scanner.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

using element = html_element;

// Elements that only the exact reader reads: other attributes decide about their links, or the tag is
// followed by text that is not ordinary markup.
constexpr std::array<bool, element_count> make_special() {
  std::array<bool, element_count> special{};
  for (const element e : {element::meta, element::base, element::param, element::script, element::style,
                          element::xmp, element::iframe, element::noembed, element::textarea, element::title,
                          element::plaintext, element::svg, element::math, element::object, element::applet})
    special[static_cast<std::size_t>(e)] = true;
  return special;
}
constexpr std::array<bool, element_count> special = make_special();

// For most elements, the first two letters of the name show that the element is not special, without a
// look-up.
constexpr unsigned beginning(char first, char second) {
  return (static_cast<unsigned>(first) & 31U) << 5U | (static_cast<unsigned>(second) & 31U);
}
constexpr std::array<bool, 1024> make_beginnings() {
  std::array<bool, 1024> beginnings{};
  for (std::size_t e = 0; e < element_count; ++e)
    if (special[e]) beginnings[beginning(element_names[e][0], element_names[e][1])] = true;
  // Tables hold no names with a prefix.
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

constexpr std::uint32_t ending_slot(std::uint32_t three_bytes, unsigned bits) {
  return ((three_bytes | 0x202020U) * 0x9E3779B1U) >> (32U - bits);
}

bool any_bit(const markup_window::map& bits, std::size_t begin, std::size_t end) {
  for (; begin < end; begin += 64) {
    std::uint64_t word = markup_window::bits_from(bits, begin);
    if (end - begin < 64) word &= (std::uint64_t{1} << (end - begin)) - 1;
    if (word != 0) return true;
  }
  return false;
}

// Returns the first bit in [begin, end), or `end`.
std::size_t next_bit(const markup_window::map& bits, std::size_t begin, std::size_t end) {
  for (; begin < end; begin += 64) {
    const std::uint64_t word = markup_window::bits_from(bits, begin);
    if (word != 0) return std::min(begin + static_cast<std::size_t>(std::countr_zero(word)), end);
  }
  return end;
}

}  // namespace

html_fast_reader::html_fast_reader(const html_plan& plan, link_collector& links)
    : plan_(plan), links_(links) {
  std::uint64_t wanted = 0;
  for (std::size_t e = 0; e < element_count; ++e)
    if (!special[e]) wanted |= plan.table.attributes_of(static_cast<element>(e));
  for (std::size_t a = 1; a < attribute_count; ++a) {
    if ((wanted >> a & 1U) == 0) continue;
    const std::string_view name = attribute_names[a];
    std::uint32_t word = 0;
    std::memcpy(&word, name.data() + name.size() - 3, 3);
    endings_[ending_slot(word, ending_bits)] = true;
  }
}

void html_fast_reader::begin(const markup_text& markup) {
  markup_ = markup;
  window_size_ = 0;
  before_ = links_.found().decoded.filled();
}

std::size_t html_fast_reader::read(std::size_t at) {
  const std::string_view text = markup_.text;
  bool unusual = false;
  // A tag may turn out not to be plain after some of its values were read.
  links_.hold_refusals(true);
  while (at < text.size() && !unusual) {
    links_.found().deliver_batch(before_);
    if (at < window_begin_ || at >= window_begin_ + window_size_) {
      window_begin_ = at;
      // Decoded text is valid UTF-8.
      window_size_ = index_markup(text.data() + at, text.size() - at, markup_.in_place, window_);
    }
    at = window_begin_ + read_window(at - window_begin_, unusual);
  }
  links_.hold_refusals(false);
  return at;
}

// Reads the tags of the window from `from` on. Returns the offset where reading resumes: the end of the
// window, a tag that the window cuts, or, with `unusual`, a tag that is not plain.
std::size_t html_fast_reader::read_window(std::size_t from, bool& unusual) {
  const std::size_t words = (window_size_ + 63) / 64;
  // Markup that begins before `from` is inside a tag, comment or text that was already read.
  for (std::size_t word = from / 64; word < words; ++word) {
    // The test of each bit is a branch that is nearly always taken. The search for the next tag therefore
    // does not wait for the end of the current tag.
    for (std::uint64_t bits = window_.tags[word]; bits != 0; bits &= bits - 1) {
      const std::size_t at = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      if (at < from) continue;
      const std::size_t known = links_.found().references.size();
      from = read_markup(at);
      if (from == not_plain || from == cut_by_window) {
        // Drop the links of a tag that turned out not to be plain.
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

// Reads the markup that begins with the "<" at offset `at`. Returns the offset after the markup.
std::size_t html_fast_reader::read_markup(std::size_t at) {
  const std::size_t available = markup_.text.size() - window_begin_;
  if (at + 1 >= window_size_) return at == 0 || window_size_ == available ? not_plain : cut_by_window;
  const char first = markup_.text[window_begin_ + at + 1];
  if (is_letter(first)) return read_start_tag(at);
  if (first == '/') return end_tag_end(at);
  if (first == '!') return comment_end(at);
  // A "<" that begins no markup is text.
  return first == '?' ? not_plain : at + 1;
}

// Returns the end of a comment in the common form that holds no markup for some browser.
std::size_t html_fast_reader::comment_end(std::size_t at) const {
  const std::string_view text = markup_.text;
  const std::size_t begin = window_begin_ + at + 4;
  if (text.substr(begin - 4, 4) != "<!--" || begin == text.size() || text[begin] == '-' || text[begin] == '>')
    return not_plain;
  const std::size_t end = find_comment_end(text.data(), text.size(), begin);
  if (end == text.size()) return not_plain;
  std::size_t first = begin;
  while (bytes::html_space.contains(text[first])) ++first;
  if (text[first] == '[' && plan_.options.conditional_comments) return not_plain;
  return end + 1 - window_begin_;
}

// Returns the end of an end tag in the form "</name>".
std::size_t html_fast_reader::end_tag_end(std::size_t at) const {
  const std::size_t name_at = at + 2;
  if (name_at >= window_size_ || !is_letter(markup_.text[window_begin_ + name_at])) return not_plain;
  const std::size_t end = next_bit(window_.delimiters, name_at, window_size_);
  return end < window_size_ && markup_.text[window_begin_ + end] == '>' ? end + 1 : not_plain;
}

// Reads the tag at offset `at` of the window if the tag is plain. Returns the offset after the tag.
std::size_t html_fast_reader::read_start_tag(std::size_t at) {
  const std::size_t available = markup_.text.size() - window_begin_;
  if (at + 24 > available) return not_plain;  // names are read eight bytes at a time
  const char* const name = markup_.text.data() + window_begin_ + at + 1;
  open_tag tag{{}, at == 0 || window_size_ == available ? not_plain : cut_by_window};
  const std::uint64_t name_ends = markup_window::view(window_.delimiters, at + 1);
  if (name_ends == 0) return at + 1 + markup_window::in_view >= window_size_ ? tag.cut : not_plain;
  const auto length = static_cast<unsigned>(std::countr_zero(name_ends));
  tag.name = std::string_view(name, length);
  if (may_be_special(name) && (name[1] == ':' || special[element_index.find_padded(tag.name)]))
    return not_plain;
  if (length > longest_tag_name) return read_attributes(tag, at + 1 + length);
  std::size_t pos = at;
  for (std::uint64_t name_end = std::uint64_t{1} << length;; name_end = 0) {
    const html_tag_bits bits = read_tag_bits(window_, pos, name_end);
    if (!bits.plain) return read_attributes(tag, pos == at ? at + 1 + length : pos);
    std::size_t next = pos + bits.size;
    if (bits.opens) next = next_bit(window_.quotes, next, window_size_) + 1;
    if (next > window_size_) return tag.cut;
    const std::uint64_t links = which_may_be_links(pos, bits.equals);
    if (links != 0 && !add_links(tag, pos, links)) return not_plain;
    if (bits.ended) return next;
    if (next == window_size_) return tag.cut;
    pos = next;
  }
}

std::size_t html_fast_reader::read_tag(std::size_t at, html_tag& tag) const {
  if (at < window_begin_ || at + 24 > window_begin_ + window_size_) return not_plain;
  const char* const window = markup_.text.data() + window_begin_;
  std::size_t pos = at - window_begin_;
  const std::uint64_t name_ends = markup_window::view(window_.delimiters, pos + 1);
  if (name_ends == 0 || !is_letter(window[pos + 1])) return not_plain;
  const auto length = static_cast<unsigned>(std::countr_zero(name_ends));
  if (length > longest_tag_name) return not_plain;
  tag.name = std::string_view(window + pos + 1, length);
  tag.closing = false;
  tag.attributes.clear();
  for (std::uint64_t name_end = std::uint64_t{1} << length;; name_end = 0) {
    const html_tag_bits bits = read_tag_bits(window_, pos, name_end);
    if (!bits.plain) return not_plain;
    for (std::uint64_t rest = bits.equals; rest != 0; rest &= rest - 1) {
      const auto equals = static_cast<unsigned>(std::countr_zero(rest));
      const std::size_t name = name_begin(pos, equals);
      const std::size_t value = pos + equals + 2;
      const std::size_t end = next_bit(window_.quotes, value, window_size_);
      if (end == window_size_) return not_plain;
      tag.attributes.push_back({{window + name, pos + equals - name}, {window + value, end - value}});
    }
    pos += bits.size;
    if (bits.ended) break;
    if (bits.opens) pos = next_bit(window_.quotes, pos, window_size_) + 1;
    if (pos >= window_size_) return not_plain;
  }
  tag.self_closing = window[pos - 2] == '/';
  return window_begin_ + pos;
}

// Reads the attributes from offset `pos` on, one by one. Returns the offset after the tag.
std::size_t html_fast_reader::read_attributes(open_tag& tag, std::size_t pos) {
  const std::size_t size = window_size_;
  const char* const window = markup_.text.data() + window_begin_;
  while (true) {
    const std::uint64_t quotes = markup_window::bits_from(window_.quotes, pos);
    const std::uint64_t stops = markup_window::bits_from(window_.stops, pos);
    const std::uint64_t gap = ~markup_window::bits_from(window_.delimiters, pos);
    if ((quotes | stops) == 0) return pos + 64 >= size ? tag.cut : not_plain;
    const auto length = static_cast<unsigned>(std::countr_zero(quotes | stops));
    const std::uint64_t between = gap & ((std::uint64_t{1} << length) - 1);
    // Test for one name after white space: a single run of bits, up to the "=". Adding the lowest bit of a
    // single run carries into the bit after the run, and only this bit remains.
    const std::uint64_t lowest = between & (0 - between);
    const bool one_run = between != 0 && between + lowest == std::uint64_t{1} << length;
    const std::size_t name_at = pos + static_cast<std::size_t>(std::countr_zero(between));
    if (between != 0 && !one_run) {
      // A name without a value, unless an "=" follows.
      const std::uint64_t non_blanks = between & (between + lowest);
      const std::size_t next =
          pos + (non_blanks != 0 ? static_cast<unsigned>(std::countr_zero(non_blanks)) : length);
      if (window[next] == '=' || (non_blanks == 0 && window[next] != '>')) return not_plain;
      pos = name_at + static_cast<std::size_t>(std::countr_one(between >> (name_at - pos)));
      if (may_be_link(pos)) return not_plain;
      continue;
    }
    std::size_t equals_at = pos + length;
    place_of_value value{};
    if (((stops >> length) & 1U) == 0) {
      if (length < 2 || !one_run || window[--equals_at] != '=' || lowest >> (length - 1) != 0)
        return not_plain;
      value.begin = equals_at + 2;
      value.end = next_bit(window_.quotes, value.begin, size);
      value.behind = value.end + 1;
    } else {
      if (window[equals_at] == '>')
        return between == 0 || !may_be_link(equals_at) ? equals_at + 1 : not_plain;
      if (!one_run || window[equals_at] != '=') return not_plain;
      value = find_other_value(equals_at);
      if (value.behind == value.begin) return not_plain;
    }
    if (value.behind >= size) return tag.cut;
    pos = value.behind;
    if (may_be_link(equals_at) && !add_link(tag, name_at, equals_at, value)) return not_plain;
  }
}

// Returns the value after the "=" at `equals_at`, in single quotes or without quotes; an empty unquoted value
// means none.
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

std::size_t html_fast_reader::name_begin(std::size_t pos, unsigned equals) const {
  const std::uint64_t borders =
      markup_window::view(window_.delimiters, pos) | markup_window::view(window_.quotes, pos);
  return pos + static_cast<std::size_t>(std::bit_width(borders & ((std::uint64_t{1} << equals) - 1)));
}

std::uint64_t html_fast_reader::which_may_be_links(std::size_t pos, std::uint64_t equals) const {
  std::uint64_t links = 0;
  for (; equals != 0; equals &= equals - 1) {
    const auto at = static_cast<unsigned>(std::countr_zero(equals));
    links |= std::uint64_t{may_be_link(pos + at)} << at;
  }
  return links;
}

// Adds the links of attributes in the form name="value", from `pos` on. Returns false if the tag is not
// plain.
bool html_fast_reader::add_links(open_tag& tag, std::size_t pos, std::uint64_t equals) {
  for (; equals != 0; equals &= equals - 1) {
    const auto at = static_cast<unsigned>(std::countr_zero(equals));
    const std::size_t value = pos + at + 2;
    const std::size_t end = next_bit(window_.quotes, value, window_size_);
    if (!add_link(tag, name_begin(pos, at), pos + at, {value, end, end + 1})) return false;
  }
  return true;
}

bool html_fast_reader::may_be_link(std::size_t name_end) const {
  std::uint32_t ending = 0;
  const std::size_t behind = window_begin_ + name_end;
  if (behind < sizeof(ending)) [[unlikely]]
    return true;  // "<a=" at the beginning of the text
  std::memcpy(&ending, markup_.text.data() + behind - sizeof(ending), sizeof(ending));
  return endings_[ending_slot(ending >> 8U, ending_bits)];
}

// Adds the link of an attribute, if it holds a link. Returns false if the tag is not plain.
bool html_fast_reader::add_link(open_tag& tag, std::size_t name_at, std::size_t name_end,
                                const place_of_value& place) {
  if (window_begin_ + name_at + 8 > markup_.text.size()) return false;
  auto e = static_cast<html_element>(element_index.find_padded(tag.name));
  if (e == element::link && (plan_.table.depends_on_rel() || plan_.options.note_canonical)) return false;
  const char* const window = markup_.text.data() + window_begin_;
  const auto name =
      static_cast<link_attribute>(attribute_index.find_padded({window + name_at, name_end - name_at}));
  const std::uint64_t bit = std::uint64_t{1} << static_cast<unsigned>(name);
  if ((plan_.table.attributes_of(e) & bit & ~tag.seen) == 0) return true;
  tag.seen |= bit;
  if (e == element::image) e = element::img;
  const link_row& row = *plan_.table.row(markup_space::html, e, name);
  const std::string_view value(window + place.begin, place.end - place.begin);
  if (row.kind == link_kind::css && !style_may_hold_link(value)) return true;
  const std::string_view where = links_.where_of(markup_space::html, e, tag.name, name);
  const bool empty = empty_is_base(e, name);
  if (row.kind == link_kind::url && !any_bit(window_.unusual, place.begin, place.end)) {
    links_.add_plain(value, markup_.position_of(value.data()), where, empty);
  } else {
    // The tag may turn out not to be plain, so its links must not be delivered yet.
    const auto* const consumer = std::exchange(links_.found().batch_consumer, nullptr);
    links_.add_value(row, value, markup_, where, empty);
    links_.found().batch_consumer = consumer;
  }
  return !links_.take_rejection();
}

}  // namespace urlsieve
