#include "src/url/tracking/filter_list_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/text/ascii.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "src/url/tracking/url_glob.hpp"
#include "src/url/tracking/url_matcher.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

namespace {

// Returns the expression for a pattern of a filter list ("||example.com^", "|https://h/*", "/expression/")
// without "||" in front.
std::string pattern_expression(std::string_view text) {
  std::string expression;
  const bool ends = text.ends_with('|');
  if (ends) text.remove_suffix(1);
  for (const char c : text) {
    if (c == '*')
      expression += ".*";
    else if (c == '^')
      expression += "(?:[^0-9A-Za-z_.%-]|$)";
    else
      append_literal(c, expression);
  }
  if (ends) expression += '$';
  return expression;
}

result<url_matcher> with_expression(url_matcher matcher, std::string_view expression, letter_case letters) {
  result<pattern> compiled = pattern::of(expression, letters);
  if (!compiled) return tl::unexpected(std::move(compiled.error()));
  matcher.expression = std::move(*compiled);
  return matcher;
}

// Returns the matcher of a pattern. Fails with error_code::usage for an expression that RE2 does not support.
result<url_matcher> filter_pattern(std::string_view text, letter_case letters) {
  if (text.empty() || text == "*") return url_matcher();
  if (text.size() > 2 && text.starts_with('/') && text.ends_with('/'))
    return with_expression({}, text.substr(1, text.size() - 2), letters);
  if (!text.starts_with("||")) {
    const bool begins = text.starts_with('|');
    return with_expression({}, (begins ? "^" : "") + pattern_expression(text.substr(begins ? 1 : 0)),
                           letters);
  }
  constexpr byte_set host_bytes = bytes::alphanum | byte_set("-._");
  const std::string_view rest = text.substr(2);
  std::size_t size = 0;
  while (size < rest.size() && host_bytes.contains(rest[size])) ++size;
  url_matcher matcher;
  const std::string_view behind = rest.substr(size);
  const bool is_whole_host = size != 0 && (behind.starts_with('^') || behind.starts_with('/'));
  if (is_whole_host) matcher.hosts.push_back({ascii::lowered(rest.substr(0, size))});
  if (is_whole_host && (behind == "^" || behind == "^*" || behind == "/" || behind == "/*")) return matcher;
  return with_expression(std::move(matcher), "^https?://(?:[^/?#]*[.@])?" + pattern_expression(rest),
                         letters);
}

struct filter_option {
  std::string name;  // in lower case, without "~"
  std::string value;
  bool is_negated = false;
};

bool is_removal(std::string_view name) {
  return name == "removeparam" || name == "queryprune";
}

// Splits "document,removeparam=/a\,b/" at commas without a backslash. Returns nullopt if a name is no word.
std::optional<std::vector<filter_option>> split_options(std::string_view text) {
  std::vector<filter_option> options;
  std::string part;
  const auto add = [&options](std::string_view typed) {
    filter_option option;
    option.is_negated = typed.starts_with('~');
    if (option.is_negated) typed.remove_prefix(1);
    const std::size_t equals = std::min(typed.find('='), typed.size());
    option.name = ascii::lowered(typed.substr(0, equals));
    option.value = typed.substr(std::min(equals + 1, typed.size()));
    constexpr byte_set word = bytes::alphanum | byte_set("_-");
    const bool is_word = !option.name.empty() && std::all_of(option.name.begin(), option.name.end(),
                                                             [&](char c) { return word.contains(c); });
    options.push_back(std::move(option));
    return is_word;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("\\,")) {
      part += ',';
      ++i;
    } else if (text[i] != ',') {
      part += text[i];
    } else {
      if (!add(part)) return std::nullopt;
      part.clear();
    }
  }
  if (!add(part)) return std::nullopt;
  return options;
}

// A line that removes parameters.
struct filter_line {
  bool is_exception = false;
  std::string_view pattern;
  std::vector<filter_option> options;
};

std::optional<filter_line> split_line(std::string_view line) {
  filter_line rule;
  rule.is_exception = line.starts_with("@@");
  if (rule.is_exception) line.remove_prefix(2);
  for (std::size_t dollar = line.find('$'); dollar != npos; dollar = line.find('$', dollar + 1)) {
    std::optional<std::vector<filter_option>> options = split_options(line.substr(dollar + 1));
    if (!options || std::none_of(options->begin(), options->end(),
                                 [](const filter_option& option) { return is_removal(option.name); }))
      continue;
    rule.pattern = line.substr(0, dollar);
    rule.options = std::move(*options);
    return rule;
  }
  return std::nullopt;
}

// The meaning of the options of a rule.
struct rule_options {
  std::string value;   // of removeparam
  std::string domain;  // of domain=
  letter_case letters = letter_case::ignored;
  bool is_important = false;
  std::string fault;  // the reason why the rule is not supported; empty: none
};

bool is_content_type(std::string_view name) {
  constexpr std::string_view types[] = {
      "document", "doc",  "all",    "subdocument", "frame", "script", "stylesheet", "css", "image",
      "media",    "font", "object", "other",       "ping",  "popup",  "websocket",  "xhr", "xmlhttprequest"};
  return std::find(std::begin(types), std::end(types), name) != std::end(types);
}

rule_options options_of(const std::vector<filter_option>& options) {
  rule_options meaning;
  bool has_type = false;
  bool has_document = false;
  bool no_document = false;
  for (const filter_option& option : options) {
    const bool is_document = option.name == "document" || option.name == "doc" || option.name == "all";
    if (is_removal(option.name) && !option.is_negated) {
      meaning.value = option.value;
    } else if (is_content_type(option.name)) {
      has_type |= !option.is_negated;
      has_document |= is_document && !option.is_negated;
      no_document |= is_document && option.is_negated;
    } else if ((option.name == "domain" || option.name == "from") && !option.is_negated) {
      meaning.domain = option.value;
    } else if (option.name == "important") {
      meaning.is_important = true;
    } else if (option.name == "match-case") {
      meaning.letters = option.is_negated ? letter_case::ignored : letter_case::exact;
    } else {
      meaning.fault = "option \"" + visible(option.name) + "\"";
    }
  }
  if (no_document || (has_type && !has_document)) meaning.fault = "is not for documents";
  return meaning;
}

// Returns the hosts below both lists.
std::vector<host_rule> common_hosts(const std::vector<host_rule>& a, const std::vector<host_rule>& b) {
  std::vector<host_rule> common;
  for (const host_rule& first : a) {
    for (const host_rule& second : b) {
      if (second.matches(first.host))
        common.push_back(first);
      else if (first.matches(second.host))
        common.push_back(second);
    }
  }
  return common;
}

// Adds the hosts of domain= to `matcher`: "a.example|~b.a.example". Returns the reason if the list is not
// supported.
std::string add_domains(std::string_view list, url_matcher& matcher) {
  std::vector<host_rule> hosts;
  while (!list.empty()) {
    std::string_view host = list.substr(0, list.find('|'));
    list.remove_prefix(std::min(host.size() + 1, list.size()));
    const bool is_negated = host.starts_with('~');
    if (is_negated) host.remove_prefix(1);
    if (host.empty()) continue;
    if (host.find_first_of("*/") != npos) return "domain=" + visible(host);
    (is_negated ? matcher.not_hosts : hosts).push_back({ascii::lowered(host)});
  }
  if (hosts.empty()) return {};
  const bool had_hosts = !matcher.hosts.empty();
  matcher.hosts = had_hosts ? common_hosts(matcher.hosts, hosts) : hosts;
  return matcher.hosts.empty() ? "domain= names no host of the pattern" : "";
}

class list_reader {
 public:
  list_reader(const std::string& file, rule_content& to) : file_(file), to_(to) {}

  void read_line(std::string_view line) {
    ++number_;
    line = trimmed(line, bytes::html_space);
    const bool is_title = number_ == 1 && line.starts_with('[') && line.ends_with(']');
    if (line.empty() || line.starts_with('!') || is_title) return;
    ++to_.rules;
    const std::optional<filter_line> rule = split_line(line);
    if (!rule) return skip("does not remove parameters");
    has_removals_ = true;
    if (const std::string fault = add(*rule); !fault.empty()) skip(fault);
  }

  // Adds the providers of all lines.
  void finish() {
    for (auto& [key, number] : providers_) to_.providers[number].parameters.finish();
  }

  [[nodiscard]] bool has_removals() const { return has_removals_; }

 private:
  void skip(std::string_view why) { to_.skip_rule(file_ + ", line " + std::to_string(number_), why); }

  // Returns the reason if the rule is not supported.
  std::string add(const filter_line& rule) {
    const rule_options options = options_of(rule.options);
    if (!options.fault.empty()) return options.fault;
    result<url_matcher> matcher = filter_pattern(rule.pattern, options.letters);
    if (!matcher) return matcher.error().message;
    if (std::string fault = add_domains(options.domain, *matcher); !fault.empty()) return fault;
    if (rule.is_exception) {
      to_.exceptions.push_back({std::move(*matcher), options.value});
      return {};
    }
    parameter_rules probe;
    if (std::string fault = add_value(options.value, probe); !fault.empty()) return fault;
    // Rules with the same condition share a provider.
    std::string key(rule.pattern);
    key.append("$").append(options.domain);
    key += options.letters == letter_case::exact ? '1' : '0';
    key += options.is_important ? '1' : '0';
    const auto [place, is_new] = providers_.try_emplace(std::move(key), to_.providers.size());
    if (is_new) {
      rule_provider provider;
      provider.include.push_back(std::move(*matcher));
      provider.obeys_exceptions = !options.is_important;
      to_.providers.push_back(std::move(provider));
    }
    return add_value(options.value, to_.providers[place->second].parameters);
  }

  static std::string add_value(const std::string& value, parameter_rules& to) {
    if (value.empty()) {
      to.add_all();
    } else if (value.starts_with("~/") || value.starts_with('|')) {
      return "value " + in_quotes(value);
    } else if (value.starts_with('~')) {
      to.add_all_but(std::string_view(value).substr(1));
    } else if (value.starts_with('/') && value.find('/', 1) != npos) {
      const std::size_t end = value.rfind('/');
      const std::string_view flags = std::string_view(value).substr(end + 1);
      if (flags.find_first_not_of('i') != npos) return "flags of " + in_quotes(value);
      const letter_case letters = flags.empty() ? letter_case::exact : letter_case::ignored;
      if (const result<void> added =
              to.add_parameter_pattern(std::string_view(value).substr(1, end - 1), letters, value);
          !added)
        return added.error().message;
    } else {
      to.add_name(value, letter_case::exact);
    }
    return {};
  }

  const std::string& file_;
  rule_content& to_;
  std::uint64_t number_ = 0;
  bool has_removals_ = false;
  std::map<std::string, std::size_t> providers_;  // number of the provider by condition
};

}  // namespace

result<void> read_filter_list(const std::string& file, std::string_view text, rule_content& content) {
  list_reader reader(file, content);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    reader.read_line(line);
  }
  reader.finish();
  if (reader.has_removals()) return {};
  return tl::unexpected(
      error{error_code::cannot_read,
            file + ": is neither a filter list with $removeparam, nor rules of ClearURLs or Brave"});
}

}  // namespace urlsieve
