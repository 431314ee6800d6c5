#include "src/documents/archives/warc_segments.hpp"

#include <algorithm>
#include <utility>

namespace urlsieve {

void warc_segments::begin(const warc_record& record, std::string_view bytes, std::uint64_t offset,
                          std::uint64_t size) {
  document record_document;
  if (!bytes.empty()) record_document.bytes = std::make_shared<std::string>(bytes);
  record_document.header_size = record.header_size;
  record_document.offset = offset;
  record_document.size = size;
  record_document.id = record.id;
  record_document.length = record.length.value_or(0);
  block_bytes_ += record_document.block_size();
  waiting_.push_back(std::move(record_document));
}

warc_segments::step warc_segments::add(const warc_record& record, std::string_view block) {
  const auto found = std::ranges::find(waiting_, record.first_segment, &document::id);
  if (found == waiting_.end() || record.segment != found->segments + 1) return step::orphan;
  std::rotate(waiting_.begin(), found, found + 1);
  document& first = waiting_.front();
  ++first.segments;
  first.length += block.size();
  if (first.bytes) {
    if (block.size() > most_ - std::min(most_, first.block_size())) return step::too_large;
    first.bytes->append(block);
    block_bytes_ += block.size();
  }
  return record.total_length ? step::complete : step::waiting;
}

bool warc_segments::has_excess(bool all) const {
  return !waiting_.empty() && (all || block_bytes_ > most_ || waiting_.size() > most_waiting);
}

warc_segments::document warc_segments::take() {
  document first = std::move(waiting_.front());
  waiting_.pop_front();
  block_bytes_ -= first.block_size();
  return first;
}

}  // namespace urlsieve
