// Userinfo is the text before the last "@" (rfc2396bis-01 section 7.4). An IP literal (section 3.2.2) or a
// name follows, then a port.
#include "src/references/text/in_text_host.hpp"

#include "src/references/text/in_text_character.hpp"
#include "src/references/text/in_text_schemes.hpp"
#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/hosts/host.hpp"

namespace urlsieve {
namespace {

constexpr byte_set host_byte = bytes::host_label | byte_set(".");
constexpr byte_set after_brace = bytes::alphanum | byte_set("_{");

// Returns the end of the name that begins at `at`; npos if the name cannot be a host. Final dots belong to
// the name, because only a URL that ends there loses them.
std::size_t name_end(std::string_view authority, std::size_t at) {
  constexpr std::string_view defanged_dot = "[.]";
  const std::size_t begin = at;
  bool named = false;  // a letter or digit was read
  bool after_dot = false;
  bool empty_label = false;
  std::size_t settled = 0;  // pictograms before this position belong to the host
  while (at < authority.size()) {
    const auto byte = static_cast<unsigned char>(authority[at]);
    std::size_t size = 1;
    bool dot = byte == '.';
    if (byte >= 0x80) {
      const host_character found = read_host_character(authority, at);
      size = found.size;
      if (size == 0) break;
      if (found.pictogram && at >= settled) {
        settled = host_label_end(authority, at);
        if (settled == at) break;
      }
      named = true;
    } else if (byte == '[' && authority.substr(at).starts_with(defanged_dot)) {
      size = defanged_dot.size();
      dot = true;
    } else if (!host_byte.contains(byte)) {
      break;
    } else {
      named = named || bytes::alphanum.contains(byte);
    }
    if (at == begin && (dot || byte == '-')) return std::string_view::npos;
    if (!dot && empty_label) return std::string_view::npos;
    empty_label = empty_label || (dot && after_dot);
    after_dot = dot;
    at += size;
  }
  return named ? at : std::string_view::npos;
}

}  // namespace

bool holds_expression(std::string_view authority) {
  for (std::size_t brace = authority.find('{'); brace < authority.size();
       brace = authority.find('{', brace + 1))
    if (brace + 1 < authority.size() && after_brace.contains(authority[brace + 1])) return true;
  return false;
}

bool holds_variable(std::string_view url) {
  for (std::size_t dollar = url.find('$'); dollar < url.size(); dollar = url.find('$', dollar + 1))
    if (dollar + 2 < url.size() && url[dollar + 1] == '{' && after_brace.contains(url[dollar + 2]))
      return true;
  return false;
}

text_authority read_text_authority(std::string_view authority) {
  text_authority found;
  if (holds_expression(authority)) {
    found.rejected = rejection::url_template;
    return found;
  }
  const std::size_t at_sign = authority.rfind('@');
  const std::size_t begin = at_sign == std::string_view::npos ? 0 : at_sign + 1;
  found.host_begin = begin;
  std::size_t end = 0;
  if (begin < authority.size() && authority[begin] == '[') {
    const std::size_t bracket = authority.find(']', begin);
    const std::string_view inside = bracket == std::string_view::npos
                                        ? std::string_view{}
                                        : authority.substr(begin + 1, bracket - begin - 1);
    end = is_ipv6(inside) || is_ipvfuture(inside) ? bracket + 1 : std::string_view::npos;
  } else {
    end = name_end(authority, begin);
  }
  if (end == std::string_view::npos) {
    const bool variable = begin + 1 < authority.size() && authority[begin] == '$' &&
                          bytes::alpha.contains(authority[begin + 1]);
    found.rejected = variable ? rejection::url_template : rejection::no_url;
    return found;
  }
  found.host_end = end;
  if (end < authority.size() && authority[end] == ':') {
    ++end;
    if (end < authority.size() && bytes::alpha.contains(authority[end])) {
      found.rejected = rejection::url_template;
      return found;
    }
    while (end < authority.size() && bytes::digit.contains(authority[end])) ++end;
  }
  found.end = end;
  return found;
}

std::size_t inner_url_in_authority(std::string_view authority, std::string_view following) {
  if (!authority.ends_with(':') || !following.starts_with("//")) return authority.size();
  for (const std::string_view name : {"https:", "http:", "ftp:"})
    if (authority.size() >= name.size() &&
        ascii::same(authority.substr(authority.size() - name.size()), name))
      return authority.size() - name.size();
  return authority.size();
}

}  // namespace urlsieve
