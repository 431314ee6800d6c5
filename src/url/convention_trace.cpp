#include "src/url/convention_trace.hpp"

#include <array>
#include <string_view>
#include <utility>

#include "src/url/conventions.hpp"

namespace urlsieve {

std::vector<applied_rule> trace_conventions(const convention_options& options, std::string form) {
  using one_switch = std::pair<bool convention_options::*, std::string_view>;
  constexpr std::array<one_switch, 6> switches{
      {{&convention_options::drop_tracking, "tracking parameters dropped (--drop-tracking)"},
       {&convention_options::drop_session_ids, "session ids dropped (--drop-session-ids)"},
       {&convention_options::sort_query, "parameters of the query sorted (--sort-query)"},
       {&convention_options::fold_www, "\"www.\" dropped (--fold-www)"},
       {&convention_options::fold_index, "name of an index page dropped (--fold-index)"},
       {&convention_options::fold_https, "\"https\" written as \"http\" (--fold-https)"}}};
  std::vector<applied_rule> rules;
  for (const auto& [which, rule] : switches) {
    if (!(options.*which)) continue;
    convention_options alone;
    alone.*which = true;
    std::string next = form;
    next.resize(fold_conventions(alone, next.data(), next.size()));
    if (next == form) continue;
    form = std::move(next);
    rules.push_back({rule, form});
  }
  return rules;
}

}  // namespace urlsieve
