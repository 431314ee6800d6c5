// What the conventions beyond the ladder do to a URL, one after the other, for people who ask.
#ifndef URLSIEVE_URL_CONVENTION_TRACE_HPP
#define URLSIEVE_URL_CONVENTION_TRACE_HPP

#include <string>
#include <vector>

#include "src/url/ladder_trace.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Those of `options` that change `form`, in the order in which they are applied.
[[nodiscard]] std::vector<applied_rule> trace_conventions(const convention_options& options,
                                                          std::string form);

}  // namespace urlsieve

#endif
