// Resolution and normalization of single URLs.
#ifndef URLSIEVE_URL_HPP
#define URLSIEVE_URL_HPP

#include <optional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "urlsieve/error.hpp"
#include "urlsieve/url_options.hpp"
#include "urlsieve/url_view.hpp"

namespace urlsieve {

// Resolves `reference` against `base` by the exact algorithm of options.resolution. Keeps the fragment and
// repairs nothing. `base` may be any string, also a relative reference. Uses only the options resolution,
// above_root and same_scheme. Returns nullopt only under above_root_choice::reject.
[[nodiscard]] std::optional<std::string> resolve(std::string_view base, std::string_view reference,
                                                 const url_options& options = {});

// Repairs `reference` and normalizes it to options.ladder without a base. A relative reference keeps its
// leading dot segments. Returns the reason if the reference is rejected: for example too_long beyond
// options.max_url, scheme_not_kept, or invalid_host.
[[nodiscard]] tl::expected<std::string, rejection> normalize(std::string_view reference,
                                                             const url_options& options = {});

// Repairs `reference`, resolves it against `base` (empty: none) and normalizes it to options.ladder. Returns
// rejection::no_base if `base` is not an absolute URL, or if `base` is empty and `reference` is relative.
// Otherwise returns reasons as normalize() does. For many references, a normalizer (normalizer.hpp) avoids
// the allocations of resolve(), normalize() and canonicalize(), which throw std::bad_alloc.
[[nodiscard]] tl::expected<std::string, rejection> canonicalize(std::string_view reference,
                                                                std::string_view base,
                                                                const url_options& options = {});

}  // namespace urlsieve

#endif
