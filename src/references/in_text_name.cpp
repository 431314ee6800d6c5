// The labels are those of a hostname (rfc2396bis-01 section 3.2.2), letters beyond ASCII admitted.
#include "src/references/in_text_name.hpp"

#include <algorithm>
#include <array>

#include "src/references/in_text_character.hpp"
#include "src/references/in_text_schemes.hpp"
#include "src/text/byte_class.hpp"
#include "src/url/public_suffix.hpp"

namespace urlsieve {
namespace {

constexpr byte_set name_byte = bytes::alphanum | byte_set("-._");
constexpr byte_set label_byte = bytes::alphanum | bytes::non_ascii;

std::size_t run_begin(std::string_view text, std::size_t floor, std::size_t at) {
  while (at > floor) {
    const auto byte = static_cast<unsigned char>(text[at - 1]);
    if (byte < 0x80) {
      if (!name_byte.contains(byte)) break;
      --at;
      continue;
    }
    const std::size_t letter = letter_before(text, floor, at);
    if (letter == at) break;
    at = letter;
  }
  return at;
}

std::size_t run_end(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const std::size_t size = byte >= 0x80               ? url_character_beyond_ascii(text, at)
                             : name_byte.contains(byte) ? 1U
                                                        : 0U;
    if (size == 0) break;
    at += size;
  }
  return at;
}

// A name does not begin in the middle of a path, an address, an escape or a variable.
bool may_begin(std::string_view text, std::size_t start) {
  if (start == 0) return true;
  const char last = text[start - 1];
  if (last == '~') return start >= 2 && text[start - 2] == '~';
  constexpr byte_set joined = bytes::alphanum | byte_set("@/\\%$#&");
  return !joined.contains(last);
}

bool is_label(std::string_view label) {
  constexpr std::size_t longest = 63;
  if (label.empty() || label.front() == '-' || label.back() == '-') return false;
  std::size_t characters = 0;
  for (const char c : label) {
    if (!label_byte.contains(c) && c != '-') return false;
    characters += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U ? 1U : 0U;
  }
  return characters <= longest;
}

bool all_labels(std::string_view name) {
  while (true) {
    const std::size_t dot = name.find('.');
    if (!is_label(name.substr(0, dot))) return false;
    if (dot == std::string_view::npos) return true;
    name.remove_prefix(dot + 1);
  }
}

bool is_top_level(std::string_view label) {
  constexpr byte_set letter = bytes::alpha | bytes::non_ascii;
  if (label.size() > 4 && equal_ignoring_case(label.substr(0, 4), "xn--")) return true;
  return label.size() >= 2 &&
         std::all_of(label.begin(), label.end(), [&](char c) { return letter.contains(c); });
}

bool is_web_name(std::string_view name) {
  if (name.size() < 4) return false;
  const std::string_view first = name.substr(0, 4);
  if (!equal_ignoring_case(first, "www.") && !equal_ignoring_case(first, "ftp.")) return false;
  return std::count(name.begin(), name.end(), '.') >= 2 && is_top_level(name.substr(name.rfind('.') + 1));
}

bool is_dotted_quad(std::string_view name) {
  if (std::count(name.begin(), name.end(), '.') != 3) return false;
  while (true) {
    const std::size_t dot = name.find('.');
    const std::string_view part = name.substr(0, dot);
    if (part.empty() || part.size() > 3) return false;
    if (!std::all_of(part.begin(), part.end(), [](char c) { return bytes::digit.contains(c); })) return false;
    if (part.size() == 3 && part > "255") return false;
    if (dot == std::string_view::npos) return true;
    name.remove_prefix(dot + 1);
  }
}

// Names that no registry gives out but that hosts have (RFC 6761, RFC 6762, RFC 7686).
bool has_private_top_level(std::string_view name) {
  constexpr std::array<std::string_view, 4> names{"onion", "example", "local", "i2p"};
  const std::string_view last = name.substr(name.rfind('.') + 1);
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view top) { return equal_ignoring_case(last, top); });
}

bool is_host_name(std::string_view name) {
  return is_dotted_quad(name) || has_private_top_level(name) || has_known_suffix(name);
}

}  // namespace

text_name read_text_name(std::string_view text, std::size_t floor, std::size_t dot, abbreviated mode) {
  constexpr std::size_t longest_port = 5;
  // "www" must begin the name, so no more than the character before it is read.
  if (mode == abbreviated::www && dot > 8) floor = std::max(floor, dot - 8);
  text_name found{run_begin(text, floor, dot), dot, 0};
  if (mode == abbreviated::www && dot - found.start != 3) return found;
  found.end = run_end(text, dot);
  const std::string_view following = text.substr(found.end);
  if (!may_begin(text, found.start) || following.starts_with('@') || following.starts_with("://"))
    return found;
  std::size_t end = found.end;
  while (end > found.start && (text[end - 1] == '.' || text[end - 1] == '-' || text[end - 1] == '_')) --end;
  const std::string_view name = text.substr(found.start, end - found.start);
  if (name.find('.') == std::string_view::npos || !all_labels(name)) return found;
  if (!is_web_name(name) && !(mode == abbreviated::host && is_host_name(name))) return found;
  if (end != found.end) {
    // Only the root's dot may stand between a name and its port or path.
    const bool rooted = end + 1 == found.end && text[end] == '.' && !following.empty() &&
                        byte_set("/?#:").contains(following.front());
    if (!rooted) {
      found.host = end;
      return found;
    }
  }
  found.host = found.end;
  if (following.starts_with(':')) {
    std::size_t digits = 0;
    while (digits <= longest_port && digits + 1 < following.size() &&
           bytes::digit.contains(following[digits + 1]))
      ++digits;
    if (digits > longest_port) {
      found.host = 0;
    } else if (digits != 0) {
      found.host = found.end + 1 + digits;
    } else {
      found.host = end;
    }
  }
  return found;
}

}  // namespace urlsieve
