// Why a reference gave no URL, for a person: the canonicalizer says which rule, this looks for the byte.
// Slow, and asked only of what was rejected.
#ifndef URLSIEVE_URL_EXPLAINED_REJECTION_HPP
#define URLSIEVE_URL_EXPLAINED_REJECTION_HPP

#include <string_view>

#include "src/url/base.hpp"
#include "src/url/explanation.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// REQUIRES: the canonicalizer rejected `reference` against `base` (null: none) under `options`, for `why`.
// Positions are those of the reference as given.
[[nodiscard]] explanation explain_rejection(std::string_view reference, rejection why, const base_url* base,
                                            const url_options& options);

}  // namespace urlsieve

#endif
