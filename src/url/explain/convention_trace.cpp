#include "src/url/explain/convention_trace.hpp"

#include <utility>

#include "src/url/conventions/conventions.hpp"
#include "src/url/conventions/query_parameters.hpp"

namespace urlsieve {

std::vector<applied_rule> trace_conventions(const convention_options& options, std::string form) {
  std::vector<applied_rule> rules;
  for (bool again = true; again;) {
    const char separator = separator_of_url(form);
    for (const convention& rule : conventions) {
      if (!(options.*rule.is_on)) continue;
      convention_options alone;
      alone.*rule.is_on = true;
      std::string next = form;
      next.resize(fold_conventions(alone, next.data(), next.size()));
      if (next == form) continue;
      form = std::move(next);
      rules.push_back({rule.done, form, rule.name});
    }
    again = separator_of_url(form) != separator;
  }
  return rules;
}

}  // namespace urlsieve
