// The way of one reference up the comparison ladder (rfc2396bis-01 section 6.2), rule by rule, for people who
// ask why two URLs are the same. The forms are those of canonicalizer; the rules are a second, slow telling
// of what it does in one pass.
#ifndef URLSIEVE_URL_LADDER_TRACE_HPP
#define URLSIEVE_URL_LADDER_TRACE_HPP

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/url/base.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

struct applied_rule {
  std::string_view rule;         // static: what was done, and where that is written
  std::string form;              // after it; empty where several rules worked in one pass
  std::string_view option = {};  // of url_options that asked for it; empty: the rung does
};

struct rung_trace {
  rejection rejected = rejection::none;  // then there is no form, nor at the rungs above
  std::string form;
  std::vector<applied_rule> rules;  // from the form at the rung below to this one
  bool told = true;                 // the rules, one after the other, give the form
};

inline constexpr std::size_t rung_count = 3;

// One entry for each rung up to `scheme`. `base` may be null: then a relative reference is taken as such.
[[nodiscard]] std::array<rung_trace, rung_count> trace_ladder(std::string_view reference,
                                                              const base_url* base,
                                                              const url_options& options);

}  // namespace urlsieve

#endif
