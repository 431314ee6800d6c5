#include "src/datasets/rejected_rows.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "src/shards/run_counts.hpp"
#include "src/shards/shard_fit.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

bool is_requested(rejection why) {
  return why == rejection::flag_dropped || why == rejection::scheme_not_kept || why == rejection::self_loop;
}

void rejected_rows::insert(row&& rejected) {
  const auto place = std::ranges::upper_bound(first_, rejected.order, {}, &row::order);
  first_.insert(place, std::move(rejected));
  if (first_.size() > most_) first_.pop_back();
}

void rejected_rows::add_example(std::uint64_t order, rejection why, std::string_view url) {
  std::vector<example>& known = examples_[static_cast<std::size_t>(why)];
  if (known.size() == manifest_examples::most && order > known.back().order) return;
  const auto same = std::ranges::find(known, url, &example::text);
  if (same != known.end()) {
    if (same->order <= order) return;
    known.erase(same);
  }
  known.insert(std::ranges::upper_bound(known, order, {}, &example::order), {order, std::string(url)});
  if (known.size() > manifest_examples::most) known.pop_back();
}

void rejected_rows::add(const rejected_rows& more) {
  rows_ += more.rows_;
  for (std::size_t i = 0; i < rejection_count; ++i) {
    counts_[i] += more.counts_[i];
    for (const example& each : more.examples_[i])
      add_example(each.order, static_cast<rejection>(i), each.text);
  }
  for (row each : more.first_) insert(std::move(each));
}

std::uint64_t rejected_rows::references() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < rejection_count; ++i)
    if (!is_requested(static_cast<rejection>(i))) sum += counts_[i];
  return sum;
}

void rejected_rows::note(manifest& output) const {
  stats counted;
  counted.rejected = counts_;
  for (std::size_t i = 0; i < rejection_count; ++i)
    for (const example& each : examples_[i]) counted.rejected_examples.note(i, each.text);
  manifest rejected = output;
  rejected.references = rejected.kept = 0;
  rejected.counted = headings_of(counted);
  rejected.examples = examples_of(counted);
  add_to_merged_manifest(output, rejected);
  output.kept -= std::min(output.kept, std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0}));
}

}  // namespace urlsieve
