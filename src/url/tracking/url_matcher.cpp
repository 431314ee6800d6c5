#include "src/url/tracking/url_matcher.hpp"

#include <algorithm>

#include "src/text/ascii.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

namespace {

constexpr byte_set host_label_byte = bytes::alphanum | byte_set("-");

bool has_label(std::string_view host, std::string_view label) {
  while (!host.empty()) {
    const std::string_view first = host.substr(0, host.find('.'));
    if (first == label) return true;
    host.remove_prefix(std::min(first.size() + 1, host.size()));
  }
  return false;
}

// Removes `front` from `text` and returns true if `text` begins with `front`.
bool skip(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}

// Returns the offset behind the ")" of the group at the beginning of `text`; npos if the group does not end.
std::size_t end_of_group(std::string_view text) {
  std::size_t depth = 0;
  bool in_brackets = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\')
      ++i;
    else if (in_brackets)
      in_brackets = c != ']';
    else if (c == '[')
      in_brackets = true;
    else if (c == '(')
      ++depth;
    else if (c == ')' && --depth == 0)
      return i + 1;
  }
  return npos;
}

bool has_alternatives(std::string_view expression) {
  for (std::size_t i = 0; i < expression.size(); ++i) {
    if (expression[i] == '\\') {
      ++i;
    } else if (expression[i] == '(') {
      const std::size_t size = end_of_group(expression.substr(i));
      if (size == npos) return true;
      i += size - 1;
    } else if (expression[i] == '|') {
      return true;
    }
  }
  return false;
}

// Skips groups that end labels: "(?:www\.)?", "(?:[a-z0-9-]+\.)*?". A group without alternatives whose last
// bytes are "\." matches whole labels only.
void skip_labels(std::string_view& text) {
  while (text.starts_with('(')) {
    const std::size_t size = end_of_group(text);
    if (size == npos) return;
    const std::string_view group = text.substr(0, size);
    if (!group.ends_with("\\.)") || group.find('|') != npos) return;
    text.remove_prefix(size);
    for (const char quantifier : std::string_view("*+?"))
      if (text.starts_with(quantifier)) {
        text.remove_prefix(1);
        break;
      }
    skip(text, "?");
  }
}

// Returns true if `rest`, behind a label, can only match the end of the label.
bool ends_label(std::string_view rest) {
  if (rest.starts_with("\\.") || rest.starts_with("\\/") || rest.starts_with('/')) {
    const std::size_t next = rest.starts_with('/') ? 1 : 2;
    return next == rest.size() || std::string_view("?*{").find(rest[next]) == npos;
  }
  if (!rest.starts_with("(?:\\.") && !rest.starts_with("(\\.")) return false;
  const std::size_t size = end_of_group(rest);
  if (size == npos || rest.substr(0, size).find('|') != npos) return false;
  const std::string_view quantifier = rest.substr(size);
  return !quantifier.starts_with('?') && !quantifier.starts_with('*') && !quantifier.starts_with("{0") &&
         !quantifier.starts_with("{,");
}

}  // namespace

url_to_match::url_to_match(std::string_view url, std::string_view host) : url_(url) {
  if (host.size() > host_.size()) return;
  host_size_ = host.size();
  std::transform(host.begin(), host.end(), host_.begin(), ascii::lower);
}

bool host_rule::matches(std::string_view other) const {
  if (other.size() == host.size()) return other == host;
  return with_names_below && other.size() > host.size() && other.ends_with(host) &&
         other[other.size() - host.size() - 1] == '.';
}

bool url_matcher::matches(const url_to_match& url) const {
  const auto fits = [&url](const host_rule& rule) { return rule.matches(url.host()); };
  if (!hosts.empty() && std::none_of(hosts.begin(), hosts.end(), fits)) return false;
  if (std::any_of(not_hosts.begin(), not_hosts.end(), fits)) return false;
  if (!label.empty() && !has_label(url.host(), label)) return false;
  return !expression || expression->is_in(url.url());
}

std::string label_in_expression(std::string_view expression) {
  if (has_alternatives(expression)) return {};
  std::string_view rest = expression;
  if (!skip(rest, "^http")) return {};
  if (!skip(rest, "s?") && !skip(rest, "[s]?")) skip(rest, "s");
  if (!skip(rest, ":\\/\\/") && !skip(rest, "://")) return {};
  skip_labels(rest);
  std::size_t size = 0;
  while (size < rest.size() && host_label_byte.contains(rest[size])) ++size;
  return size != 0 && ends_label(rest.substr(size)) ? ascii::lowered(rest.substr(0, size)) : std::string();
}

bool requires_question_mark(std::string_view expression) {
  if (has_alternatives(expression)) return false;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    if (expression[i] == '[') {
      i = std::min(expression.find(']', i + 2), expression.size());
    } else if (expression[i] == '(') {
      i += std::min(end_of_group(expression.substr(i)), expression.size() - i) - 1;
    } else if (expression[i] == '\\') {
      const std::string_view behind = expression.substr(std::min(i + 2, expression.size()));
      if (expression.substr(i).starts_with("\\?") && !behind.starts_with('?') && !behind.starts_with('*') &&
          !behind.starts_with('{'))
        return true;
      ++i;
    }
  }
  return false;
}

}  // namespace urlsieve
