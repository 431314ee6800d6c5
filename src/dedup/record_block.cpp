#include "src/dedup/record_block.hpp"

#include <algorithm>
#include <new>

namespace urlsieve {
namespace {

constexpr std::size_t first_size = std::size_t{64} << 10U;
constexpr std::uint64_t holes_ignored = std::size_t{64} << 10U;

// Doubled, as what is not touched costs nothing.
void make_room(memory_block& block, std::size_t size) {
  if (size > block.size()) block.grow(std::max({size, 2 * block.size(), first_size}));
}

}  // namespace

std::uint64_t record_block::append(std::string_view url, std::uint64_t order, std::string_view columns,
                                   std::uint64_t limit) {
  const std::uint64_t position = used_;
  if (position >= limit) throw std::bad_alloc();
  make_room(records_, position + header_ + url.size() + alignment + overread);
  char* const record = records_.data() + position;
  if (header_ > 16) {
    store(record + 16, 0);
    std::memset(record + 24, 0, 4);
    set_columns(record, columns);
  }
  store(record, order);
  store(record + 8, std::uint64_t{1} << size_bits | url.size());
  if (!url.empty()) std::memcpy(record + header_, url.data(), url.size());
  used_ = next(position);
  return position;
}

void record_block::add(std::uint64_t position, std::uint64_t order, std::string_view columns) {
  char* const record = records_.data() + position;
  if (order < load(record)) {
    if (header_ > 16) set_columns(record, columns);
    store(record, order);
  }
  const std::uint64_t counted = load(record + 8);
  if (counted >> size_bits != max_count) store(record + 8, counted + (std::uint64_t{1} << size_bits));
  if (columns_holes_ > holes_ignored && columns_holes_ > columns_used_ / 3) close_holes();
}

std::string_view record_block::columns(std::uint64_t position) const {
  if (header_ == 16) return {};
  const char* const record = records_.data() + position;
  std::uint32_t size = 0;
  std::memcpy(&size, record + 24, sizeof size);
  return {columns_.data() + load(record + 16), size};
}

// Writes the columns of a record whose header may not be complete yet; nothing is changed if memory runs out.
void record_block::set_columns(char* record, std::string_view columns) {
  std::uint32_t old_size = 0;
  std::memcpy(&old_size, record + 24, sizeof old_size);
  std::uint64_t place = load(record + 16);
  if (columns.size() > old_size) {
    make_room(columns_, columns_used_ + columns.size());
    place = columns_used_;
    columns_used_ += columns.size();
    columns_holes_ += old_size;
  } else {
    columns_holes_ += old_size - columns.size();
  }
  const auto size = static_cast<std::uint32_t>(columns.size());
  store(record + 16, place);
  std::memcpy(record + 24, &size, sizeof size);
  if (!columns.empty()) std::memcpy(columns_.data() + place, columns.data(), columns.size());
}

void record_block::close_holes() {
  memory_block packed;
  packed.grow(std::max<std::size_t>(columns_used_ - columns_holes_, first_size));
  std::uint64_t filled = 0;
  for (std::uint64_t position = first(); position != end(); position = next(position)) {
    const std::string_view kept = columns(position);
    if (!kept.empty()) std::memcpy(packed.data() + filled, kept.data(), kept.size());
    store(records_.data() + position + 16, filled);
    filled += kept.size();
  }
  columns_ = std::move(packed);
  columns_used_ = filled;
  columns_holes_ = 0;
}

}  // namespace urlsieve
