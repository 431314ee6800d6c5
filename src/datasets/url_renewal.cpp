#include "src/datasets/url_renewal.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "src/datasets/stored_url_options.hpp"
#include "src/shards/manifest_writer.hpp"
#include "src/shards/shard_fit.hpp"
#include "src/url/rule_revisions.hpp"
#include "urlsieve/learnt_rules.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/option_table.hpp"
#include "urlsieve/option_words.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {
namespace {

constexpr std::string_view never_weaker =
    ": URLs lost what distinguished them; convert only to stricter options";

using names = std::vector<std::string>;

bool has_all(const names& of, const names& wanted) {
  return std::ranges::all_of(
      wanted, [&](const std::string& name) { return std::ranges::find(of, name) != of.end(); });
}

// Returns true if a run by the second value gives what the second value makes of the URLs of the first.
bool is_stricter(const url_options& old, const url_options& wanted, std::string_view word) {
  if (word == "ladder") return old.ladder < wanted.ladder && wanted.ladder != rung::protocol;
  if (word == "userinfo") return old.userinfo == userinfo_policy::keep;
  if (word == "keep-fragment") return old.keep_fragment;
  if (word == "keep-params")
    return old.keep_params.empty() ||
           (!wanted.keep_params.empty() && has_all(old.keep_params, wanted.keep_params));
  return false;
}

// Returns true if the options remove or sort query parameters. The first step of conventions, fold-amp,
// cannot recognize "&amp;" afterwards.
bool rewrites_parameters(const url_options& of) {
  const convention_options& on = of.conventions;
  return on.drop_tracking || on.drop_session_ids || on.sort_query || on.drop_empty_params ||
         !of.drop_params.empty() || !of.keep_params.empty();
}

// A convention may be switched on, but not off or to another value; a list of names may become longer.
class convention_check {
 public:
  convention_check(const extract_options& old, const extract_options& wanted) : old_(old), wanted_(wanted) {}

  bool operator()(const option_access<bool>& truth) const { return !truth.of(old_) && truth.of(wanted_); }
  bool operator()(const choice_access& choice) const { return choice.of(old_) == 0; }
  bool operator()(const option_access<names>& list) const { return has_all(list.of(wanted_), list.of(old_)); }
  template <class Value>
  bool operator()(const option_access<Value>&) const {
    return false;
  }

 private:
  const extract_options& old_;
  const extract_options& wanted_;
};

bool is_stricter(const option_row& row, const extract_options& old, const extract_options& wanted) {
  if (is_stricter(old.url, wanted.url, row.word)) return true;
  return row.group == option_group::conventions && row.word != "keep-params" &&
         std::visit(convention_check(old, wanted), row.access);
}

// Returns a JSON value without quotes and brackets, for messages.
std::string shown(std::string_view value) {
  std::string text;
  std::ranges::copy_if(value, std::back_inserter(text), [](char c) { return c != '"' && c != ' '; });
  if (text.size() >= 2 && text.front() == '[') text = text.substr(1, text.size() - 2);
  return text.empty() ? "none" : text;
}

std::string value_of(const option_row& row, const std::vector<manifest_option>& options) {
  const auto found = std::ranges::find(options, row.entry.key, &manifest_option::name);
  return found == options.end() ? std::string() : found->value;
}

}  // namespace

bool is_renewable(const option_row& row) {
  return is_url_option(row) && row.merging.is_equal && row.word != "tracking-rules" &&
         (row.group == option_group::conventions || row.word == "ladder" || row.word == "userinfo" ||
          row.word == "keep-fragment");
}

result<void> apply_changes(std::span<const url_change> changes, extract_options& options) {
  bool replaced = false;
  for (const url_change& change : changes) {
    const option_row* const row = find_option(change.name);
    if (row == nullptr || !is_renewable(*row))
      return tl::unexpected(
          error{error_code::usage, "the option " + change.name + " cannot be changed by a conversion"});
    // Fewer parameters are stricter, so the first list replaces the list of the directory.
    if (change.name == "keep-params" && !std::exchange(replaced, true)) options.url.keep_params.clear();
    if (result<void> set = set_option(options, change.name, change.value); !set) return set;
  }
  return load_rules(options.url);
}

result<bool> needs_renewal(const manifest& run, std::string_view name, const extract_options& wanted) {
  for (const auto& [rules, option] :
       {std::pair("tracking", "url_options::tracking_rules"), std::pair("learnt", "url_options::rules")})
    if (!run.rule(rules).empty())
      return tl::unexpected(error{error_code::usage, std::string(name) + " was made with " + option +
                                                         ", whose files a conversion cannot apply again"});
  const extract_options old = stored_url_options(run);
  const std::vector<manifest_option> old_values = manifest_options_of(old);
  const std::vector<manifest_option> wanted_values = manifest_options_of(wanted);
  bool differs = false;
  for (const option_row& row : option_table) {
    if (!is_url_option(row) || !row.merging.is_equal) continue;
    const std::string before = value_of(row, old_values);
    const std::string after = value_of(row, wanted_values);
    if (before == after) continue;
    differs = true;
    if (row.word == "fold-amp" && rewrites_parameters(old.url))
      return tl::unexpected(error{
          error_code::usage, std::string(name) + " was made with options that change query parameters, so " +
                                 std::string(row.member) + " cannot be added"});
    if (is_stricter(row, old, wanted)) continue;
    if (row.word == "ladder" && wanted.url.ladder == rung::protocol)
      return tl::unexpected(error{error_code::usage,
                                  "url_options::ladder = protocol needs redirects, which a conversion "
                                  "cannot follow: normalize to scheme"});
    return tl::unexpected(error{error_code::usage, std::string(name) + " was made with " +
                                                       std::string(row.member) + " = " + shown(before) +
                                                       ", which cannot become " + shown(after) +
                                                       std::string(never_weaker)});
  }
  if (!differs && run.rules == rule_revisions(wanted.url)) return false;
  if (differs && old.url.ladder == rung::protocol)
    return tl::unexpected(error{error_code::usage, std::string(name) +
                                                       " was made with url_options::ladder = protocol, whose "
                                                       "redirects a conversion cannot follow again"});
  if (run.edges == edge_choice::host || run.edges == edge_choice::domain)
    return tl::unexpected(error{error_code::usage, std::string(name) + " holds names of " +
                                                       std::string(name_of(run.edges)) +
                                                       "s, not URLs: they cannot be normalized again"});
  const std::string* const dedup_by = run.option("dedup_by");
  if (dedup_by != nullptr && *dedup_by != "\"url\"")
    return tl::unexpected(
        error{error_code::usage, std::string(name) + " was made with output_options::dedup_by = " +
                                     shown(*dedup_by) + ": its URLs cannot be normalized again"});
  return true;
}

void note_renewal(const extract_options& options, manifest& run) {
  const std::vector<manifest_option> values = manifest_options_of(options);
  for (const option_row& row : option_table) {
    if (!is_url_option(row) || !row.merging.is_equal) continue;
    const auto stored = std::ranges::find(run.options, row.entry.key, &manifest_option::name);
    const std::string value = value_of(row, values);
    if (stored != run.options.end())
      stored->value = value;
    else
      run.options.push_back({std::string(row.entry.key), value});
  }
  run.rules = rule_revisions(options.url);
}

}  // namespace urlsieve
