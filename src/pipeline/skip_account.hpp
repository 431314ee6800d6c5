// Attributes skipped items of one kind ("type:image/png") to the current input.
#ifndef URLSIEVE_PIPELINE_SKIP_ACCOUNT_HPP
#define URLSIEVE_PIPELINE_SKIP_ACCOUNT_HPP

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "src/pipeline/batch.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class skip_account {
 public:
  // `kind`: the prefix of the kind, "type:". Requires: `kind` outlives the account.
  explicit skip_account(std::string_view kind) : kind_(kind) {}

  // Ignores everything counted so far.
  void restart(const stats& counted) { before_ = types_of(counted); }

  // Adds the items counted since the last call to `to`.
  void settle(const stats& counted, skipped_types& to) {
    if (counted.passed_over.empty()) return;
    skipped_types now = types_of(counted);
    for (const auto& [type, times] : now) {
      const auto known = before_.find(type);
      const std::uint64_t more = times - (known == before_.end() ? 0 : known->second);
      if (more != 0) to[type] += more;
    }
    before_ = std::move(now);
  }

 private:
  [[nodiscard]] skipped_types types_of(const stats& counted) const {
    skipped_types found;
    for (auto one = counted.passed_over.lower_bound(kind_);
         one != counted.passed_over.end() && one->first.starts_with(kind_); ++one)
      found.emplace_hint(found.end(), one->first.substr(kind_.size()), one->second);
    return found;
  }

  std::string_view kind_;
  skipped_types before_;
};

}  // namespace urlsieve

#endif
