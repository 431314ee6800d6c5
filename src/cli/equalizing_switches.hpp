// Finds the options that would make two different URLs equal. Tries each option alone, then all options
// together, and then removes options one by one.
#ifndef URLSIEVE_CLI_EQUALIZING_SWITCHES_HPP
#define URLSIEVE_CLI_EQUALIZING_SWITCHES_HPP

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {
struct url_options;
}

namespace urlsieve::cli {

// Returns a small set of options, as typed ("--fold-www"), that make `equal` true when added to `options`;
// empty if none is known. `with_base`: the URLs are resolved against a base, so options of resolution matter.
// Requires: equal(options) is false.
[[nodiscard]] std::vector<std::string_view> equalizing_switches(
    const url_options& options, bool with_base, const std::function<bool(const url_options&)>& equal);

}  // namespace urlsieve::cli

#endif
