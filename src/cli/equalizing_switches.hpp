// Which options would make two URLs equal that are not: each is tried alone, then all together and left out
// again one by one.
#ifndef URLSIEVE_CLI_EQUALIZING_SWITCHES_HPP
#define URLSIEVE_CLI_EQUALIZING_SWITCHES_HPP

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/options.hpp"

namespace urlsieve::cli {

// The fewest changes to `options` under which `equal` holds, as they are typed ("--fold-www"); empty: none is
// known. REQUIRES: equal(options) does not hold.
[[nodiscard]] std::vector<std::string_view> equalizing_switches(
    const url_options& options, bool with_base, const std::function<bool(const url_options&)>& equal);

}  // namespace urlsieve::cli

#endif
