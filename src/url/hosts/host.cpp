#include "src/url/hosts/host.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include "src/text/scan/byte_class.hpp"
#include "src/url/percent.hpp"

namespace urlsieve {

namespace {

constexpr byte_set reg_name_char = bytes::unreserved | bytes::sub_delims;

constexpr std::uint8_t in_label = 1;
constexpr std::uint8_t a_dot = 2;
constexpr std::uint8_t a_dash = 4;
constexpr std::uint8_t no_label = 8;
constexpr std::array<std::uint8_t, 256> label_bytes = [] {
  std::array<std::uint8_t, 256> kinds{};
  for (unsigned byte = 0; byte < 256; ++byte)
    kinds[byte] = bytes::alphanum.contains(static_cast<unsigned char>(byte)) ? in_label : no_label;
  kinds['.'] = a_dot;
  kinds['-'] = a_dash;
  return kinds;
}();

bool has_long_label(std::string_view text) {
  for (std::size_t end = text.find('.'); end != std::string_view::npos; end = text.find('.')) {
    if (end > 63) return true;
    text.remove_prefix(end + 1);
  }
  return text.size() > 63;
}

// h16 of RFC 3986: one to four hex digits.
std::size_t h16_length(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && length < 5 && bytes::hexdig.contains(text[length])) ++length;
  return length <= 4 ? length : 0;
}

// Returns a number in inet_aton's notation; nullopt if `text` is not a number or exceeds 32 bits.
std::optional<std::uint64_t> any_number(std::string_view text) {
  int radix = 10;
  if (text.size() >= 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
    radix = 16;
    text.remove_prefix(2);
    if (text.empty()) return 0;
  } else if (text.size() >= 2 && text[0] == '0') {
    radix = 8;
  }
  std::uint64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value, radix);
  if (failed != std::errc() || end != text.data() + text.size() || value > 0xFFFFFFFFU) return std::nullopt;
  return value;
}

}  // namespace

bool is_ipv4(std::string_view text) {
  for (int part = 0; part < 4; ++part) {
    std::size_t length = 0;
    unsigned value = 0;
    while (length < text.size() && length < 4 && bytes::digit.contains(text[length])) {
      value = value * 10 + static_cast<unsigned>(text[length] - '0');
      ++length;
    }
    if (length == 0 || value > 255 || (length > 1 && text[0] == '0')) return false;
    text.remove_prefix(length);
    if (part == 3) return text.empty();
    if (text.empty() || text[0] != '.') return false;
    text.remove_prefix(1);
  }
  return false;
}

bool is_ipv6(std::string_view text) {
  unsigned groups = 0;
  bool elided = false;
  if (text.starts_with("::")) {
    elided = true;
    text.remove_prefix(2);
    if (text.empty()) return true;
  }
  while (true) {
    const std::size_t length = h16_length(text);
    if (length == 0 || groups == 8) return false;
    if (length < text.size() && text[length] == '.') {  // the last 32 bits as an IPv4 address
      groups += 2;
      return is_ipv4(text) && (elided ? groups <= 7 : groups == 8);
    }
    ++groups;
    text.remove_prefix(length);
    if (text.empty()) return elided ? groups <= 7 : groups == 8;
    if (text[0] != ':') return false;
    text.remove_prefix(1);
    if (!text.empty() && text[0] == ':') {
      if (elided) return false;
      elided = true;
      text.remove_prefix(1);
      if (text.empty()) return groups <= 7;
    }
  }
}

bool is_ipvfuture(std::string_view text) {
  if (text.size() < 4 || (text[0] != 'v' && text[0] != 'V')) return false;
  std::size_t dot = 1;
  while (dot < text.size() && bytes::hexdig.contains(text[dot])) ++dot;
  if (dot == 1 || dot + 1 >= text.size() || text[dot] != '.') return false;
  text.remove_prefix(dot + 1);
  return std::all_of(text.begin(), text.end(), [](char c) { return c == ':' || reg_name_char.contains(c); });
}

bool is_hostname(std::string_view text) {
  if (text.size() > 1 && text.back() == '.') text.remove_suffix(1);
  // No branch per byte, because branch prediction cannot foresee the dots.
  unsigned faults = 0;
  unsigned before = a_dot;
  for (const char c : text) {
    const unsigned kind = label_bytes[static_cast<unsigned char>(c)];
    const unsigned divides = kind | kind >> 1U;  // has the bit of `a_dot` also for a dash
    // "-" is at neither end of a label, and no label is empty.
    faults |= (kind & no_label) | (divides & before & a_dot) | (kind << 1U & before & a_dash);
    before = kind;
  }
  return faults == 0 && before == in_label && (text.size() <= 63 || !has_long_label(text));
}

host_kind classify_host(std::string_view host) {
  if (host.empty()) return host_kind::empty;
  if (host.front() == '[') {
    if (host.back() != ']' || host.size() < 2) return host_kind::invalid;
    const std::string_view literal = host.substr(1, host.size() - 2);
    if (is_ipv6(literal)) return host_kind::ipv6;
    return is_ipvfuture(literal) ? host_kind::ipvfuture : host_kind::invalid;
  }
  if (is_ipv4(host)) return host_kind::ipv4;
  if (is_hostname(host)) return host_kind::hostname;
  for (std::size_t i = 0; i < host.size(); ++i)
    if (!reg_name_char.contains(host[i]) && !is_escape(host, i)) return host_kind::invalid;
  return host_kind::reg_name;
}

std::optional<std::uint32_t> any_ipv4(std::string_view text) {
  if (!text.empty() && text.back() == '.') text.remove_suffix(1);
  std::uint64_t address = 0;
  for (unsigned part = 0; part < 4; ++part) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    const auto number = any_number(text.substr(0, dot));
    if (!number) return std::nullopt;
    if (dot == text.size()) {  // the last number fills the remaining bytes
      if (*number >> (8 * (4 - part)) != 0) return std::nullopt;
      return static_cast<std::uint32_t>(address << (8 * (4 - part)) | *number);
    }
    if (*number > 255) return std::nullopt;
    address = address << 8U | *number;
    text.remove_prefix(dot + 1);
  }
  return std::nullopt;
}

char* write_ipv4(std::uint32_t address, char* out) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    out = std::to_chars(out, out + 3, address >> static_cast<unsigned>(shift) & 255U).ptr;
    if (shift != 0) *out++ = '.';
  }
  return out;
}

}  // namespace urlsieve
