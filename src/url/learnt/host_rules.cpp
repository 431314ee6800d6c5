#include "src/url/learnt/host_rules.hpp"

#include <algorithm>
#include <cstring>

#include "src/text/ascii.hpp"
#include "src/url/conventions/conventions.hpp"
#include "src/url/conventions/query_parameters.hpp"

namespace urlsieve {

namespace {

constexpr std::string_view plain_scheme = "http://";
constexpr std::string_view secure_scheme = "https://";

// Returns the offset of the host of an http or https URL in normal form; 0 for other URLs.
std::size_t host_offset(std::string_view url) {
  if (url.starts_with(plain_scheme)) return plain_scheme.size();
  return url.starts_with(secure_scheme) ? secure_scheme.size() : 0;
}

// Replaces `old_size` bytes at `at` by `text` and returns the new size of the URL.
std::size_t replace_bytes(char* url, std::size_t size, std::size_t at, std::size_t old_size,
                          std::string_view text) {
  std::memmove(url + at + text.size(), url + at + old_size, size - at - old_size);
  std::memcpy(url + at, text.data(), text.size());
  return size + text.size() - old_size;
}

// Applies the rules on paths and queries until nothing changes, because a removed segment or slash may
// uncover another.
std::size_t apply_to_parts(const host_rules& rules, char* url, std::size_t size) {
  const auto is_dropped = [&rules](std::string_view parameter) {
    return std::ranges::binary_search(rules.parameters, parameter_name(parameter));
  };
  while (true) {
    const std::size_t before = size;
    if (!rules.parameters.empty()) size = drop_parameters(url, size, is_dropped);
    if (!rules.index_names.empty()) size = fold_index_names(rules.index_names, url, size);
    if (rules.drops_slash) size = fold_trailing_slash(url, size);
    if (size == before) break;
  }
  return rules.lowers_path ? fold_path_case(url, size) : size;
}

}  // namespace

std::string_view web_authority(std::string_view url) {
  const std::size_t from = host_offset(url);
  return from == 0 ? std::string_view() : url.substr(from, url.find_first_of("/?#", from) - from);
}

void add_rule(host_rule_kind kind, std::string_view argument, host_rules& rules) {
  switch (kind) {
    case host_rule_kind::drop_parameter:
      rules.parameters.insert(std::ranges::lower_bound(rules.parameters, argument), std::string(argument));
      break;
    case host_rule_kind::index:
      rules.index_names.push_back(ascii::lowered(argument));
      break;
    case host_rule_kind::trailing_slash:
      rules.drops_slash = true;
      break;
    case host_rule_kind::path_case:
      rules.lowers_path = true;
      break;
    case host_rule_kind::scheme:
      rules.is_secure = true;
      break;
    case host_rule_kind::host_alias:
      rules.alias = argument;
      break;
  }
}

std::size_t apply_rules(const host_rules& rules, char* url, std::size_t size) {
  size = apply_to_parts(rules, url, size);
  if (rules.is_secure && std::string_view(url, size).starts_with(plain_scheme))
    size = replace_bytes(url, size, 0, plain_scheme.size(), secure_scheme);
  if (rules.alias.empty()) return size;
  const std::string_view host = web_authority({url, size});
  return replace_bytes(url, size, static_cast<std::size_t>(host.data() - url), host.size(), rules.alias);
}

}  // namespace urlsieve
