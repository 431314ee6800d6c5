#include "src/url/rule_revisions.hpp"

#include <unicode/uset.h>  // with U_UNICODE_VERSION
#include <unicode/utypes.h>

#include <algorithm>

#include "src/text/scan/fingerprint.hpp"
#include "src/url/conventions/conventions.hpp"
#include "urlsieve/learnt_rules.hpp"
#include "urlsieve/tracking_rules.hpp"
#include "urlsieve/url_options.hpp"

namespace urlsieve {
namespace {

std::string checksum_of_tables() {
  running_checksum sum;
  const auto add = [&](std::string_view name) {
    sum.add(name);
    sum.add("\n");
  };
  for (const tracking_parameter& parameter : tracking_parameters()) add(parameter.name);
  for (const std::span<const std::string_view> names : {session_parameters(), index_pages()}) {
    add("");
    for (const std::string_view name : names) add(name);
  }
  return sum.hex();
}

}  // namespace

std::vector<rule_revision> rule_revisions(const url_options& options) {
  std::vector<rule_revision> all{{"ladder", std::string(ladder_revision)}};
  const bool any_convention = std::ranges::any_of(
      conventions, [&](const convention& rule) { return options.conventions.*rule.is_on; });
  if (any_convention)
    all.push_back({"conventions", std::string(convention_revision) + ' ' + checksum_of_tables()});
  if (options.loaded_rules) all.push_back({"tracking", options.loaded_rules->checksum()});
  if (options.learnt_rules) all.push_back({"learnt", options.learnt_rules->checksum()});
  // The library is loaded by the major version of compilation.
  all.push_back({"idna", "ICU " + std::to_string(U_ICU_VERSION_MAJOR_NUM) + ", Unicode " U_UNICODE_VERSION});
  return all;
}

}  // namespace urlsieve
