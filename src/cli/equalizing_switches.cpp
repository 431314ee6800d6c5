#include "src/cli/equalizing_switches.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace urlsieve::cli {

namespace {

struct known_switch {
  std::string_view typed;
  bool of_resolution;  // of no use without a base
  // Sets the option; it is on already where that changes nothing.
  void (*set)(url_options&);
  bool (*is_set)(const url_options&);
};

template <bool convention_options::* Which>
constexpr known_switch convention(std::string_view typed) {
  return {typed, false, [](url_options& options) { options.conventions.*Which = true; },
          [](const url_options& options) { return options.conventions.*Which; }};
}

template <auto Which, auto Value>
constexpr known_switch choice(std::string_view typed, bool of_resolution = false) {
  return {typed, of_resolution, [](url_options& options) { options.*Which = Value; },
          [](const url_options& options) { return options.*Which == Value; }};
}

// Those of the ladder first: what they equate is equal, what the others equate is taken to be.
constexpr std::array switches{
    known_switch{"--ladder syntax", false, [](url_options& options) { options.ladder = rung::syntax; },
                 [](const url_options& options) { return options.ladder >= rung::syntax; }},
    known_switch{"--ladder scheme", false, [](url_options& options) { options.ladder = rung::scheme; },
                 [](const url_options& options) { return options.ladder >= rung::scheme; }},
    choice<&url_options::keep_fragment, false>("no --keep-fragment"),
    choice<&url_options::unreserved, unreserved_set::rfc3986>("--unreserved rfc3986"),
    choice<&url_options::above_root, above_root::remove>("--above-root remove"),
    choice<&url_options::resolution, resolution::rfc3986>("--resolution rfc3986", true),
    choice<&url_options::resolution, resolution::rfc2396bis>("--resolution rfc2396bis", true),
    choice<&url_options::resolution, resolution::url_syntax_05>("--resolution url-syntax-05", true),
    choice<&url_options::same_scheme, same_scheme::compatible>("--same-scheme compatible", true),
    convention<&convention_options::drop_tracking>("--drop-tracking"),
    convention<&convention_options::drop_session_ids>("--drop-session-ids"),
    convention<&convention_options::sort_query>("--sort-query"),
    convention<&convention_options::fold_www>("--fold-www"),
    convention<&convention_options::fold_index>("--fold-index"),
    convention<&convention_options::fold_https>("--fold-https"),
    choice<&url_options::userinfo, userinfo_policy::strip>("--userinfo strip")};

}  // namespace

std::vector<std::string_view> equalizing_switches(const url_options& options, bool with_base,
                                                  const std::function<bool(const url_options&)>& equal) {
  std::vector<const known_switch*> off;
  for (const known_switch& one : switches)
    if ((with_base || !one.of_resolution) && !one.is_set(options)) off.push_back(&one);
  const auto with = [&](const std::vector<const known_switch*>& set) {
    url_options changed = options;
    for (const known_switch* const one : set) one->set(changed);
    return changed;
  };
  for (const known_switch* const one : off)
    if (equal(with({one}))) return {one->typed};
  // Of two words for one option the later counts: the documents' algorithms stay as they are here.
  std::erase_if(off, [](const known_switch* one) { return one->of_resolution; });
  if (!equal(with(off))) return {};
  // From the back: of two rungs the lower one stays.
  for (std::size_t i = off.size(); i-- != 0;) {
    std::vector<const known_switch*> fewer = off;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (equal(with(fewer))) off = std::move(fewer);
  }
  std::vector<std::string_view> typed;
  typed.reserve(off.size());
  for (const known_switch* const one : off) typed.push_back(one->typed);
  return typed;
}

}  // namespace urlsieve::cli
