// Explains why a reference was rejected: the canonicalizer returns the rule, this function finds the byte.
// Slow; only for rejected references.
#ifndef URLSIEVE_URL_EXPLAIN_EXPLAINED_REJECTION_HPP
#define URLSIEVE_URL_EXPLAIN_EXPLAINED_REJECTION_HPP

#include <string_view>

#include "src/url/explain/explanation.hpp"
#include "src/url/normalize/base.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Returns the explanation, with positions in `reference` as given. Requires: the canonicalizer rejected
// `reference` against `base` (null: none) under `options` with reason `why`.
[[nodiscard]] explanation explain_rejection(std::string_view reference, rejection why, const base_url* base,
                                            const url_options& options);

}  // namespace urlsieve

#endif
