#include "src/url/learnt/rule_candidates.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "src/text/ascii.hpp"
#include "src/url/conventions/query_parameters.hpp"
#include "src/url/learnt/host_rules.hpp"
#include "src/url/learnt/rule_lines.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

namespace {

constexpr std::size_t most_parameters = 32;
constexpr std::array<std::string_view, 6> index_stems{"index", "default", "home", "main", "start", "welcome"};

using argument_list = std::vector<std::pair<host_rule_kind, std::string>>;

// Returns the distinct names of the parameters of `url` that can be dropped.
std::vector<std::string_view> parameter_names(std::string_view url) {
  const std::string_view query = url_view::of(url).query();
  const char separator = parameter_separator(query);
  std::vector<std::string_view> names;
  for (std::size_t from = 0; from <= query.size() && names.size() < most_parameters;) {
    const std::string_view parameter = query.substr(from, query.find(separator, from) - from);
    from += parameter.size() + 1;
    const std::string_view name = parameter_name(parameter);
    if (is_argument(host_rule_kind::drop_parameter, name) && std::ranges::find(names, name) == names.end())
      names.push_back(name);
  }
  return names;
}

std::string_view last_segment(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

bool is_index_name(std::string_view segment) {
  const std::size_t dot = segment.find('.');
  if (dot == std::string_view::npos || !is_argument(host_rule_kind::index, segment)) return false;
  return std::ranges::any_of(index_stems, [stem = segment.substr(0, dot)](std::string_view name) {
    return ascii::same(stem, name);
  });
}

// Returns the URL under one rule.
std::string form_under(host_rule_kind kind, std::string_view argument, std::string_view url) {
  host_rules rules;
  add_rule(kind, argument, rules);
  std::string form(url);
  form.resize(url.size() + learnt_rule_set::most_growth);
  form.resize(apply_rules(rules, form.data(), url.size()));
  return form;
}

// Returns the rules that could lead from `url` to `canonical`, in the order of application.
argument_list needed_rules(std::string_view url, std::string_view canonical) {
  const url_view from = url_view::of(url);
  const url_view to = url_view::of(canonical);
  argument_list needed;
  const std::vector<std::string_view> kept = parameter_names(canonical);
  for (const std::string_view name : parameter_names(url))
    if (std::ranges::find(kept, name) == kept.end())
      needed.emplace_back(host_rule_kind::drop_parameter, name);
  const std::string_view segment = last_segment(from.path());
  if (is_index_name(segment) && last_segment(to.path()) != segment)
    needed.emplace_back(host_rule_kind::index, ascii::lowered(segment));
  if (!to.path().ends_with('/') && (from.path().ends_with('/') || !needed.empty()))
    needed.emplace_back(host_rule_kind::trailing_slash, "drop");
  const auto has_capitals = [](std::string_view text) {
    return form_under(host_rule_kind::path_case, "lower", text) != text;
  };
  if (has_capitals(url) && !has_capitals(canonical)) needed.emplace_back(host_rule_kind::path_case, "lower");
  if (from.scheme() == "http" && to.scheme() == "https") needed.emplace_back(host_rule_kind::scheme, "https");
  if (to.authority() != from.authority() && can_have_rules(to.authority()))
    needed.emplace_back(host_rule_kind::host_alias, to.authority());
  return needed;
}

// Returns the rules that lead together from `url` to `canonical`; empty if rules alone do not.
argument_list declared_rules(std::string_view url, std::string_view canonical) {
  if (canonical.empty() || canonical == url || web_authority(canonical).empty()) return {};
  argument_list needed = needed_rules(url, canonical);
  host_rules together;
  for (const auto& [kind, argument] : needed) add_rule(kind, argument, together);
  std::string form(url);
  form.resize(url.size() + learnt_rule_set::most_growth);
  form.resize(apply_rules(together, form.data(), url.size()));
  if (form != canonical) needed.clear();
  return needed;
}

// Returns the same host with "www.", or without.
std::string other_www(std::string_view host) {
  return host.starts_with("www.") ? std::string(host.substr(4)) : "www." + std::string(host);
}

}  // namespace

std::vector<rule_candidate> find_rule_candidates(std::string_view url, std::string_view canonical) {
  const std::string_view host = web_authority(url);
  if (host.empty() || !can_have_rules(host)) return {};
  const argument_list declared = declared_rules(url, canonical);
  std::vector<rule_candidate> found;
  const auto add = [&](host_rule_kind kind, std::string_view argument) {
    rule_candidate candidate{kind, std::string(argument), form_under(kind, argument, url)};
    if (candidate.form == url) return;
    candidate.is_declared = std::ranges::any_of(
        declared, [&](const auto& rule) { return rule.first == kind && rule.second == argument; });
    found.push_back(std::move(candidate));
  };
  for (const std::string_view name : parameter_names(url)) add(host_rule_kind::drop_parameter, name);
  if (const std::string_view segment = last_segment(url_view::of(url).path()); is_index_name(segment))
    add(host_rule_kind::index, ascii::lowered(segment));
  add(host_rule_kind::trailing_slash, "drop");
  add(host_rule_kind::path_case, "lower");
  add(host_rule_kind::scheme, "https");
  const std::string other = other_www(host);
  if (can_have_rules(other)) add(host_rule_kind::host_alias, other);
  if (!declared.empty() && declared.back().first == host_rule_kind::host_alias &&
      declared.back().second != other)
    add(host_rule_kind::host_alias, declared.back().second);
  return found;
}

}  // namespace urlsieve
