// A provider: rules on parameters, and redirectors, for the URLs that match a condition. All formats of rule
// files become providers.
#ifndef URLSIEVE_URL_TRACKING_RULE_PROVIDER_HPP
#define URLSIEVE_URL_TRACKING_RULE_PROVIDER_HPP

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/text/pattern.hpp"
#include "src/url/tracking/parameter_rules.hpp"
#include "src/url/tracking/url_matcher.hpp"
#include "urlsieve/tracking_rules.hpp"

namespace urlsieve {

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
