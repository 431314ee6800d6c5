#include "src/dedup/record_block.hpp"

#include <algorithm>
#include <new>
#include <stdexcept>

#include "src/runs/source_list.hpp"
#include "src/text/saturated_sum.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t first_size = std::size_t{64} << 10U;
constexpr std::uint64_t holes_ignored = std::size_t{64} << 10U;

// Doubles the size, as untouched memory costs nothing.
void reserve_bytes(memory_block& block, std::size_t size) {
  if (size > block.size()) block.grow(std::max({size, 2 * block.size(), first_size}));
}

}  // namespace

std::uint64_t record_block::append(const known_url& known, std::uint64_t limit) {
  const std::uint64_t position = used_;
  if (position >= limit) throw std::bad_alloc();
  reserve_bytes(records_, position + header_ + known.url.size() + alignment + overread);
  char* const record = records_.data() + position;
  std::memset(record + 16, 0, header_ - 16);
  store(record, known.order);
  store(record + 8, known.count << size_bits | known.url.size());
  if (!known.url.empty()) std::memcpy(record + header_, known.url.data(), known.url.size());
  attach(position, columns_place_, known.columns);
  attach(position, sources_place_, known.sources);
  used_ = next(position);
  return position;
}

void record_block::add(std::uint64_t position, const known_url& more) {
  char* const record = records_.data() + position;
  if (more.order < load(record)) {
    store(record, more.order);
    attach(position, columns_place_, more.columns);
  }
  const std::uint64_t counted = load(record + 8);
  const std::uint64_t total = saturated_sum(counted >> size_bits, more.count, max_count);
  store(record + 8, total << size_bits | (counted & (max_url - 1)));
  if (sources_place_ != 0) unite_with(position, more.sources);
  if (attached_holes_ > holes_ignored && attached_holes_ > attached_used_ / 3) compact_attachments();
}

void record_block::unite_with(std::uint64_t position, std::string_view sources) {
  if (unite_sources(this->sources(position), sources, max_sources_, united_))
    attach(position, sources_place_, united_);
}

// Replaces the attachment of the record in `place`.
void record_block::attach(std::uint64_t position, std::size_t place, std::string_view bytes) {
  if (place == 0) return;
  if (bytes.size() > max_attachment) throw std::length_error("columns of 256 MiB or more");
  const std::string_view old = attachment(position, place);
  if (!old.empty() && old.size() == bytes.size()) {
    std::memcpy(attached_.data() + (old.data() - attached_.data()), bytes.data(), bytes.size());
    return;
  }
  if (!bytes.empty()) reserve_bytes(attached_, attached_used_ + owner_size + bytes.size());
  if (!old.empty()) attached_holes_ += owner_size + old.size();
  char* const pointer = records_.data() + position + place;
  if (bytes.empty()) return store(pointer, 0);
  char* const to = attached_.data() + attached_used_;
  const std::uint64_t field = place == columns_place_ ? 0 : 1;
  store(to, (position / alignment << 1U | field) << attachment_bits | bytes.size());
  std::memcpy(to + owner_size, bytes.data(), bytes.size());
  store(pointer, attached_used_);
  attached_used_ += owner_size + bytes.size();
}

void record_block::compact_attachments() {
  std::uint64_t filled = owner_size;
  for (std::uint64_t at = owner_size; at != attached_used_;) {
    const std::uint64_t owner = load(attached_.data() + at);
    const std::uint64_t size = owner_size + (owner & max_attachment);
    const bool is_columns = (owner >> attachment_bits & 1U) == 0;
    const std::uint64_t position = (owner >> (attachment_bits + 1)) * alignment;
    char* const pointer = records_.data() + position + (is_columns ? columns_place_ : sources_place_);
    if (load(pointer) == at) {
      std::memmove(attached_.data() + filled, attached_.data() + at, size);
      store(pointer, filled);
      filled += size;
    }
    at += size;
  }
  attached_used_ = filled;
  attached_holes_ = 0;
}

}  // namespace urlsieve
