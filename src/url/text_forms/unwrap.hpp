// Undoes the rewriting of links by mail gateways and redirectors (unwrap_rules.hpp): returns the target of a
// rewritten URL if the URL contains its target.
#ifndef URLSIEVE_URL_TEXT_FORMS_UNWRAP_HPP
#define URLSIEVE_URL_TEXT_FORMS_UNWRAP_HPP

#include <string>
#include <string_view>

namespace urlsieve {

// The maximal number of wrappers that unwrapped() removes from a URL.
inline constexpr int deepest_wrapping = 8;

// Returns the innermost URL, a view into `buffer`. Returns `url` itself if nothing is wrapped, or if the
// content is not an absolute http, https, ftp or mailto URL. Requires: `url` is not a view into `buffer`.
// Decodes the URL once for each wrapper; the caller repairs and normalizes the result like any reference.
// Hosts without a rule cost about 15 to 35 ns.
[[nodiscard]] std::string_view unwrapped(std::string_view url, std::string& buffer);

}  // namespace urlsieve

#endif
