#include "src/url/explain/convention_trace.hpp"

#include <cstddef>
#include <utility>

#include "src/url/conventions/conventions.hpp"

namespace urlsieve {

std::vector<applied_rule> trace_conventions(const convention_options& options, std::string form) {
  std::vector<applied_rule> rules;
  for (bool again = true; again;) {
    const std::size_t size = form.size();
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
    again = form.size() != size;
  }
  return rules;
}

}  // namespace urlsieve
