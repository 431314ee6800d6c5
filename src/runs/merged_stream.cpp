#include "src/runs/merged_stream.hpp"

#include <utility>

#include "src/runs/source_list.hpp"
#include "src/text/saturated_sum.hpp"

namespace urlsieve {

merged_stream::merged_stream(std::vector<std::unique_ptr<entry_stream>> inputs, std::uint32_t max_sources)
    : entries_(cursors_of(std::move(inputs))), max_sources_(max_sources) {}

std::vector<merged_stream::entry_cursor> merged_stream::cursors_of(
    std::vector<std::unique_ptr<entry_stream>> inputs) {
  std::vector<entry_cursor> cursors;
  cursors.reserve(inputs.size());
  for (std::unique_ptr<entry_stream>& input : inputs) cursors.push_back({std::move(input), &state_});
  return cursors;
}

bool merged_stream::advance() {
  if (!std::exchange(begun_, true)) more_ = entries_.next();
  if (!state_ || !more_) return false;
  shared_ = entries_.shared();
  hold(top());
  while (true) {
    more_ = entries_.next();
    if (!state_) return false;
    if (!more_ || !entries_.same_key()) break;
    add(top());
  }
  entry_.url = url_;
  entry_.columns = columns_;
  entry_.sources = sources_;
  return true;
}

void merged_stream::hold(const known_url& first) {
  url_.resize(shared_);
  url_.append(first.url.substr(shared_));
  entry_.count = first.count;
  entry_.order = first.order;
  columns_.assign(first.columns);
  sources_.assign(first.sources);
}

void merged_stream::add(const known_url& more) {
  entry_.count = saturated_sum(entry_.count, more.count, max_count);
  if (more.order < entry_.order) {
    entry_.order = more.order;
    columns_.assign(more.columns);
  }
  if (max_sources_ != 0 && unite_sources(sources_, more.sources, max_sources_, united_))
    sources_.swap(united_);
}

}  // namespace urlsieve
