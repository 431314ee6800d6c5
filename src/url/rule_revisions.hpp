// Revisions of the rule sets that shape URLs. Outputs with different revisions may spell the same URL
// differently.
#ifndef URLSIEVE_URL_RULE_REVISIONS_HPP
#define URLSIEVE_URL_RULE_REVISIONS_HPP

#include <string>
#include <string_view>
#include <vector>

#include "urlsieve/manifest.hpp"

namespace urlsieve {

struct url_options;

// Incremented with every change to the result of a rung, resolution or repair.
inline constexpr std::string_view ladder_revision = "1";

// Incremented with every change to the result of a convention. The tables of the conventions are hashed
// separately.
inline constexpr std::string_view convention_revision = "1";

// Returns the rule sets that shape URLs under `options`:
// - "ladder";
// - "conventions", if any convention is enabled: the revision, a blank, and the XXH3-128 of the tables;
// - "tracking", if tracking rules are loaded from files: the XXH3-128 of the files;
// - "learnt", if learnt rules are loaded from files: the XXH3-128 of the rules without their counts;
// - "idna": the versions of ICU and Unicode on which UTS 46 depends.
// The public suffix list has its own member in manifests.
[[nodiscard]] std::vector<rule_revision> rule_revisions(const url_options& options);

}  // namespace urlsieve

#endif
