// Whether the shards of two runs belong together: the same URL must have the same form and be in the same
// shard in both.
#ifndef URLSIEVE_SHARDS_SHARD_FIT_HPP
#define URLSIEVE_SHARDS_SHARD_FIT_HPP

#include <span>
#include <string_view>

#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

struct fit_demands {
  bool same_shard_count = true;
  bool same_rows = true;    // so that a row of one may stand for one of the other
  bool same_fields = true;  // columns too: asked only with same_rows
  bool same_rules = true;   // revisions of the rules that shape URLs
};

// error_code::usage says in what `other` differs from `one`, and what can be done.
[[nodiscard]] result<void> check_fit(const manifest& one, std::string_view one_name, const manifest& other,
                                     std::string_view other_name, fit_demands demands);

// error_code::usage names both revisions of the first rule set in which the outputs differ, whose revisions
// are mixed, or that only one of the outputs names.
[[nodiscard]] result<void> check_rules(const std::vector<rule_revision>& one, std::string_view one_name,
                                       const std::vector<rule_revision>& other, std::string_view other_name,
                                       std::string_view hint);

// The columns without the one that told what was new to a single run.
[[nodiscard]] std::vector<std::string> lasting_fields(const manifest& of);

// The manifest of the merged runs, without its shards: choices in which they differ are null, what was
// counted is added up. REQUIRES: they fit together.
[[nodiscard]] manifest unite(std::string_view version, std::span<const manifest> runs);

// The same of runs that come one after another.
[[nodiscard]] manifest begin_union(std::string_view version, const manifest& first);
void add_to_union(manifest& all, const manifest& run);

}  // namespace urlsieve

#endif
