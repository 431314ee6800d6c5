#include "src/report/name_counts.hpp"

#include <algorithm>
#include <utility>

namespace urlsieve {
namespace {

constexpr auto censused =
    enum_table<counted_name, top_counts shard_census::*>({{counted_name::scheme, &shard_census::schemes},
                                                          {counted_name::host, &shard_census::hosts},
                                                          {counted_name::domain, &shard_census::domains},
                                                          {counted_name::suffix, &shard_census::suffixes}});

bool is_lower(const fingerprint& a, const fingerprint& b) {
  return std::pair(a.high, a.low) < std::pair(b.high, b.low);
}

}  // namespace

name_counts::name_counts(const shard_census& census) : seed_(process_seed()) {
  for (std::size_t kind = 0; kind < counts_.size(); ++kind) {
    std::vector<counted>& counts = counts_[kind];
    std::size_t names = 0;
    (census.*censused[kind]).each_name([&](std::string_view, std::uint64_t) { ++names; });
    counts.reserve(names);
    (census.*censused[kind]).each_name([&](std::string_view name, std::uint64_t urls) {
      counts.push_back({fingerprint_of(name, seed_), urls});
    });
    std::ranges::sort(counts, is_lower, &counted::name);
  }
}

std::uint64_t name_counts::urls_of(counted_name kind, std::string_view name) const {
  const fingerprint sought = fingerprint_of(name, seed_);
  const std::vector<counted>& counts = counts_[static_cast<std::size_t>(kind)];
  const auto found = std::ranges::lower_bound(counts, sought, is_lower, &counted::name);
  return found != counts.end() && found->name == sought ? found->urls : 0;
}

std::uint64_t name_counts::bytes() const {
  std::uint64_t sum = 0;
  for (const std::vector<counted>& counts : counts_) sum += counts.size() * sizeof(counted);
  return sum;
}

}  // namespace urlsieve
