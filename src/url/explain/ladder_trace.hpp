// Traces a reference up the comparison ladder (rfc2396bis-01 section 6.2) rule by rule, to explain why two
// URLs are equal. The forms come from the canonicalizer; the rules are a slow reimplementation of its single
// pass.
#ifndef URLSIEVE_URL_EXPLAIN_LADDER_TRACE_HPP
#define URLSIEVE_URL_EXPLAIN_LADDER_TRACE_HPP

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/url/normalize/base.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

struct convention_options;
struct url_options;

struct applied_rule {
  std::string_view rule;         // static string: the rule and its source
  std::string form;              // after the rule; empty if several rules worked in one pass
  std::string_view option = {};  // member of url_options that caused the rule; empty: the rung
};

struct rung_trace {
  rejection rejected = rejection::none;  // if not none, this rung and all higher rungs have no form
  std::string form;
  std::vector<applied_rule> rules;  // rules from the form at the rung below to `form`
  bool is_explained = true;         // the rules, applied one by one, give `form`
};

inline constexpr std::size_t rung_count = 3;

// Returns an entry for each rung up to `scheme`. If `base` is null, a relative reference is not resolved.
[[nodiscard]] std::array<rung_trace, rung_count> trace_ladder(std::string_view reference,
                                                              const base_url* base,
                                                              const url_options& options);

// Applies the enabled conventions to `form` and returns the conventions that change the URL, in order of
// application.
[[nodiscard]] std::vector<applied_rule> trace_conventions(const convention_options& options,
                                                          std::string form);

}  // namespace urlsieve

#endif
