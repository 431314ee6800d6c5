#include "src/url/tracking/clean_urls_reader.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "src/text/ascii.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/text/npos.hpp"
#include "src/url/tracking/url_glob.hpp"

namespace urlsieve {

namespace {

// Returns the matcher of a match pattern, "*://*.example.com/watch*", or nullopt for another form.
std::optional<url_matcher> match_pattern(std::string_view text) {
  url_matcher matcher;
  if (text == "<all_urls>") return matcher;
  const std::size_t scheme_end = text.find("://");
  if (scheme_end == npos) return std::nullopt;
  const std::string_view scheme = text.substr(0, scheme_end);
  const std::string_view rest = text.substr(scheme_end + 3);
  const std::size_t slash = rest.find('/');
  if (slash == npos || (scheme != "*" && scheme != "http" && scheme != "https")) return std::nullopt;
  std::string_view host = rest.substr(0, slash);
  const std::string_view path = rest.substr(slash);
  if (host != "*") {
    const bool with_names_below = host.starts_with("*.");
    if (with_names_below) host.remove_prefix(2);
    if (host.empty() || host.find('*') != npos || host.find(':') != npos) return std::nullopt;
    matcher.hosts.push_back({ascii::lowered(host), with_names_below});
  }
  if (path != "/*" || scheme != "*") {
    const std::string front = scheme == "*" ? "https?" : std::string(scheme);
    result<pattern> compiled =
        pattern::of("^" + front + "://[^/?#]*" + glob_expression(path) + "(?:#.*)?$", letter_case::exact);
    if (!compiled) return std::nullopt;
    matcher.expression = std::move(*compiled);
  }
  return matcher;
}

error wrong_structure(const std::string& place) {
  return {error_code::cannot_read, place + ": is not a list of texts"};
}

const json_value* texts_of(const json_value& from, std::string_view name, bool& is_wrong) {
  const json_value* const list = from.find(name);
  is_wrong = list != nullptr &&
             (list->is != json_value::kind::list ||
              std::any_of(list->items.begin(), list->items.end(),
                          [](const json_value& item) { return item.is != json_value::kind::text; }));
  return list;
}

// Adds the patterns of a member. Returns false if a pattern is in another form: the rule then has no effect.
bool add_matchers(const std::string& place, const json_value* list, std::vector<url_matcher>& matchers,
                  rule_content& to) {
  if (list == nullptr) return true;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    std::optional<url_matcher> matcher = match_pattern(list->items[i].text);
    if (!matcher) {
      to.skip_rule(place + '[' + std::to_string(i) + ']',
                   in_quotes(list->items[i].text) + " is no match pattern for web URLs");
      return false;
    }
    matchers.push_back(std::move(*matcher));
  }
  return true;
}

result<void> read_rule(const std::string& place, const json_value& from, rule_content& to) {
  rule_provider provider;
  bool is_wrong = from.is != json_value::kind::object;
  if (is_wrong) return tl::unexpected(error{error_code::cannot_read, place + ": is not an object"});
  const json_value* const include = texts_of(from, "include", is_wrong);
  if (is_wrong || include == nullptr) return tl::unexpected(wrong_structure(place + ".include"));
  const json_value* const exclude = texts_of(from, "exclude", is_wrong);
  if (is_wrong) return tl::unexpected(wrong_structure(place + ".exclude"));
  const json_value* const params = texts_of(from, "params", is_wrong);
  if (is_wrong || params == nullptr) return tl::unexpected(wrong_structure(place + ".params"));
  to.rules += params->items.size();
  if (!add_matchers(place + ".include", include, provider.include, to) ||
      !add_matchers(place + ".exclude", exclude, provider.exclude, to))
    return {};
  for (const json_value& name : params->items) provider.parameters.add_name(name.text, letter_case::exact);
  to.providers.push_back(std::move(provider));
  return {};
}

}  // namespace

result<void> read_clean_urls(const std::string& file, const json_value& root, rule_content& content) {
  for (std::size_t i = 0; i < root.items.size(); ++i)
    if (result<void> read = read_rule(file + ": [" + std::to_string(i) + ']', root.items[i], content); !read)
      return read;
  return {};
}

}  // namespace urlsieve
