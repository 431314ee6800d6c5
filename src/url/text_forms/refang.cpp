#include "src/url/text_forms/refang.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/hosts/public_suffix.hpp"
#include "src/url/text_forms/refang_scheme.hpp"

namespace urlsieve {
namespace {

using defanged::closers;
using defanged::holds;
using defanged::openers;
using defanged::scheme_word;
using defanged::skip_escape;

constexpr std::size_t most_blanks = 3;
constexpr std::size_t most_brackets = 4;

constexpr byte_set name_char = bytes::alphanum | bytes::non_ascii | byte_set("-_");
constexpr byte_set name_begin = bytes::alphanum | bytes::non_ascii;
constexpr byte_set authority_char = name_char | openers | closers | byte_set(".~%@:,\\");

// Bytes at which a change may begin, or which reveal a change.
constexpr byte_set triggers = openers | byte_set("hHfFsS.,\\");

// Bytes that end a URL with backslashes for slashes.
constexpr byte_set ends_backslashes = bytes::c0_and_delete | byte_set(" <>\"^`");

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  const std::size_t most = std::min(text.size(), at + most_blanks);
  while (at < most && ascii::is_blank(text[at])) ++at;
  return at;
}

std::size_t blanks_before(std::string_view text, std::size_t floor, std::size_t at) {
  std::size_t begin = at;
  while (begin > floor && at - begin < most_blanks && ascii::is_blank(text[begin - 1])) --begin;
  return begin;
}

// A character in brackets: "[.]", "( dot )", "[[.", "[.", "\[.\]".
struct bracketed {
  std::size_t end = 0;  // 0: not found
  char meant = 0;
  bool closed = false;
  bool word = false;  // "dot" or "at"
};

char read_meant(std::string_view text, std::size_t& at) {
  at = skip_escape(text, at, byte_set("."));
  if (at >= text.size()) return 0;
  const char c = text[at];
  if (c == '.' || c == '@' || c == ':' || c == '/') {
    ++at;
    return c;
  }
  if (ascii::same(text.substr(at, 3), "dot")) {
    at += 3;
    return '.';
  }
  if (!ascii::same(text.substr(at, 2), "at")) return 0;
  at += 2;
  return '@';
}

bracketed read_bracketed(std::string_view text, std::size_t at) {
  std::size_t brackets = 0;
  for (at = skip_escape(text, at, openers); holds(text, at, openers); at = skip_escape(text, at, openers)) {
    if (++brackets > most_brackets) return {};
    at = skip_blanks(text, at + 1);
  }
  bracketed found;
  found.word = holds(text, at, bytes::alpha);
  found.meant = read_meant(text, at);
  if (found.meant == 0) return {};
  found.end = at;
  const auto next_close = [&](std::size_t from) {
    return skip_escape(text, skip_blanks(text, from), closers);
  };
  std::size_t close = next_close(at);
  for (brackets = 0; holds(text, close, closers); close = next_close(found.end)) {
    if (++brackets > most_brackets) return {};
    found.end = close + 1;
    found.closed = true;
  }
  if (!found.closed && (found.word || found.meant != '.')) return {};
  return found;
}

// Returns true if a host with a dot, in any form, begins at `at`.
bool names_a_host(std::string_view text, std::size_t at) {
  if (!holds(text, at, name_begin)) return false;
  const std::size_t most = std::min(text.size(), at + refang_context / 2);
  for (; at < most && authority_char.contains(text[at]); ++at)
    if (text[at] == '.' || (openers.contains(text[at]) && read_bracketed(text, at).meant == '.')) return true;
  return false;
}

// Returns true if the "[" at `at` begins an IP literal.
bool begins_address(std::string_view text, std::size_t at) {
  constexpr std::size_t longest = 64;
  const std::string_view rest = text.substr(at, longest);
  if (!rest.starts_with('[')) return false;
  const std::size_t close = rest.find(']');
  return close != npos && (is_ipv6(rest.substr(1, close - 1)) || is_ipvfuture(rest.substr(1, close - 1)));
}

}  // namespace

bool refang_changes::replace(std::size_t begin, std::size_t end, char meant, text_change& found) {
  found.at = begin;
  found.size = end - begin;
  found.written = 1;
  found.with[0] = meant;
  return true;
}

// Restores a "/" in a URL that was written "hxxp:\\example.com\path".
bool refang_changes::at_backslash(text_change& found) {
  in_host_ = false;
  return replace(at_, at_ + 1, '/', found);
}

// Returns true if the name that ends at `end` begins after "//".
bool refang_changes::is_in_authority(std::size_t end) const {
  constexpr byte_set inside = authority_char | byte_set("*");
  std::size_t begin = end;
  while (begin > 0 && end - begin < refang_context / 2 && inside.contains(source_[begin - 1])) --begin;
  return source_.substr(0, begin).ends_with("//");
}

// Restores "hxxp[:]//" and similar forms, up to the host.
bool refang_changes::at_scheme(text_change& found) {
  if (at_ > changed_ && bytes::scheme_char.contains(source_[at_ - 1])) return false;
  const scheme_word word = defanged::read_scheme(source_, at_);
  if (word.end == 0) return false;
  const std::size_t delimiter = defanged::delimiter_end(source_, word.end);
  if (delimiter == npos) return false;
  const bool underlined = source_[delimiter - 1] == '_';
  const bool is_unambiguous = word.is_unambiguous || source_.substr(word.end, delimiter - word.end) != "://";
  std::size_t host = delimiter;
  if (!begins_address(source_, host)) {
    const byte_set before = is_unambiguous ? openers | byte_set(" \t<\\") : byte_set("([");
    const std::size_t most = delimiter + most_brackets;
    while (host < most && holds(source_, host, before)) ++host;
    if (!holds(source_, host, name_begin)) host = delimiter;
  }
  const bool opened = host != delimiter;
  if (!is_unambiguous && !opened) return false;
  if (!holds(source_, host, name_begin | byte_set("["))) return false;
  if ((underlined || opened) && !names_a_host(source_, host)) return false;
  found.at = at_;
  found.size = host - at_;
  const auto* const end = std::copy(word.real.begin(), word.real.end(), found.with.begin());
  found.with[static_cast<std::size_t>(end - found.with.begin())] = ':';
  found.with[static_cast<std::size_t>(end - found.with.begin()) + 1] = '/';
  found.with[static_cast<std::size_t>(end - found.with.begin()) + 2] = '/';
  found.written = static_cast<std::uint8_t>(word.real.size() + 3);
  in_host_ = true;
  backslashed_ = source_[delimiter - 1] == '\\';
  return true;
}

// Decides about all "(dot)" of a name at the first, and keeps the decision. A name that is too long to read
// to its end is changed, so that no later place decides with less context.
bool refang_changes::joins_host(std::size_t begin, std::size_t end) {
  if (begin < decided_end_) return joins_;
  constexpr std::size_t farthest = refang_context / 2;
  constexpr byte_set name_byte = name_char | byte_set(".");
  std::size_t name_begin_at = begin;
  while (name_begin_at > 0 && begin - name_begin_at < farthest &&
         name_byte.contains(source_[name_begin_at - 1]))
    --name_begin_at;
  const std::string_view before = source_.substr(0, name_begin_at);
  const bool in_path = before.ends_with('/') && !before.ends_with("//");
  std::string name(source_.substr(name_begin_at, begin - name_begin_at));
  name.push_back('.');
  std::size_t at = end;
  while (at < source_.size() && at - begin < farthest) {
    const std::size_t gap = skip_blanks(source_, at);
    if (name_byte.contains(source_[at])) {
      name.push_back(source_[at++]);
    } else if (const bracketed dot =
                   holds(source_, gap, openers | byte_set("\\")) ? read_bracketed(source_, gap) : bracketed();
               dot.meant == '.' && holds(source_, skip_blanks(source_, dot.end), name_begin)) {
      name.push_back('.');
      at = skip_blanks(source_, dot.end);
    } else {
      break;
    }
  }
  while (name.ends_with('.')) name.pop_back();
  decided_end_ = at;
  joins_ = at - begin >= farthest || (!in_path && (has_known_suffix(name) || has_private_top_level(name)));
  return joins_;
}

// Restores "evil.com[/path" if the name has a known suffix, and "[/" is not a tag of BBCode ("[/url]").
bool refang_changes::at_open_slash(text_change& found) {
  if (!holds(source_, at_ + 1, byte_set("/")) || at_ == 0 || !name_char.contains(source_[at_ - 1]))
    return false;
  constexpr std::size_t longest_label = 63;
  std::size_t word = at_ + 2;
  while (word - at_ < longest_label && holds(source_, word, bytes::alphanum | byte_set("*"))) ++word;
  if (word == at_ + 2 || holds(source_, word, closers)) return false;
  std::size_t label = at_;
  while (label > 0 && at_ - label < longest_label && name_char.contains(source_[label - 1])) --label;
  const bool behind_dot = label > 0 && (source_[label - 1] == '.' || (label == changed_ && changed_to_dot_));
  if (!behind_dot) return false;
  const std::string name = "a." + std::string(source_.substr(label, at_ - label));
  const bool is_host = in_host_ || has_known_suffix(name) || has_private_top_level(name);
  return is_host && replace(at_, at_ + 2, '/', found);
}

// Restores "wss[:]//host.example" and "ldap[://]host.example".
bool refang_changes::at_other_delimiter(text_change& found) {
  if (at_ < 2 || !bytes::alpha.contains(source_[at_ - 1]) || !bytes::alpha.contains(source_[at_ - 2]))
    return false;
  const std::size_t delimiter = defanged::delimiter_end(source_, at_);
  if (delimiter == npos || !names_a_host(source_, delimiter)) return false;
  found.at = at_;
  found.size = delimiter - at_;
  found.written = 3;
  std::copy_n("://", 3, found.with.begin());
  in_host_ = true;
  return true;
}

bool refang_changes::at_bracket(text_change& found) {
  if (at_scheme(found) || at_other_delimiter(found)) return true;
  const bracketed read = read_bracketed(source_, at_);
  if (read.end == 0) return at_open_slash(found);
  std::size_t begin = at_;
  std::size_t end = read.end;
  byte_set before = name_char | byte_set("./");
  byte_set behind = name_begin;
  if (read.meant == '.') {
    begin = blanks_before(source_, changed_, at_);
    if (read.closed) end = skip_blanks(source_, read.end);
    before = begin == at_ ? name_char | byte_set("/") : name_char;
  } else if (read.meant == ':') {
    behind = bytes::digit;
  }
  if (begin == 0 || !before.contains(source_[begin - 1])) return false;
  if (read.meant != '/' && !holds(source_, end, behind)) return false;
  // "the inner (dot) product" is prose.
  if (read.meant == '.' && read.word && source_[skip_escape(source_, at_, openers)] == '(') {
    const bool in_authority = begin == at_ && end == read.end && (in_host_ || is_in_authority(begin));
    if (!in_authority && !joins_host(begin, end)) return false;
  }
  return replace(begin, end, read.meant, found);
}

// Restores "example.]com" and "example\.com".
bool refang_changes::at_closed_dot(text_change& found) {
  if (at_ == 0 || !name_char.contains(source_[at_ - 1])) return false;
  if (source_[at_] == '\\')
    return source_.substr(at_ + 1).starts_with('.') && holds(source_, at_ + 2, bytes::alphanum) &&
           replace(at_, at_ + 2, '.', found);
  if (!holds(source_, at_ + 1, byte_set("]}")) || !holds(source_, at_ + 2, bytes::alphanum)) return false;
  // The bracket may close an earlier opened bracket.
  constexpr std::size_t farthest = 80;
  for (std::size_t at = at_; at > changed_ && at_ - at < farthest; --at) {
    if (openers.contains(source_[at - 1])) return false;
    if (!(name_char | byte_set(".")).contains(source_[at - 1])) break;
  }
  return replace(at_, at_ + 2, '.', found);
}

// Restores the commas of "http://example,com/".
bool refang_changes::at_comma(text_change& found) {
  constexpr std::size_t farthest = 80;
  if (at_ == 0 || !bytes::alphanum.contains(source_[at_ - 1]) || !holds(source_, at_ + 1, bytes::alpha))
    return false;
  constexpr byte_set label = bytes::alphanum | byte_set("-");
  constexpr byte_set labels = label | byte_set(",");
  std::size_t end = at_;
  while (end < source_.size() && source_[end] == ',') {
    const std::size_t begin = ++end;
    while (end < source_.size() && end - at_ < farthest && label.contains(source_[end])) ++end;
    if (end - begin < 2) return false;
  }
  const bool ends_authority = source_.substr(end).starts_with('/') ||
                              (source_.substr(end).starts_with(':') && holds(source_, end + 1, bytes::digit));
  if (!ends_authority) return false;
  std::size_t begin = at_;
  while (begin > 0 && at_ - begin < farthest && labels.contains(source_[begin - 1])) --begin;
  const bool in_authority = in_host_ || source_.substr(0, begin).ends_with("://");
  return in_authority && replace(at_, at_ + 1, '.', found);
}

// Restores "hxxp://example .com /path".
bool refang_changes::at_blank(text_change& found) {
  const std::size_t end = skip_blanks(source_, at_);
  if (holds(source_, end, openers)) {
    const bracketed read = read_bracketed(source_, end);
    if (read.meant == '.') return false;
  }
  in_host_ = false;
  if (at_ == changed_ || !holds(source_, end, byte_set("./")) || !holds(source_, end + 1, bytes::alphanum))
    return false;
  in_host_ = source_[end] == '.';
  return replace(at_, end + 1, source_[end], found);
}

bool refang_changes::next(text_change& found) {
  for (; at_ < source_.size(); ++at_) {
    const char c = source_[at_];
    if (in_host_ && at_ >= changed_) {
      if (ascii::is_blank(c)) {
        if (at_blank(found)) break;
        backslashed_ = backslashed_ && in_host_;
        continue;
      }
      if (!authority_char.contains(c)) in_host_ = false;
    }
    if (ends_backslashes.contains(c)) backslashed_ = false;
    if (!triggers.contains(c)) continue;
    bool changes = false;
    if (openers.contains(c)) {
      changes = at_bracket(found);
      if (!changes && at_ > 0 && ascii::is_blank(source_[at_ - 1])) in_host_ = false;
    } else if (c == '\\') {
      changes = at_closed_dot(found) || (holds(source_, at_ + 1, openers) && at_bracket(found)) ||
                (backslashed_ && at_backslash(found));
    } else if (c == '.')
      changes = at_closed_dot(found);
    else if (c == ',')
      changes = at_comma(found);
    else
      changes = at_scheme(found);
    if (changes) break;
  }
  if (at_ >= source_.size()) return false;
  at_ = changed_ = found.at + found.size;
  changed_to_dot_ = found.written == 1 && found.with[0] == '.';
  return true;
}

bool defanged_dot(std::string_view text, std::size_t at) {
  at = skip_escape(text, at, openers);
  if (!holds(text, at, openers)) return false;
  const std::size_t dot = ascii::same(text.substr(at + 1, 3), "dot") ? 3
                          : text.substr(at + 1).starts_with('.')     ? 1
                                                                     : 0;
  return dot != 0 && holds(text, at + 1 + dot, closers) && holds(text, at + 2 + dot, name_begin);
}

std::size_t decided_refang(std::string_view source) {
  const std::size_t line = source.find_last_of("\r\n");
  const std::size_t begin = line == npos ? 0 : line + 1;
  const std::size_t far = source.size() - std::min(source.size(), refang_context);
  return std::max(begin, far);
}

}  // namespace urlsieve
