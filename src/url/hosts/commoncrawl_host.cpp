#include "src/url/hosts/commoncrawl_host.hpp"

#include <algorithm>
#include <cstddef>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t longest_host_name = 253;
constexpr std::size_t longest_label = 63;
constexpr byte_set inner_bytes = bytes::alphanum | byte_set("-_");

bool is_label(std::string_view label) {
  return !label.empty() && label.size() <= longest_label && bytes::alphanum.contains(label.front()) &&
         bytes::alphanum.contains(label.back()) &&
         std::ranges::all_of(label, [](char c) { return inner_bytes.contains(c); });
}

// Returns true for four numbers of up to three digits, also above 255.
bool is_dotted_number(std::string_view host, std::size_t labels) {
  if (labels != 4) return false;
  std::size_t digits = 0;
  for (const char c : host) {
    digits = c == '.' ? 0 : digits + 1;
    if (digits > 3 || (c != '.' && (c < '0' || c > '9'))) return false;
  }
  return true;
}

}  // namespace

std::string_view commoncrawl_host(const url_view& url) {
  if (!ascii::same(url.scheme(), "http") && !ascii::same(url.scheme(), "https")) return {};
  std::string_view host = url.host();
  if (host.size() > longest_host_name) return {};
  if (host.ends_with('.')) host.remove_suffix(1);
  std::size_t labels = 0;
  for (std::size_t begin = 0; begin <= host.size(); ++labels) {
    const std::size_t end = std::min(host.find('.', begin), host.size());
    if (!is_label(host.substr(begin, end - begin))) return {};
    begin = end + 1;
  }
  constexpr std::string_view www = "www.";
  if (labels > 2 && host.starts_with(www)) {
    host.remove_prefix(www.size());
    --labels;
  }
  return labels < 2 || is_dotted_number(host, labels) ? std::string_view() : host;
}

}  // namespace urlsieve
