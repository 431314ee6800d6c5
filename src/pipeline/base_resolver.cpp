#include "src/pipeline/base_resolver.hpp"

#include "src/text/ascii.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {

const base_url* base_resolver::outer(const document& opened) {
  const bool was_read = !opened.base.empty();
  const std::string_view base = was_read ? opened.base : default_base_;
  const opaque_base_policy opaque =
      was_read ? opaque_base_policy::resolve_none : opaque_base_policy::resolve_unlisted;
  const base_url* const outer =
      !base.empty() && document_.assign(base, options_, opaque) ? &document_ : nullptr;
  return uses_location_ && !opened.location.empty() ? located(opened.location, outer) : outer;
}

const base_url* base_resolver::embedded(std::string_view href, const base_url* outer) {
  return resolve(href, outer, embedded_);
}

const base_url* base_resolver::of_redirect(std::string_view from) {
  return document_.assign(from, options_, opaque_base_policy::resolve_none) ? &document_ : nullptr;
}

const base_url* base_resolver::behind(const base_change& change, const base_url* base) {
  if (!change.href) {
    if (outer_.empty()) return base;
    base = outer_.back();
    outer_.pop_back();
    return base;
  }
  outer_.push_back(base);
  while (inner_.size() < outer_.size()) inner_.emplace_back();
  return resolve(*change.href, base, inner_[outer_.size() - 1]);
}

// Resolves the base that markup or a header declares, and stores the base in `into`. Returns `outer` if
// `href` is no base. Relative references against opaque schemes give no URL, as in browsers.
const base_url* base_resolver::resolve(std::string_view href, const base_url* outer, base_url& into) {
  if (href.size() > options_.max_url) return outer;
  char* const place = scratch_.reserve(canonicalizer::capacity_for(href.size(), outer));
  const canonical_url resolved = resolver_.resolve(href, outer, place);
  if (resolved.rejected != rejection::none) return outer;
  if (!into.assign({place, resolved.size}, options_, opaque_base_policy::resolve_none)) return outer;
  const std::string_view scheme = into.view().scheme();
  return ascii::same(scheme, "data") || ascii::same(scheme, "javascript") ? outer : &into;
}

// Returns the base of Content-Location, or `outer` if references cannot be resolved against it.
const base_url* base_resolver::located(std::string_view location, const base_url* outer) {
  const base_url* const resolved = resolve(location, outer, located_);
  return resolved == &located_ && !located_.hierarchical() ? outer : resolved;
}

}  // namespace urlsieve
