#include "src/markup/html_tokenizer.hpp"

#include <algorithm>
#include <array>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/markup_scan.hpp"

namespace urlsieve {
namespace {

constexpr byte_set name_end = bytes::html_space | byte_set("/>");

using byte_table = std::array<bool, 256>;
constexpr byte_table table_of(const byte_set& set) {
  byte_table table{};
  for (unsigned byte = 0; byte < 256; ++byte) table[byte] = set.contains(static_cast<unsigned char>(byte));
  return table;
}
constexpr byte_table ends_name = table_of(name_end);
constexpr byte_table ends_attribute_name = table_of(name_end | byte_set("="));
constexpr byte_table ends_unquoted = table_of(bytes::html_space | byte_set(">"));
constexpr byte_table is_space = table_of(bytes::html_space);

// A cursor over the inside of one tag.
struct tag_reader {
  std::string_view input;
  std::size_t at;

  [[nodiscard]] bool ended() const { return at >= input.size(); }
  void skip_space() {
    while (!ended() && is_space[static_cast<unsigned char>(input[at])]) ++at;
  }
  std::string_view take_until(const byte_table& stop) {
    const std::size_t first = at;
    while (!ended() && !stop[static_cast<unsigned char>(input[at])]) ++at;
    return input.substr(first, at - first);
  }

  // Section 13.2.5.35 onwards. `at` is behind "=". False: the input ends.
  bool read_value(std::string_view& value) {
    skip_space();
    if (ended()) return false;
    const char quote = input[at];
    if (quote == '>') {
      value = input.substr(at, 0);
      return true;
    }
    if (quote != '"' && quote != '\'') {
      value = take_until(ends_unquoted);
      return !ended();
    }
    const std::size_t closing = input.find(quote, at + 1);
    if (closing == std::string_view::npos) return false;
    value = input.substr(at + 1, closing - at - 1);
    at = closing + 1;
    return true;
  }

  // Section 13.2.5.32 onwards. `at` is at the first character of the name, which may be "=".
  bool read_attribute(html_attribute& attribute) {
    const std::size_t first = at++;
    take_until(ends_attribute_name);
    attribute.name = input.substr(first, at - first);
    attribute.value = input.substr(at, 0);
    skip_space();
    if (ended()) return false;
    if (input[at] != '=') return true;
    ++at;
    return read_value(attribute.value);
  }
};

// Reads a comment that ends at the first ">" at or after `from`.
markup bogus_comment(std::string_view input, std::size_t from) {
  const std::size_t closing = std::min(input.find('>', from), input.size());
  return {markup_kind::comment, input.substr(from, closing - from), std::min(closing + 1, input.size())};
}

// Reads a comment (section 13.2.5.43 onwards). `from` is the offset after "<!--".
markup read_comment(std::string_view input, std::size_t from) {
  const std::string_view rest = input.substr(from);
  if (rest.starts_with(">")) return {markup_kind::comment, {}, from + 1};
  if (rest.starts_with("->")) return {markup_kind::comment, {}, from + 2};
  const std::size_t closing = find_comment_end(input.data(), input.size(), from);
  if (closing == input.size()) return {markup_kind::comment, rest, input.size()};
  const std::size_t dashes = input[closing - 1] == '!' ? closing - 3 : closing - 2;
  return {markup_kind::comment, input.substr(from, dashes - from), closing + 1};
}

// Returns true if "</name" and then white space, "/" or ">" is at `at`.
bool is_end_tag_of(std::string_view input, std::size_t at, std::string_view name) {
  const std::size_t end = at + 2 + name.size();
  return end < input.size() && input[at + 1] == '/' && name_end.contains(input[end]) &&
         ascii::same(input.substr(at + 2, name.size()), name);
}

// Returns the end of script data (sections 13.2.5.4 and 13.2.5.15 to 13.2.5.31). "<!--" begins text in which
// "<script" hides the next end tag.
std::size_t script_end(std::string_view input, std::size_t at, std::string_view name) {
  constexpr std::string_view script = "script";
  bool escaped = false;
  bool doubly = false;
  while (at < input.size()) {
    if (!escaped) {
      at = find_raw_text_mark(input.data(), input.size(), at);
      if (at == input.size()) return at;
      if (is_end_tag_of(input, at, name)) return at;
      if (input.substr(at).starts_with("<!--")) {
        escaped = true;
        at += 2;  // the two dashes may also begin "-->"
      } else {
        ++at;
      }
    } else if (input[at] == '-' && input.substr(at).starts_with("-->")) {
      escaped = doubly = false;
      at += 3;
    } else if (input[at] != '<') {
      ++at;
    } else if (!doubly && is_end_tag_of(input, at, name)) {
      return at;
    } else if (doubly && is_end_tag_of(input, at, script)) {
      doubly = false;
      at += 2 + script.size();
    } else {
      const std::size_t end = at + 1 + script.size();
      if (!doubly && end < input.size() && name_end.contains(input[end]) &&
          ascii::same(input.substr(at + 1, script.size()), script))
        doubly = true;
      ++at;
    }
  }
  return input.size();
}

}  // namespace

text_mode text_mode_after(html_element element) {
  switch (element) {
    case html_element::script:
      return text_mode::script;
    case html_element::style:
    case html_element::xmp:
    case html_element::iframe:
    case html_element::noembed:
      return text_mode::rawtext;
    case html_element::textarea:
    case html_element::title:
      return text_mode::rcdata;
    case html_element::plaintext:
      return text_mode::plaintext;
    default:
      return text_mode::data;
  }
}

std::size_t read_tag(std::string_view input, std::size_t at, html_tag& tag) {
  tag.closing = input[at + 1] == '/';
  tag.self_closing = false;
  tag.attributes.clear();
  tag_reader reader{input, at + (tag.closing ? 2U : 1U)};
  tag.name = reader.take_until(ends_name);
  while (true) {
    reader.skip_space();
    if (reader.ended()) return unfinished;
    const char c = input[reader.at];
    if (c == '>') return reader.at + 1;
    if (c == '/') {
      ++reader.at;
      if (!reader.ended() && input[reader.at] == '>') {
        tag.self_closing = true;
        return reader.at + 1;
      }
      continue;
    }
    html_attribute attribute;
    if (!reader.read_attribute(attribute)) return unfinished;
    tag.attributes.push_back(attribute);
  }
}

markup read_markup(std::string_view input, std::size_t at, bool cdata) {
  const std::string_view rest = input.substr(at);
  const char next = rest.size() > 1 ? rest[1] : '\0';
  if (bytes::alpha.contains(next)) return {markup_kind::tag, {}, at};
  if (next == '/') {
    if (rest.size() == 2) return {markup_kind::text, {}, at + 2};
    if (bytes::alpha.contains(rest[2])) return {markup_kind::tag, {}, at};
    if (rest[2] == '>') return {markup_kind::text, {}, at + 3};
    return bogus_comment(input, at + 2);
  }
  if (next == '?') return bogus_comment(input, at + 1);
  if (next != '!') return {markup_kind::text, {}, at + 1};
  if (rest.starts_with("<!--")) return read_comment(input, at + 4);
  if (cdata && rest.starts_with("<![CDATA[")) {
    const std::size_t first = at + 9;
    const std::size_t closing = std::min(input.find("]]>", first), input.size());
    return {markup_kind::cdata, input.substr(first, closing - first), std::min(closing + 3, input.size())};
  }
  return bogus_comment(input, at + 2);  // a DOCTYPE ends at its first ">" too
}

std::size_t raw_text_end(std::string_view input, std::size_t at, std::string_view name, text_mode mode) {
  if (mode == text_mode::data) return at;
  if (mode == text_mode::plaintext) return input.size();
  if (mode == text_mode::script) return script_end(input, at, name);
  for (; at < input.size(); ++at) {
    at = find_raw_text_mark(input.data(), input.size(), at);
    if (at == input.size() || is_end_tag_of(input, at, name)) return at;
  }
  return input.size();
}

}  // namespace urlsieve
