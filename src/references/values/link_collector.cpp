// Most attribute values need no work. One pass over the bytes finds out whether a value must be decoded,
// cleaned or converted.
#include "src/references/values/link_collector.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "src/markup/html_tokenizer.hpp"
#include "src/references/values/attribute_values.hpp"
#include "src/references/values/css_scanner.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/character_reference.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/json/json_escape.hpp"
#include "src/text/json/json_scanner.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/text_forms/absolute_url.hpp"

namespace urlsieve {
namespace {

constexpr byte_set name_bytes = bytes::alphanum | byte_set("-:_.");

// The work that a byte requires, as bits.
enum work : unsigned char { decoded = 1, dropped = 2, converted = 4 };
constexpr std::array<unsigned char, 256> make_work() {
  std::array<unsigned char, 256> table{};
  table['&'] = table[0] = decoded;
  table['\r'] = decoded | dropped;
  table['\t'] = table['\n'] = dropped;
  for (unsigned byte = 0x80; byte < 256; ++byte) table[byte] = converted;
  return table;
}
constexpr std::array<unsigned char, 256> work_of = make_work();

unsigned work_in(std::string_view text) {
  // Most values need no work; this loop checks several bytes at a time.
  unsigned char any = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    any = static_cast<unsigned char>(any | (byte & 0x80) | (byte < 0x20 ? 1 : 0) | (byte == '&' ? 1 : 0));
  }
  if (any == 0) return 0;
  unsigned found = 0;
  for (const char c : text) found |= work_of[static_cast<unsigned char>(c)];
  return found;
}

// Returns the options for values: a value without a scheme is a relative reference.
text_search without_abbreviations(text_search options) {
  options.abbreviated = abbreviated_choice::off;
  return options;
}

}  // namespace

link_collector::link_collector(const text_search& text) {
  if (rewrites_text(text)) rewriting_ = std::make_unique<text_finder>(without_abbreviations(text));
}

bool link_collector::add_rewritten(std::string_view raw, std::uint32_t position, std::string_view where) {
  const bool is_changed = rewriting_->rewrites(raw);
  if (!is_changed && !rewriting_->may_hold_encoded(raw)) return false;
  // The exact reader then reads the tag.
  if (holds_refusals_) return has_refusal_ = true;
  document value;
  value.body = raw;
  const std::size_t first = found_->references.size();
  const std::size_t first_refused = found_->refused.size();
  const auto* const consumer = std::exchange(found_->batch_consumer, nullptr);
  bool is_url = false;
  if (is_changed) {
    stats once;
    rewriting_->find(value, *found_, once);
    is_url = found_->references.size() != first && found_->references[first].position == 0;
    if (is_url) {
      counted_->add(once);
    } else {
      found_->references.resize(first);
      found_->refused.erase(found_->refused.begin() + static_cast<std::ptrdiff_t>(first_refused),
                            found_->refused.end());
    }
  }
  if (!is_url) {
    push_value(raw, position, where, false);
    rewriting_->find_encoded(value, *found_, *counted_);
  }
  found_->batch_consumer = consumer;
  for (std::size_t i = first; i < found_->references.size(); ++i) {
    reference& link = found_->references[i];
    link.where = where;
    link.position = position;
    link.delimited = delimiter::none;
  }
  for (std::size_t i = first_refused; i < found_->refused.size(); ++i) {
    found_->refused[i].found.where = where;
    found_->refused[i].found.position = position;
  }
  return true;
}

rejection link_collector::check_prefix(std::string_view raw) {
  if (raw.starts_with("${"))
    return raw.find('}') != std::string_view::npos ? rejection::url_template : rejection::none;
  const std::size_t colon = raw.find(':');
  if (colon == std::string_view::npos) return rejection::none;
  const std::string_view property = raw.substr(0, colon);
  if (!ascii::same(property, "background") && !ascii::same(property, "background-image"))
    return rejection::none;
  raw.remove_prefix(colon + 1);
  while (!raw.empty() && bytes::html_space.contains(raw.front())) raw.remove_prefix(1);
  if (raw.size() < 4 || !ascii::same(raw.substr(0, 3), "url")) return rejection::none;
  return raw[3] == '(' || raw.substr(3).starts_with("/(") ? rejection::no_url : rejection::none;
}

std::string_view link_collector::to_utf8(std::string_view text, const markup_text& source) {
  return (work_in(text) & converted) == 0 ? text : convert(text, source);
}

std::string_view link_collector::convert(std::string_view text, const markup_text& source) {
  if (!source.in_place) return text;
  if (charset_.kind == encoding_kind::single_byte) return decoder_.decode(charset_, text, found_->decoded);
  if (is_utf8(text)) return text;
  if (charset_.kind == encoding_kind::unknown) {
    guessed_ = true;
    return decoder_.decode(undeclared_, text, found_->decoded);
  }
  char* const out = found_->decoded.reserve(replaced_capacity(text.size()));
  const char* const end = replace_ill_formed(text, out);
  return found_->decoded.commit(static_cast<std::size_t>(end - out));
}

std::string_view link_collector::decode(std::string_view value, const markup_text& source) {
  // Converting a charset neither creates nor removes character references.
  const unsigned work = work_in(value);
  if ((work & converted) != 0) value = convert(value, source);
  if ((work & decoded) == 0) return value;
  char* const out = found_->decoded.reserve(3 * value.size() + 4);
  const char* const end = decode_character_references(value, reference_context::attribute, out);
  return found_->decoded.commit(static_cast<std::size_t>(end - out));
}

std::string_view link_collector::cleaned(std::string_view value) {
  value = trimmed(value, bytes::html_space);
  if ((work_in(value) & dropped) == 0) return value;
  char* const out = found_->decoded.reserve(value.size());
  const char* const end = std::copy_if(value.begin(), value.end(), out, [](char c) {
    return (work_of[static_cast<unsigned char>(c)] & dropped) == 0;
  });
  return found_->decoded.commit(static_cast<std::size_t>(end - out));
}

void link_collector::add_url(std::string_view value, std::uint32_t position, std::string_view where,
                             bool empty_is_base) {
  for (; !value.empty() && bytes::html_space.contains(value.front()); ++position) value.remove_prefix(1);
  push(cleaned(value), position, where, empty_is_base);
}

void link_collector::add_value(const link_row& row, std::string_view value, const markup_text& source,
                               std::string_view where, bool empty_is_base) {
  const std::string_view decoded = decode(value, source);
  // Offsets inside a decoded value do not exist in the body, so the position of the value applies to all
  // parts.
  const bool in_place = source.in_place && decoded.data() == value.data();
  const markup_text inside{decoded, source.position_of(value.data()), in_place};
  const auto add = [&](std::string_view part, bool empty) {
    add_url(part, inside.position_of(part.data()), where, empty);
  };
  switch (row.kind) {
    case link_kind::url:
    case link_kind::meta_property:
    case link_kind::reference_param:
      add_url(decoded, inside.origin, where, empty_is_base);
      break;
    case link_kind::url_or_css:
      if (ascii::same(trimmed(decoded, bytes::html_space).substr(0, 4), "url("))
        return add_css(inside, where);
      add_url(decoded, inside.origin, where, false);
      break;
    case link_kind::urls:
      for_each_word(decoded, [&](std::string_view word) { add(word, false); });
      break;
    case link_kind::urls_comma:
      for (std::size_t at = 0; at < decoded.size();) {
        const std::size_t comma = std::min(decoded.find(',', at), decoded.size());
        add(decoded.substr(at, comma - at), false);
        at = comma + 1;
      }
      break;
    case link_kind::absolute_only:
      for_each_word(decoded, [&](std::string_view word) {
        if (is_absolute_url(word)) add(word, false);
      });
      break;
    case link_kind::srcset: {
      srcset_reader reader(decoded);
      for (std::string_view url = reader.next(); !url.empty(); url = reader.next()) add(url, false);
      break;
    }
    case link_kind::meta_refresh:
      if (const auto url = meta_refresh_url(decoded)) add(*url, false);
      break;
    case link_kind::css:
      add_css(inside, where);
      break;
    case link_kind::base:
    case link_kind::fragment:
    case link_kind::html:
      break;
  }
}

void link_collector::add_css(const markup_text& css, std::string_view where) {
  if (!css_may_hold_link(css.text)) return;
  css_scanner scanner(css.text);
  const arena::mark before = found_->decoded.filled();
  css_link link;
  while (scanner.next(link)) {
    const std::uint32_t position = css.position_of(link.text.data());
    std::string_view url = to_utf8(link.text, css);
    if (link.escaped) {
      char* const out = found_->decoded.reserve(3 * url.size() + 4);
      const char* const end = css_unescape(url, out);
      url = found_->decoded.commit(static_cast<std::size_t>(end - out));
    }
    if (!url.empty()) add_url(url, position, where, false);
    found_->deliver_batch(before);
  }
}

std::string_view link_collector::json_string(const json_scanner& scanner, const markup_text& json) {
  const std::string_view text = to_utf8(scanner.text(), json);
  if (!scanner.escaped()) return text;
  char* const out = found_->decoded.reserve(text.size());
  return found_->decoded.commit(decode_json_escapes(text, out, invalid_escape_policy::repair));
}

void link_collector::add_json(const markup_text& json, std::string_view where) {
  json_scanner scanner(json.text);
  const arena::mark before = found_->decoded.filled();
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    if (token != json_token::string) continue;
    if (!scanner.escaped() && scanner.text().find(':') == std::string_view::npos) continue;
    const std::uint32_t position = json.position_of(scanner.text().data());
    const std::string_view text = json_string(scanner, json);
    if (is_absolute_url(text)) add_url(text, position, where, false);
    found_->deliver_batch(before);
  }
}

std::string_view link_collector::where_of(markup_space space, html_element e, std::string_view name,
                                          link_attribute a) {
  const bool prefixed = e == html_element::vml || e == html_element::office;
  const std::string_view known = prefixed ? std::string_view() : where_name(space, e, a);
  if (!known.empty()) return known;
  constexpr std::size_t longest = 40;
  const bool usable = name.size() <= longest &&
                      std::all_of(name.begin(), name.end(), [](char c) { return name_bytes.contains(c); });
  char* const out = found_->decoded.reserve(2 * longest);
  char* end = out;
  const auto append = [&end](std::string_view part) { end = std::copy(part.begin(), part.end(), end); };
  if (space == markup_space::svg) append("svg:");
  if (space == markup_space::math) append("math:");
  if (usable) {
    end = std::transform(name.begin(), name.end(), end, ascii::lower);
  } else {
    append("*");
  }
  append("@");
  append(name_of(a));
  return found_->decoded.commit(static_cast<std::size_t>(end - out));
}

}  // namespace urlsieve
