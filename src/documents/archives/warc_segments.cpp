#include "src/documents/archives/warc_segments.hpp"

#include <algorithm>
#include <utility>

namespace urlsieve {

void warc_segments::begin(const warc_record& record, std::string_view bytes, std::uint64_t offset,
                          std::uint64_t size) {
  document made;
  if (!bytes.empty()) made.bytes = std::make_shared<std::string>(bytes);
  made.header_size = record.header_size;
  made.offset = offset;
  made.size = size;
  made.id = record.id;
  made.length = record.length.value_or(0);
  held_ += made.held();
  waiting_.push_back(std::move(made));
}

warc_segments::step warc_segments::add(const warc_record& record, std::string_view block) {
  const auto found = std::ranges::find(waiting_, record.first_segment, &document::id);
  if (found == waiting_.end() || record.segment != found->segments + 1) return step::orphan;
  std::rotate(waiting_.begin(), found, found + 1);
  document& first = waiting_.front();
  ++first.segments;
  first.length += block.size();
  if (first.bytes) {
    if (block.size() > most_ - std::min(most_, first.held())) return step::too_large;
    first.bytes->append(block);
    held_ += block.size();
  }
  return record.total_length ? step::complete : step::waiting;
}

bool warc_segments::has_excess(bool all) const {
  return !waiting_.empty() && (all || held_ > most_ || waiting_.size() > most_waiting);
}

warc_segments::document warc_segments::take() {
  document made = std::move(waiting_.front());
  waiting_.pop_front();
  held_ -= made.held();
  return made;
}

}  // namespace urlsieve
