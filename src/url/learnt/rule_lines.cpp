#include "src/url/learnt/rule_lines.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "src/text/ascii.hpp"
#include "src/text/encodings/visible.hpp"
#include "src/url/conventions/conventions.hpp"
#include "urlsieve/url.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

namespace {

constexpr std::size_t longest_rule_host = 253;  // bytes (RFC 1035 section 2.3.4, without the root)

using rule_columns = std::array<std::string_view, 5>;

std::optional<rule_columns> split_columns(std::string_view line) {
  rule_columns columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::size_t tab = line.find('\t');
    if ((tab == std::string_view::npos) != (i + 1 == columns.size())) return std::nullopt;
    columns.at(i) = line.substr(0, tab);
    if (tab != std::string_view::npos) line.remove_prefix(tab + 1);
  }
  return columns;
}

std::optional<std::uint64_t> rule_count(std::string_view digits) {
  std::uint64_t count = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (fault != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return count;
}

tl::unexpected<error> refuse_rule(const std::string& place, std::string why) {
  return tl::unexpected(error{error_code::usage, place + ": " + std::move(why)});
}

// Returns a place for messages: "rules.tsv, line 7".
std::string rule_place(const rule_text& file, std::uint64_t line) {
  return file.name + ", line " + std::to_string(line);
}

std::string shown_value(std::string_view value) {
  constexpr std::size_t most_shown = 80;
  return in_quotes(value.substr(0, most_shown));
}

// Returns the argument as normalized URLs spell this parameter or segment; empty if no URL can have it.
std::string normal_argument(host_rule_kind kind, std::string_view argument) {
  if (kind != host_rule_kind::drop_parameter && kind != host_rule_kind::index) return std::string(argument);
  const std::string_view front = kind == host_rule_kind::index ? "http://h/" : "http://h/?";
  const auto url = normalize(std::string(front).append(argument));
  if (!url) return {};
  const std::string normal = url->substr(front.size());
  // Names of index pages ignore case.
  const bool is_same = kind == host_rule_kind::index && ascii::lowered(normal) == ascii::lowered(argument);
  return is_same ? std::string(argument) : normal;
}

result<learnt_rule> read_rule(std::string_view line, const rule_text& file, std::uint64_t number) {
  const auto refuse = [&](std::string why) { return refuse_rule(rule_place(file, number), std::move(why)); };
  const std::optional<rule_columns> columns = split_columns(line);
  if (!columns)
    return refuse(
        "a rule has five columns, separated by TABs: host, kind, argument, support, false "
        "merges");
  const auto& [host, word, argument, support, false_merges] = *columns;
  if (!can_have_rules(host)) return refuse(shown_value(host) + " is no host in normal form");
  const std::optional<host_rule_kind> kind = parse_name<host_rule_kind>(word);
  if (!kind) return refuse(shown_value(word) + " is no kind of rule");
  if (!is_argument(*kind, argument))
    return refuse(shown_value(argument) + " is no argument of " + std::string(word));
  if (const std::string normal = normal_argument(*kind, argument); normal != argument)
    return refuse(shown_value(argument) + " never occurs in a normalized URL" +
                  (normal.empty() ? "" : "; write " + shown_value(normal)));
  const std::optional<std::uint64_t> supporting = rule_count(support);
  const std::optional<std::uint64_t> contradicting = rule_count(false_merges);
  if (!supporting || !contradicting)
    return refuse(shown_value(supporting ? false_merges : support) + " is no count");
  return learnt_rule{std::string(host), *kind, std::string(argument), *supporting, *contradicting};
}

}  // namespace

bool can_have_rules(std::string_view host) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
  };
  if (host.empty() || host.size() > longest_rule_host || !std::ranges::all_of(host, is_plain)) return false;
  if (host.starts_with('.') || host.ends_with('.') || host.find("..") != std::string_view::npos) return false;
  const std::string url = std::string("http://").append(host).append("/");
  return normalize(url) == url;
}

std::string_view host_without_www(std::string_view host) {
  while (host.starts_with("www.")) host.remove_prefix(4);
  return host;
}

bool is_argument(host_rule_kind kind, std::string_view argument) {
  const auto has_only = [argument](std::string_view excluded) {
    return !argument.empty() && std::ranges::all_of(argument, [excluded](char c) {
      return c > ' ' && c < '\x7F' && excluded.find(c) == std::string_view::npos;
    });
  };
  switch (kind) {
    case host_rule_kind::drop_parameter:
      return has_only("#&;=");
    case host_rule_kind::index:
      return has_only("#?/*") && argument != "." && argument != "..";
    case host_rule_kind::trailing_slash:
      return argument == "drop";
    case host_rule_kind::path_case:
      return argument == "lower";
    case host_rule_kind::scheme:
      return argument == "https";
    case host_rule_kind::host_alias:
      return can_have_rules(argument);
  }
  return false;
}

result<void> read_rule_lines(std::span<const rule_text> files, std::size_t index,
                             std::vector<placed_rule>& rules) {
  const rule_text& file = files[index];
  std::uint32_t number = 0;
  bool has_header = false;
  for (std::string_view rest = file.bytes; !rest.empty();) {
    ++number;
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!has_header) {
      if (line != rules_header) break;
      has_header = true;
      continue;
    }
    if (line.empty() || line.starts_with('#')) continue;
    result<learnt_rule> rule = read_rule(line, file, number);
    if (!rule) return tl::unexpected(std::move(rule.error()));
    rules.push_back({std::move(*rule), static_cast<std::uint32_t>(index), number});
  }
  if (has_header) return {};
  return refuse_rule(file.name + ", line 1",
                     "a file of rules begins with the line " + in_quotes(rules_header));
}

result<void> check_rule_set(std::span<const rule_text> files, std::vector<placed_rule>& rules) {
  const auto place_of = [files](const placed_rule& placed) {
    return rule_place(files[placed.file], placed.line);
  };
  std::ranges::sort(rules, {}, [](const placed_rule& placed) {
    return std::tie(placed.rule.host, placed.rule.kind, placed.rule.argument, placed.file, placed.line);
  });
  using aliases_by_host = std::unordered_map<std::string_view, const placed_rule*>;
  aliases_by_host aliases;
  // Aliases whose target is another host without "www.", by their host without "www.".
  aliases_by_host aliases_without_www;
  const learnt_rule* last = nullptr;
  for (const placed_rule& placed : rules) {
    const learnt_rule& rule = placed.rule;
    const bool is_alias = rule.kind == host_rule_kind::host_alias;
    if (last != nullptr && last->host == rule.host && last->kind == rule.kind &&
        (is_alias || last->argument == rule.argument))
      return refuse_rule(place_of(placed),
                         is_alias ? rule.host + " has two rules host-alias" : "the rule occurs twice");
    last = &rule;
    if (!is_alias) continue;
    aliases.emplace(rule.host, &placed);
    if (host_without_www(rule.host) != host_without_www(rule.argument))
      aliases_without_www.emplace(host_without_www(rule.host), &placed);
  }
  for (const placed_rule& placed : rules) {
    if (placed.rule.kind != host_rule_kind::host_alias) continue;
    const std::string& target = placed.rule.argument;
    const auto same = aliases.find(target);
    const auto similar = aliases_without_www.find(host_without_www(target));
    if (same == aliases.end() && similar == aliases_without_www.end()) continue;
    const placed_rule& other = same != aliases.end() ? *same->second : *similar->second;
    return refuse_rule(place_of(placed), target + " is an alias itself (" + place_of(other) + ")");
  }
  return {};
}

result<void> check_hosts_without_www(std::span<const rule_text> files) {
  for (const rule_text& file : files) {
    std::uint64_t number = 0;
    for (std::string_view rest = file.bytes; !rest.empty();) {
      ++number;
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      const std::optional<rule_columns> columns = split_columns(line);
      if (!columns || line.starts_with('#')) continue;
      const auto& [host, kind, argument, support, false_merges] = *columns;
      std::string url = std::string("http://").append(host);
      url.resize(fold_www(url.data(), url.size()));
      const std::string folded = url.substr(std::string_view("http://").size());
      const bool is_redundant = kind == name_of(host_rule_kind::host_alias) && argument == folded;
      if (folded != host && !is_redundant)
        return refuse_rule(rule_place(file, number),
                           "a rule of " + std::string(host) +
                               " never applies with convention_options::fold_www, which drops \"www.\" "
                               "first");
    }
  }
  return {};
}

}  // namespace urlsieve
