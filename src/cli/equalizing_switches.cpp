#include "src/cli/equalizing_switches.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

#include "src/cli/help/flag_text.hpp"
#include "src/url/conventions/conventions.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve::cli {

namespace {

struct known_switch {
  std::string typed;
  bool of_resolution;  // without effect unless there is a base
  // Sets the option; without effect if the option is already set.
  std::function<void(url_options&)> set;
  std::function<bool(const url_options&)> is_set;
};

known_switch switch_of(const convention& row) {
  return {flag_of(row.name), false, [&row](url_options& options) { options.conventions.*row.is_on = true; },
          [&row](const url_options& options) { return options.conventions.*row.is_on; }};
}

template <auto Which, auto Value>
known_switch choice(std::string typed, bool of_resolution = false) {
  return {std::move(typed), of_resolution, [](url_options& options) { options.*Which = Value; },
          [](const url_options& options) { return options.*Which == Value; }};
}

// The switches of the ladder come first: their equivalences are facts, those of the other switches are
// assumptions.
std::vector<known_switch> all_switches() {
  std::vector<known_switch> all{
      {"--ladder syntax", false, [](url_options& options) { options.ladder = rung::syntax; },
       [](const url_options& options) { return options.ladder >= rung::syntax; }},
      {"--ladder scheme", false, [](url_options& options) { options.ladder = rung::scheme; },
       [](const url_options& options) { return options.ladder >= rung::scheme; }},
      choice<&url_options::keep_fragment, false>("no --keep-fragment"),
      choice<&url_options::unreserved, unreserved_set::rfc3986>("--unreserved rfc3986"),
      choice<&url_options::above_root, above_root_choice::remove>("--above-root remove"),
      choice<&url_options::resolution, resolution_choice::rfc3986>("--resolution rfc3986", true),
      choice<&url_options::resolution, resolution_choice::rfc2396bis>("--resolution rfc2396bis", true),
      choice<&url_options::resolution, resolution_choice::url_syntax_05>("--resolution url-syntax-05", true),
      choice<&url_options::same_scheme, same_scheme_choice::compatible>("--same-scheme compatible", true),
      choice<&url_options::slashes, slashes_choice::browser>("--slashes browser")};
  for (const convention& row : conventions) all.push_back(switch_of(row));
  all.push_back(choice<&url_options::userinfo, userinfo_policy::strip>("--userinfo strip"));
  return all;
}

}  // namespace

std::vector<std::string_view> equalizing_switches(const url_options& options, bool with_base,
                                                  const std::function<bool(const url_options&)>& equal) {
  static const std::vector<known_switch> switches = all_switches();
  std::vector<const known_switch*> off;
  for (const known_switch& candidate : switches)
    if ((with_base || !candidate.of_resolution) && !candidate.is_set(options)) off.push_back(&candidate);
  const auto with = [&](const std::vector<const known_switch*>& set) {
    url_options changed = options;
    for (const known_switch* const candidate : set) candidate->set(changed);
    return changed;
  };
  for (const known_switch* const candidate : off)
    if (equal(with({candidate}))) return {candidate->typed};
  // The choices of one option override each other, so the options of resolution stay unchanged here.
  std::erase_if(off, [](const known_switch* candidate) { return candidate->of_resolution; });
  if (!equal(with(off))) return {};
  // Removes from the back: of two rungs, the lower one stays.
  for (std::size_t i = off.size(); i-- != 0;) {
    std::vector<const known_switch*> fewer = off;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (equal(with(fewer))) off = std::move(fewer);
  }
  std::vector<std::string_view> typed;
  typed.reserve(off.size());
  for (const known_switch* const candidate : off) typed.push_back(candidate->typed);
  return typed;
}

}  // namespace urlsieve::cli
