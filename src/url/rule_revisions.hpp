// The revisions of the rule sets that shape URLs. Two outputs whose revisions differ may spell the same URL
// in two ways.
#ifndef URLSIEVE_URL_RULE_REVISIONS_HPP
#define URLSIEVE_URL_RULE_REVISIONS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/manifest.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Raised by one with every change of what a rung of the ladder, resolution or a repair makes of a URL.
inline constexpr std::string_view ladder_revision = "1";

// Likewise of what a convention does. Its tables are hashed besides.
inline constexpr std::string_view convention_revision = "1";

// The rule sets that shape URLs under these options: "ladder"; "conventions", if one is on, with the XXH3-128
// of the tables behind a blank; "idna", the versions of ICU and Unicode that UTS 46 comes from. The public
// suffix list has a member of its own in manifests.
[[nodiscard]] std::vector<rule_revision> rule_revisions(const url_options& options);

}  // namespace urlsieve

#endif
