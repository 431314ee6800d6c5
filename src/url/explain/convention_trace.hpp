// Traces the conventions that change a URL, for `compare`.
#ifndef URLSIEVE_URL_EXPLAIN_CONVENTION_TRACE_HPP
#define URLSIEVE_URL_EXPLAIN_CONVENTION_TRACE_HPP

#include <string>
#include <vector>

#include "src/url/explain/ladder_trace.hpp"

namespace urlsieve {

// Applies the enabled conventions to `form` and returns the conventions that change the URL, in order of
// application.
[[nodiscard]] std::vector<applied_rule> trace_conventions(const convention_options& options,
                                                          std::string form);

}  // namespace urlsieve

#endif
