// A provider: rules on parameters, and redirectors, for the URLs that match a condition. All formats of rule
// files become providers.
#ifndef URLSIEVE_URL_TRACKING_RULE_PROVIDER_HPP
#define URLSIEVE_URL_TRACKING_RULE_PROVIDER_HPP

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "src/text/pattern.hpp"
#include "src/url/tracking/url_matcher.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/tracking_rules.hpp"

namespace urlsieve {

// Rules that select the parameters of a query: by name, by an expression on names, or by an expression on
// whole parameters.
class parameter_rules {
 public:
  // Selects parameters with the name.
  void add_name(std::string_view name, letter_case letters);

  // Selects parameters whose whole name matches, from finish() on. Fails with error_code::usage for an
  // expression that RE2 does not support.
  [[nodiscard]] result<void> add_name_pattern(std::string_view expression, letter_case letters);

  // Selects parameters "name=value" in which the expression occurs. `value`: the text that
  // selects() passes to `is_on` for this rule. Fails as add_name_pattern() does.
  [[nodiscard]] result<void> add_parameter_pattern(std::string_view expression, letter_case letters,
                                                   std::string_view value);

  // Selects all parameters except those with the name.
  void add_all_but(std::string_view name);

  // Selects all parameters.
  void add_all() { takes_all_ = true; }

  // Joins the expressions on names to one expression. Requires: no rule is added afterwards.
  void finish();

  [[nodiscard]] bool empty() const {
    return names_.empty() && lowered_names_.empty() && name_patterns_.empty() && patterns_.empty() &&
           kept_names_.empty() && !takes_all_;
  }

  // Returns true if a rule for which `is_on(value)` returns true selects `parameter`. `value`: the name of
  // the parameter for rules on names, the value of add_parameter_pattern(), "~name" for add_all_but(), and
  // empty for add_all().
  template <class IsOn>
  [[nodiscard]] bool selects(std::string_view parameter, const IsOn& is_on) const {
    const std::string_view name = parameter.substr(0, parameter.find('='));
    if (const auto found = names_.find(name); found != names_.end() && is_on(*found)) return true;
    if (has_lowered(name) && is_on(name)) return true;
    for (const pattern& expression : name_patterns_)
      if (expression.is_in(name) && is_on(name)) return true;
    for (const valued_pattern& rule : patterns_)
      if (rule.expression.is_in(parameter) && is_on(rule.value)) return true;
    for (const std::string& kept : kept_names_)
      if (name != std::string_view(kept).substr(1) && is_on(kept)) return true;
    return takes_all_ && is_on(std::string_view());
  }

 private:
  struct text_hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  using name_set = std::unordered_set<std::string, text_hash, std::equal_to<>>;
  struct valued_pattern {
    std::string value;
    pattern expression;
  };

  [[nodiscard]] bool has_lowered(std::string_view name) const;

  name_set names_;
  name_set lowered_names_;
  std::size_t longest_lowered_ = 0;
  std::array<std::vector<std::string>, 2> name_expressions_;  // by letter_case, until finish()
  std::vector<pattern> name_patterns_;
  std::vector<valued_pattern> patterns_;
  std::vector<std::string> kept_names_;  // "~name"
  bool takes_all_ = false;
};

struct rule_provider {
  std::vector<url_matcher> include;  // one of these matches
  std::vector<url_matcher> exclude;  // none of these matches
  parameter_rules parameters;
  bool cleans_fragments = false;      // the rules also hold for parameters of the fragment
  bool obeys_exceptions = false;      // rule_exception may switch rules off
  std::vector<pattern> raw_removals;  // matches are removed if they are whole parameters
  std::vector<pattern> redirectors;   // the first group of a match is the target
  bool redirects_paths = false;       // a redirector may match a URL without a query

  [[nodiscard]] bool matches(const url_to_match& url) const {
    const auto fits = [&url](const url_matcher& matcher) { return matcher.matches(url); };
    return std::any_of(include.begin(), include.end(), fits) &&
           std::none_of(exclude.begin(), exclude.end(), fits);
  }
};

// Switches off the rules with the value for URLs that match; an empty value switches off all rules.
struct rule_exception {
  url_matcher matcher;
  std::string value;
};

// The content of rule files.
struct rule_content {
  std::vector<rule_provider> providers;
  std::vector<rule_exception> exceptions;
  std::uint64_t rules = 0;  // rules read, supported or not
  std::vector<unsupported_rule> unsupported;

  void skip_rule(std::string place, std::string_view why) {
    unsupported.push_back({std::move(place), std::string(why)});
  }
};

}  // namespace urlsieve

#endif
