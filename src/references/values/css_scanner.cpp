// Reads CSS as tokens, not as rules. A string or url() is a link depending on the last at-keyword and the
// depth of parentheses. Malformed CSS has only local effects, because ";", "{" and "}" reset this state.
#include "src/references/values/css_scanner.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "src/markup/html_tokenizer.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/character_reference.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/hex.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/text/scan/markup_scan.hpp"

namespace urlsieve {
namespace {

constexpr byte_set css_space{std::string_view(" \t\n\r\f")};
constexpr byte_set new_line{std::string_view("\n\r\f")};
constexpr byte_set name_byte = bytes::alphanum | bytes::non_ascii | byte_set("-_\\");
// Stops of a scan inside a construct that ";", "{", "}" or ")" ends.
constexpr std::array<bool, 256> make_stops() {
  constexpr byte_set stops{std::string_view("/\"'(@\\);{}")};
  std::array<bool, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) table[byte] = stops.contains(static_cast<unsigned char>(byte));
  return table;
}
constexpr std::array<bool, 256> stops_in_parentheses = make_stops();
constexpr std::size_t longest_name = 48;  // of a function name with links, every letter escaped

bool is_name(std::string_view written, std::string_view lower) {
  if (written.find('\\') == std::string_view::npos) return ascii::same(written, lower);
  std::array<char, 3 * longest_name> meaning{};
  const char* const end = css_unescape(written.substr(0, longest_name), meaning.data());
  const std::string_view text(meaning.data(), static_cast<std::size_t>(end - meaning.data()));
  return ascii::same(text, lower);
}

// Returns the end of the escape at `at` (a "\").
std::size_t escape_end(std::string_view css, std::size_t at) {
  ++at;
  if (at >= css.size()) return css.size();
  if (!bytes::hexdig.contains(css[at])) return at + 1;
  const std::size_t first = at;
  while (at < css.size() && at < first + 6 && bytes::hexdig.contains(css[at])) ++at;
  if (at < css.size() && css_space.contains(css[at])) at += css.substr(at).starts_with("\r\n") ? 2U : 1U;
  return at;
}

}  // namespace

bool css_may_hold_link(std::string_view css) {
  constexpr std::size_t none = std::string_view::npos;
  if (css.find('\\') != none) return true;
  for (std::size_t at = css.find('@'); at != none; at = css.find('@', at + 1))
    if (at + 1 < css.size() && ascii::lower(css[at + 1]) == 'i') return true;
  for (std::size_t at = css.find('('); at != none; at = css.find('(', at + 1)) {
    if (at < 3) continue;
    const char before = ascii::lower(css[at - 2]);
    const char last = ascii::lower(css[at - 1]);
    if ((before == 'r' && (last == 'l' || last == 'c')) || (before == 'e' && last == 't')) return true;
  }
  return false;
}

bool style_may_hold_link(std::string_view value) {
  return value.find('&') != std::string_view::npos || css_may_hold_link(value);
}

char* css_unescape(std::string_view text, char* out) {
  char* const first = out;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\\') {
      *out++ = text[at++];
      continue;
    }
    const std::size_t end = escape_end(text, at);
    if (at + 1 == text.size()) break;
    if (bytes::hexdig.contains(text[at + 1])) {
      std::uint32_t code = 0;
      for (std::size_t i = at + 1; i < end && hex_value(text[i]) < 16; ++i)
        code = code * 16 + hex_value(text[i]);
      if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
      out = encode_utf8(code, out);
    } else if (!new_line.contains(text[at + 1])) {
      *out++ = text[at + 1];
    }
    at = end;
  }
  const std::size_t size = static_cast<std::size_t>(out - first);
  if (size >= 2 && (*first == '"' || *first == '\'') && out[-1] == *first) {
    std::copy(first + 1, out - 1, first);
    out -= 2;
  }
  return out;
}

bool css_scanner::next(css_link& link) {
  while (at_ < css_.size()) {
    const bool open = depth_ != 0 || string_is_link_ || in_namespace_;
    if (open) {
      while (at_ < css_.size() && !stops_in_parentheses[static_cast<unsigned char>(css_[at_])]) ++at_;
    } else {
      at_ = find_style_mark(css_.data(), css_.size(), at_);
    }
    if (at_ == css_.size()) break;
    const char c = css_[at_];
    if (c == '\\') {
      at_ = escape_end(css_, at_);
      continue;
    }
    if (c == '/' && skip_comment()) continue;
    if (c == '"' || c == '\'') {
      const bool wanted = string_is_link_ || (image_set_ != 0 && depth_ == image_set_);
      string_is_link_ = false;
      if (read_string(link) && wanted) return true;
      continue;
    }
    if (c == '(') {
      if (read_open_parenthesis(link)) return true;
      continue;
    }
    if (c == '@') {
      read_at_keyword();
      continue;
    }
    if (c == ')' && depth_ > 0) {
      if (image_set_ == depth_) image_set_ = 0;
      --depth_;
    } else if (c != '/' && c != ')') {
      depth_ = image_set_ = 0;
      string_is_link_ = in_namespace_ = false;
    }
    ++at_;
  }
  return false;
}

bool css_scanner::skip_comment() {
  if (!css_.substr(at_).starts_with("/*")) return false;
  const std::size_t end = css_.find("*/", at_ + 2);
  at_ = end == std::string_view::npos ? css_.size() : end + 2;
  return true;
}

// Reads a string from its opening quote. A line end inside makes the string invalid and ends it.
bool css_scanner::read_string(css_link& link) {
  const char quote = css_[at_++];
  const std::size_t first = at_;
  link.escaped = false;
  while (at_ < css_.size() && css_[at_] != quote) {
    if (new_line.contains(css_[at_])) return false;
    if (css_[at_] == '\\') {
      link.escaped = true;
      at_ = escape_end(css_, at_);
    } else {
      ++at_;
    }
  }
  link.text = css_.substr(first, at_ - first);
  at_ = std::min(at_ + 1, css_.size());
  return true;
}

// The name of a function precedes its parenthesis, so the scanner looks back only at each parenthesis. Most
// other text is never read as a name.
bool css_scanner::read_open_parenthesis(css_link& link) {
  std::size_t first = at_;
  while (first > 0 && at_ - first < longest_name && name_byte.contains(css_[first - 1])) --first;
  const std::string_view name = css_.substr(first, at_ - first);
  ++at_;
  ++depth_;
  if (is_name(name, "image-set") || is_name(name, "-webkit-image-set")) {
    image_set_ = depth_;
    return false;
  }
  if (!is_name(name, "url") && !is_name(name, "src")) return false;
  string_is_link_ = false;
  while (at_ < css_.size() && css_space.contains(css_[at_])) ++at_;
  if (at_ == css_.size()) return false;
  const bool quoted = css_[at_] == '"' || css_[at_] == '\'';
  if (!quoted && is_name(name, "src")) return false;
  const bool found = quoted ? read_string(link) : read_unquoted_url(link);
  return found && !in_namespace_;
}

// Reads an unquoted URL after "url(" and white space, with the ")" (CSS Syntax section 4.3.6).
bool css_scanner::read_unquoted_url(css_link& link) {
  const std::size_t first = at_;
  link.escaped = false;
  while (at_ < css_.size() && css_[at_] != ')') {
    const char c = css_[at_];
    if (css_space.contains(c)) break;
    if (c == '"' || c == '\'' || c == '(') {
      skip_bad_url();
      return false;
    }
    if (c == '\\') {
      link.escaped = true;
      at_ = escape_end(css_, at_);
    } else {
      ++at_;
    }
  }
  link.text = css_.substr(first, at_ - first);
  while (at_ < css_.size() && css_space.contains(css_[at_])) ++at_;
  if (at_ < css_.size() && css_[at_] != ')') {
    skip_bad_url();
    return false;
  }
  at_ = std::min(at_ + 1, css_.size());
  --depth_;
  return true;
}

// Skips the remnants of a bad url (a term of the standard), up to the ")". They hold no link.
void css_scanner::skip_bad_url() {
  while (at_ < css_.size() && css_[at_] != ')') at_ = css_[at_] == '\\' ? escape_end(css_, at_) : at_ + 1;
  at_ = std::min(at_ + 1, css_.size());
  --depth_;
}

void css_scanner::read_at_keyword() {
  const std::size_t first = ++at_;
  while (at_ < css_.size() && name_byte.contains(css_[at_]))
    at_ = css_[at_] == '\\' ? escape_end(css_, at_) : at_ + 1;
  const std::string_view name = css_.substr(first, at_ - first);
  string_is_link_ = is_name(name, "import");
  in_namespace_ = is_name(name, "namespace");
}

}  // namespace urlsieve
