#include "src/dedup/observed_redirects.hpp"

namespace urlsieve {

result<void> observed_redirects::add(std::string_view from, std::string_view to) {
  if (chains_) return chains_->add(from, to);
  table_.add(from, to);
  return table_.memory() > memory_ ? move_to_disk() : result<void>{};
}

// The table is freed last: it is small beside the memory of redirect_chains.
result<void> observed_redirects::move_to_disk() {
  chains_ = std::make_unique<redirect_chains>(area_, memory_);
  for (const redirect& pair : table_.pairs()) {
    if (result<void> added = chains_->add(pair.from, pair.to); !added) return added;
  }
  table_ = redirect_table();
  return {};
}

result<void> observed_redirects::settle(use purpose, const target_filter& keeps) {
  if (!chains_) {
    table_.settle(keeps);
    return {};
  }
  keeps_ = keeps;
  if (result<void> settled = chains_->settle(); !settled) return settled;
  if (purpose == use::pairs) return {};
  return stored_redirects::make(area_, memory_, [this](const redirect_consumer& take) { return each(take); })
      .map([this](std::unique_ptr<stored_redirects>&& stored) { stored_ = std::move(stored); });
}

result<void> observed_redirects::each(const redirect_consumer& take) const {
  if (chains_) {
    return chains_->each(
        [&](const redirect& pair) { return keeps_ && !keeps_(pair.to) ? result<void>{} : take(pair); });
  }
  for (const redirect& pair : table_.pairs()) {
    if (result<void> status = take(pair); !status) return status;
  }
  return {};
}

std::string_view observed_redirects::find_inheriting(std::string_view url, std::string& buffer) const {
  const auto find = [&](std::string_view key) {
    return stored_ ? stored_->find(key, buffer) : table_.find(key);
  };
  const std::string_view whole = find(url);
  if (!whole.empty()) return whole;
  const std::size_t fragment = url.find('#');
  if (fragment == std::string_view::npos) return {};
  const std::string_view target = find(url.substr(0, fragment));
  if (target.empty() || target.find('#') != std::string_view::npos) return target;
  if (!stored_) return buffer.assign(target).append(url.substr(fragment));
  // The target is in `buffer` already.
  buffer.erase(0, static_cast<std::size_t>(target.data() - buffer.data()));
  buffer.resize(target.size());
  return buffer.append(url.substr(fragment));
}

}  // namespace urlsieve
