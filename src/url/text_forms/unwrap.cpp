// A table of hashes of the last eight bytes of hosts excludes most URLs at once. The remaining URLs are rare
// and checked rule by rule.
#include "src/url/text_forms/unwrap.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/percent.hpp"
#include "src/url/text_forms/unwrap_rules.hpp"

namespace urlsieve {
namespace {

constexpr byte_set never_inside = bytes::c0_and_delete | byte_set("<>\"");

// Size of the hashed suffix of a host; for a shorter host, the suffix includes "//".
constexpr std::size_t public_suffix_size = 8;
constexpr unsigned hash_bits = 11;
constexpr std::uint16_t any_suffix = 1U << hash_bits;

constexpr std::uint16_t suffix_hash(const char* eight) {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < public_suffix_size; ++i)
    word |= static_cast<std::uint64_t>(static_cast<unsigned char>(eight[i]) | 0x20U) << (8 * i);
  return static_cast<std::uint16_t>((word * 0x9E3779B97F4A7C15) >> (64 - hash_bits));
}

// The hash for each rule; any_suffix if the rule's host has no fixed end.
constexpr std::array<std::uint16_t, unwrap_rules.size()> rule_hashes = [] {
  std::array<std::uint16_t, unwrap_rules.size()> hashes{};
  for (std::size_t at = 0; at < unwrap_rules.size(); ++at) {
    const std::string_view host = unwrap_rules[at].host;
    std::array<char, public_suffix_size> last{'/', '/'};  // no host of a rule is shorter than six bytes
    for (std::size_t i = 0; i < std::min(host.size(), public_suffix_size); ++i)
      last[public_suffix_size - 1 - i] = host[host.size() - 1 - i];
    hashes[at] = host.back() == '*' ? any_suffix : suffix_hash(last.data());
  }
  return hashes;
}();

constexpr std::array<bool, std::size_t{1} << hash_bits> known_hashes = [] {
  std::array<bool, std::size_t{1} << hash_bits> known{};
  for (const std::uint16_t hash : rule_hashes)
    if (hash != any_suffix) known[hash] = true;
  return known;
}();

constexpr std::array<bool, 256> ends_host = [] {
  std::array<bool, 256> ends{};
  for (const char c : std::string_view("/?#:@\\")) ends[static_cast<unsigned char>(c)] = true;
  return ends;
}();

// Returns the offset of the host of an http(s) URL, or 0. Ignores case: the bit 0x20 lowers letters and is
// always set in ":" and "/".
std::size_t host_start(std::string_view url) {
  constexpr auto word_of = [](const char* text) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < 8; ++i)
      word |= static_cast<std::uint64_t>(static_cast<unsigned char>(text[i]) | 0x20U) << (8 * i);
    return word;
  };
  constexpr std::uint64_t secure = word_of("https://");
  constexpr std::uint64_t seven = ~std::uint64_t{0} >> 8U;
  const std::uint64_t word = word_of(url.data());
  if (word == secure) return 8;
  return (word & seven) == (word_of("http:// ") & seven) ? 7 : 0;
}

struct http_parts {
  std::string_view host;
  std::string_view path;   // begins with "/"; "/" if empty
  std::string_view query;  // after "?"; path and query exclude the fragment
  std::string_view rest;   // all after the host and port, to the end of the URL
  std::uint16_t hash = 0;  // of the host's suffix
};

// Returns true for the paths of rules without a fixed host.
bool may_be_anywhere(std::string_view rest) {
  return rest.starts_with("/fmlurlsvc/");
}

bool is_google(std::string_view host) {
  return host.size() > 11 && ascii::begins(host, "www.google.");
}

// Parses an http(s) URL. Returns false if no rule can match the host.
bool find_parts(std::string_view url, http_parts& parts) {
  if (url.size() < 24) return false;
  const std::size_t start = host_start(url);
  if (start == 0) return false;
  std::size_t end = start;
  while (end < url.size() && !ends_host[static_cast<unsigned char>(url[end])]) ++end;
  parts.host = url.substr(start, end - start);
  if (parts.host.size() < 6) return false;
  parts.hash = suffix_hash(url.data() + end - public_suffix_size);
  std::size_t port = end;
  if (port < url.size() && url[port] == ':')
    for (++port; port < url.size() && bytes::digit.contains(url[port]);) ++port;
  parts.rest = url.substr(port);
  if (!known_hashes[parts.hash] && !is_google(parts.host) && !may_be_anywhere(parts.rest)) return false;
  if (parts.rest.empty() || parts.rest[0] == '@') return false;
  const std::string_view before_fragment = parts.rest.substr(0, parts.rest.find('#'));
  const std::size_t question = before_fragment.find('?');
  parts.path = before_fragment.substr(0, question);
  if (parts.path.empty()) parts.path = "/";
  parts.query = question == npos ? std::string_view() : before_fragment.substr(question + 1);
  return true;
}

bool is_top_level(std::string_view name) {
  // Accepts "com", "de", "co.uk", "com.br": one label, or two labels whose first is short.
  const std::size_t dot = name.find('.');
  const std::string_view last = dot == npos ? name : name.substr(dot + 1);
  if (dot != npos && (dot < 2 || dot > 3)) return false;
  return last.size() >= 2 && last.size() <= 3 &&
         std::all_of(last.begin(), last.end(), [](char c) { return bytes::alpha.contains(c); });
}

bool matches_host(std::string_view host, std::string_view pattern) {
  if (pattern == "*") return true;
  if (pattern.back() == '*') {
    pattern.remove_suffix(1);
    return ascii::begins(host, pattern) && is_top_level(host.substr(pattern.size()));
  }
  if (pattern[0] != '.') return ascii::same(host, pattern);
  if (ascii::same(host, pattern.substr(1))) return true;
  return host.size() > pattern.size() && ascii::same(host.substr(host.size() - pattern.size()), pattern);
}

// Returns the value of parameter `name`, in any case, also after "&amp;" in text copied from HTML. `to_end`
// extends an unencoded URL to the end of the query.
std::optional<std::string_view> parameter_value(std::string_view query, std::string_view name, bool to_end) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    std::string_view pair = query.substr(0, end);
    if (pair.starts_with("amp;")) pair.remove_prefix(4);
    const std::size_t equals = pair.find('=');
    if (equals != npos && equals == name.size() &&
        std::equal(name.begin(), name.end(), pair.begin(),
                   [](char a, char b) { return ascii::lower(a) == ascii::lower(b); })) {
      const std::string_view value = pair.substr(equals + 1);
      const bool written_out = ascii::begins(value, "http://") || ascii::begins(value, "https://");
      if (!to_end || !written_out) return value;
      return std::string_view(value.data(),
                              static_cast<std::size_t>(query.data() + query.size() - value.data()));
    }
    query.remove_prefix(std::min(end + 1, query.size()));
  }
  return std::nullopt;
}

void decode_percent(std::string_view text, std::string& out) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_escape(text, at)) {
      out += decoded_escape(text, at);
      at += 2;
    } else {
      out += text[at];
    }
  }
}

// Restores the second slash behind the scheme, which wrappers merge with the first.
void restore_slash(std::string& url) {
  constexpr std::size_t longest_scheme = 5;
  const std::size_t colon = url.find(":/");
  if (colon <= longest_scheme && url.size() > colon + 2 && url[colon + 2] != '/')
    url.insert(colon + 1, 1, '/');
}

// Decodes a target in a path. Some servers reduce "https://host/" to "https:/host/"; the slash is restored.
void decode_from_path(std::string_view text, std::string& out) {
  const bool written_out = ascii::begins(text, "http:/") || ascii::begins(text, "https:/");
  if (written_out)
    out.append(text);
  else
    decode_percent(text, out);
  restore_slash(out);
}

unsigned base64_value(char c) {
  if (bytes::upper.contains(c)) return static_cast<unsigned>(c - 'A');
  if (bytes::lower.contains(c)) return static_cast<unsigned>(c - 'a') + 26U;
  if (bytes::digit.contains(c)) return static_cast<unsigned>(c - '0') + 52U;
  if (c == '+' || c == '-') return 62;
  return c == '/' || c == '_' ? 63 : 64;
}

// Accepts both alphabets (RFC 4648 sections 4 and 5), with or without padding.
bool decode_base64_url(std::string_view text, std::string& out) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  std::uint32_t bits = 0;
  unsigned bit_count = 0;
  for (const char c : text) {
    const unsigned value = base64_value(c);
    if (value == 64) return false;
    bits = bits << 6U | value;
    bit_count += 6;
    if (bit_count < 8) continue;
    bit_count -= 8;
    out += static_cast<char>(bits >> bit_count & 0xFFU);
  }
  return true;
}

void decode_dashed(std::string_view value, std::string& out) {
  for (std::size_t at = 0; at < value.size(); ++at) {
    const char c = value[at];
    if (c == '_') {
      out += '/';
    } else if (c == '-' && at + 2 < value.size() && hex_value(value[at + 1]) < 16 &&
               hex_value(value[at + 2]) < 16) {
      out += static_cast<char>(hex_value(value[at + 1]) << 4U | hex_value(value[at + 2]));
      at += 2;
    } else {
      out += c;
    }
  }
}

std::size_t character_size(std::string_view text, std::size_t at) {
  std::size_t size = 1;
  while (at + size < text.size() && is_utf8_trail(text[at + size])) ++size;
  return size;
}

// Decodes the URL, "__;", base64 characters, "!". In the URL, "*" replaces a hidden character; "**" and a
// letter replace a run of 2 to 65 hidden characters.
bool decode_starred(std::string_view path, std::string& out) {
  const std::size_t end = path.find("__;");
  if (end == npos) return false;
  std::string hidden;
  const std::string_view coded = path.substr(end + 3);
  if (!decode_base64_url(coded.substr(0, coded.find('!')), hidden)) return false;
  std::string url;
  decode_percent(path.substr(0, end), url);
  std::size_t next = 0;
  for (std::size_t at = 0; at < url.size(); ++at) {
    if (url[at] != '*') {
      out += url[at];
      continue;
    }
    std::size_t run = 1;
    if (at + 2 < url.size() && url[at + 1] == '*') {
      const unsigned length = base64_value(url[at + 2]);
      if (length == 64 || url[at + 2] == '+' || url[at + 2] == '/') return false;
      run = length + 2;
      at += 2;
    }
    for (; run > 0; --run) {
      if (next == hidden.size()) return false;
      const std::size_t size = character_size(hidden, next);
      out.append(hidden, next, size);
      next += size;
    }
  }
  restore_slash(out);
  return true;
}

bool decode_from_parameter(const unwrap_rule& rule, const http_parts& parts, std::string& out) {
  const std::optional<std::string_view> value =
      parameter_value(parts.query, rule.parameter, rule.form == wrapping::last_parameter);
  if (!value) return false;
  switch (rule.form) {
    case wrapping::dashed:
      decode_dashed(*value, out);
      return true;
    case wrapping::base64: {
      std::string coded;
      decode_percent(*value, coded);
      return decode_base64_url(coded, out);
    }
    case wrapping::marked_base64:
      return value->size() > 2 && decode_base64_url(value->substr(2), out);
    default:
      decode_percent(*value, out);
      return true;
  }
}

bool decode_segment(const unwrap_rule& rule, const http_parts& parts, std::string& out) {
  const std::string_view behind = parts.rest.substr(rule.path.size());
  switch (rule.form) {
    case wrapping::starred:
      return decode_starred(behind, out);
    case wrapping::second_segment: {
      const std::size_t slash = behind.find('/');
      if (slash == npos) return false;
      decode_from_path(behind.substr(slash + 1), out);
      return true;
    }
    case wrapping::underlined: {
      const std::size_t begin = behind.find("___");
      if (begin == npos) return false;
      const std::string_view from = behind.substr(begin + 3);
      const std::size_t end = from.rfind("___");
      if (end == npos) return false;
      decode_from_path(from.substr(0, end), out);
      return true;
    }
    case wrapping::after_path:
      decode_from_path(behind, out);
      return true;
    case wrapping::path_segment:
      decode_percent(behind.substr(0, behind.find('/')), out);
      return true;
    default:
      break;
  }
  const std::size_t name = parts.path.find("/" + std::string(rule.parameter) + "=");
  if (name == npos) return false;
  const std::string_view value = parts.path.substr(name + rule.parameter.size() + 2);
  decode_percent(value.substr(0, value.find('/')), out);
  return true;
}

bool decode_by(const unwrap_rule& rule, const http_parts& parts, std::string& out) {
  switch (rule.form) {
    case wrapping::bare_query: {
      const std::size_t question = parts.rest.find('?');
      if (question == npos) return false;
      out.assign(parts.rest.substr(question + 1));
      return true;
    }
    case wrapping::starred:
    case wrapping::underlined:
    case wrapping::second_segment:
    case wrapping::after_path:
    case wrapping::path_segment:
    case wrapping::named_segment:
      return decode_segment(rule, parts, out);
    default:
      return decode_from_parameter(rule, parts, out);
  }
}

// Returns true if `url` is a valid target of a wrapper.
bool is_target(std::string_view url) {
  if (std::any_of(url.begin(), url.end(), [](char c) { return never_inside.contains(c); })) return false;
  if (ascii::begins(url, "mailto:")) {
    const std::size_t at = url.find('@');
    return at != npos && at > 7 && at + 1 < url.size();
  }
  for (const std::string_view scheme : {"https://", "http://", "ftp://"})
    if (ascii::begins(url, scheme))
      return url.size() > scheme.size() &&
             (bytes::alphanum.contains(url[scheme.size()]) || bytes::non_ascii.contains(url[scheme.size()]) ||
              url[scheme.size()] == '[');
  return false;
}

// Removes one wrapper. Returns false if no rule applies.
bool unwrap_once(std::string_view url, std::string& out) {
  http_parts parts;
  if (!find_parts(url, parts)) return false;
  for (std::size_t at = 0; at < unwrap_rules.size(); ++at) {
    if (rule_hashes[at] != parts.hash && rule_hashes[at] != any_suffix) continue;
    const unwrap_rule& rule = unwrap_rules[at];
    if (!matches_host(parts.host, rule.host) || !parts.path.starts_with(rule.path)) continue;
    out.clear();
    if (!decode_by(rule, parts, out)) continue;
    while (!out.empty() && out.back() == ' ') out.pop_back();
    if (is_target(out)) return true;
  }
  return false;
}

}  // namespace

std::string_view unwrapped(std::string_view url, std::string& buffer) {
  std::string inner;
  int depth = 0;
  for (std::string_view outer = url; depth < deepest_wrapping && unwrap_once(outer, inner); ++depth) {
    buffer.swap(inner);
    outer = buffer;
  }
  return depth == 0 ? url : std::string_view(buffer);
}

}  // namespace urlsieve
