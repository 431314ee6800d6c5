#include "src/datasets/ordered_differences.hpp"

#include <functional>
#include <string_view>
#include <utility>

namespace urlsieve {

void difference_block::add(const row_difference& found) {
  entry added{found, 0, found.url.size(), bytes_.size(), found.row.size()};
  added.found.url = added.found.row = {};
  bytes_.append(found.row);
  // The URL is often a part of the row.
  const char* const begin = found.row.data();
  if (!found.row.empty() && std::greater_equal<>()(found.url.data(), begin) &&
      std::less_equal<>()(found.url.data() + found.url.size(), begin + found.row.size())) {
    added.url_begin = added.row_begin + static_cast<std::size_t>(found.url.data() - begin);
  } else {
    added.url_begin = bytes_.size();
    bytes_.append(found.url);
  }
  entries_.push_back(added);
}

bool difference_block::deliver(const consumer_ref<row_difference>& take, difference_counts& counts) const {
  const std::string_view bytes = bytes_;
  for (const entry& each : entries_) {
    row_difference found = each.found;
    found.url = bytes.substr(each.url_begin, each.url_size);
    found.row = bytes.substr(each.row_begin, each.row_size);
    ++counts.of[static_cast<unsigned>(found.kind)];
    if (!take(found)) return false;
  }
  return true;
}

std::optional<std::size_t> ordered_differences::claim() {
  std::unique_lock lock(mutex_);
  changed_.wait(
      lock, [this] { return is_cancelled_ || claimed_ == jobs_.size() || claimed_ < delivered_ + ahead_; });
  if (is_cancelled_ || claimed_ == jobs_.size()) return std::nullopt;
  return claimed_++;
}

bool ordered_differences::add(std::size_t job, difference_block block) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_cancelled_ || jobs_[job].blocks.size() < most_blocks_; });
  if (is_cancelled_) return false;
  jobs_[job].blocks.push_back(std::move(block));
  changed_.notify_all();
  return true;
}

void ordered_differences::finish(std::size_t job, difference_block rest, result<std::uint64_t> same) {
  const std::lock_guard lock(mutex_);
  jobs_[job].blocks.push_back(std::move(rest));
  jobs_[job].same = std::move(same);
  changed_.notify_all();
}

result<bool> ordered_differences::deliver_next(const consumer_ref<row_difference>& take,
                                               difference_counts& counts) {
  std::unique_lock lock(mutex_);
  job_state& job = jobs_[delivered_];
  while (true) {
    changed_.wait(lock, [&] { return !job.blocks.empty() || job.same; });
    if (job.blocks.empty()) break;
    const difference_block block = std::move(job.blocks.front());
    job.blocks.pop_front();
    changed_.notify_all();
    lock.unlock();
    if (!block.deliver(take, counts)) return false;
    lock.lock();
  }
  if (!*job.same) return tl::unexpected(std::move(job.same->error()));
  counts.same += **job.same;
  ++delivered_;
  changed_.notify_all();
  return true;
}

void ordered_differences::cancel() {
  const std::lock_guard lock(mutex_);
  is_cancelled_ = true;
  changed_.notify_all();
}

}  // namespace urlsieve
