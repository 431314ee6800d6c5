// The labels follow the rules of a hostname (rfc2396bis-01 section 3.2.2), with letters beyond ASCII.
#include "src/references/text/in_text_name.hpp"

#include <algorithm>
#include <array>

#include "src/references/text/in_text_character.hpp"
#include "src/references/text/in_text_schemes.hpp"
#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/hosts/host.hpp"
#include "src/url/hosts/public_suffix.hpp"

namespace urlsieve {
namespace {

constexpr byte_set abbreviated_name_byte = bytes::alphanum | byte_set("-._");
constexpr byte_set label_byte = bytes::alphanum | bytes::non_ascii;

// Skips pictograms right before an ASCII name: decoration, or the end of the previous sentence.
std::size_t behind_bullets(std::string_view text, std::size_t begin, std::size_t dot) {
  std::size_t at = begin;
  while (at < dot && static_cast<unsigned char>(text[at]) >= 0x80) {
    const host_character found = read_host_character(text, at);
    if (!found.pictogram) return begin;
    at += found.size;
  }
  return at < dot ? at : begin;
}

std::size_t run_begin(std::string_view text, std::size_t floor, std::size_t dot) {
  std::size_t at = dot;
  while (at > floor) {
    const auto byte = static_cast<unsigned char>(text[at - 1]);
    if (byte < 0x80) {
      if (!abbreviated_name_byte.contains(byte)) break;
      --at;
      continue;
    }
    const std::size_t letter = host_character_before(text, floor, at);
    if (letter == at) break;
    at = letter;
  }
  return behind_bullets(text, at, dot);
}

std::size_t run_end(std::string_view text, std::size_t at) {
  std::size_t settled = 0;  // pictograms before this position belong to the name
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      if (!abbreviated_name_byte.contains(byte)) break;
      ++at;
      continue;
    }
    const host_character found = read_host_character(text, at);
    if (found.size == 0) break;
    if (found.pictogram && at >= settled) {
      settled = host_label_end(text, at);
      if (settled == at) break;
    }
    at += found.size;
  }
  return at;
}

// False if a name would begin in the middle of a path, an address, an escape or a variable.
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
    characters += is_utf8_trail(c) ? 0U : 1U;
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
  if (label.size() > 4 && ascii::same(label.substr(0, 4), "xn--")) return true;
  const auto letters = std::count_if(label.begin(), label.end(), [](char c) { return !is_utf8_trail(c); });
  return letters >= 2 && std::all_of(label.begin(), label.end(), [&](char c) { return letter.contains(c); });
}

bool is_web_name(std::string_view name) {
  if (name.size() < 4) return false;
  const std::string_view first = name.substr(0, 4);
  if (!ascii::same(first, "www.") && !ascii::same(first, "ftp.")) return false;
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

// True if the dotted quad in [begin, end) ends an IPv6 address, as in "::13.1.68.3" (RFC 4291 section 2.2).
bool ends_ipv6(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin == 0 || text[begin - 1] != ':') return false;
  constexpr std::size_t longest = 32;  // of the part before the quad
  constexpr byte_set group_byte = bytes::hexdig | byte_set(":");
  std::size_t first = begin;
  while (first > 0 && begin - first < longest && group_byte.contains(text[first - 1])) --first;
  return is_ipv6(text.substr(first, end - first));
}

bool is_host_name(std::string_view name) {
  return is_dotted_quad(name) || has_private_top_level(name) || has_known_suffix(name);
}

// Returns the position after the last letter in [begin, end) of a script without spaces, if an ASCII letter
// follows; otherwise `begin`.
std::size_t behind_unspaced(std::string_view text, std::size_t begin, std::size_t end) {
  std::size_t cut = begin;
  for (std::size_t at = begin; at < end;) {
    const std::size_t size =
        static_cast<unsigned char>(text[at]) < 0x80 ? 0 : url_character_beyond_ascii(text, at);
    const bool unspaced = size != 0 && unspaced_letter(text, at) != 0;
    at += size == 0 ? 1 : size;
    if (unspaced) cut = at < end && bytes::alpha.contains(text[at]) ? at : begin;
  }
  return cut;
}

// Returns the first letter of a script without spaces in [begin, end), or `end`.
std::size_t first_unspaced(std::string_view text, std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < end; ++at)
    if (static_cast<unsigned char>(text[at]) >= 0xE1 && unspaced_letter(text, at) != 0) return at;
  return end;
}

// Cuts an ASCII name at letters of scripts without spaces, on both sides. The name stays whole if its labels
// between the first and the last dot hold such letters, too. Requires: [begin, end) holds a dot.
void cut_at_scripts(std::string_view text, std::size_t& begin, std::size_t& end) {
  const std::size_t first = text.find('.', begin);
  const std::size_t last = text.rfind('.', end - 1);
  if (first_unspaced(text, first, last) != last) return;
  begin = behind_unspaced(text, begin, first);
  const std::size_t change = first_unspaced(text, last + 1, end);
  if (change < end && bytes::alpha.contains(text[change - 1])) end = change;
}

bool is_trailing(char c) {
  return c == '.' || c == '-' || c == '_';
}

// Returns the end of the port after the run that ends at `run` and whose name ends at `name`. Returns the end
// of the name if there is no port, and 0 if the port has too many digits. Only the root's dot may separate a
// name from its port or path.
std::size_t end_of_port(std::string_view text, std::size_t run, std::size_t name) {
  constexpr std::size_t longest_port = 5;
  const std::string_view following = text.substr(run);
  const bool rooted = name + 1 == run && text[name] == '.' && !following.empty() &&
                      byte_set("/?#:").contains(following.front());
  if (name != run && !rooted) return name;
  if (!following.starts_with(':')) return run;
  std::size_t digits = 0;
  while (digits <= longest_port && digits + 1 < following.size() &&
         bytes::digit.contains(following[digits + 1]))
    ++digits;
  if (digits > longest_port) return 0;
  return digits != 0 ? run + 1 + digits : name;
}

}  // namespace

text_name read_text_name(std::string_view text, std::size_t floor, std::size_t dot, abbreviated_choice mode) {
  // The name must begin with "www", so reading one more character before "www" is enough.
  if (mode == abbreviated_choice::www && dot > 8) floor = std::max(floor, dot - 8);
  text_name found{run_begin(text, floor, dot), dot, 0, false};
  if (mode == abbreviated_choice::www && dot - found.start != 3 &&
      dot - behind_unspaced(text, found.start, dot) != 3)
    return found;
  found.end = run_end(text, dot);
  const std::string_view following = text.substr(found.end);
  if (following.starts_with('@') || following.starts_with("://")) return found;
  std::size_t end = found.end;
  while (end > found.start && is_trailing(text[end - 1])) --end;
  if (text.substr(0, end).find('.', found.start) == std::string_view::npos) return found;
  const std::size_t uncut = end;
  cut_at_scripts(text, found.start, end);
  found.cut = end != uncut;
  while (end > found.start && is_trailing(text[end - 1])) --end;
  const std::string_view name = text.substr(found.start, end - found.start);
  if (!may_begin(text, found.start) || !all_labels(name)) return found;
  if (!is_web_name(name) && !(mode == abbreviated_choice::host && is_host_name(name))) return found;
  if (ends_ipv6(text, found.start, end)) return found;
  found.host = found.cut ? end : end_of_port(text, found.end, end);
  return found;
}

}  // namespace urlsieve
