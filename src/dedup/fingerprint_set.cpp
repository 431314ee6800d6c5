#include "src/dedup/fingerprint_set.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace urlsieve {
namespace {

// At this load, a quarter of the buckets is full; on average over all sizes, a tenth.
constexpr std::size_t load_numerator = 4;
constexpr std::size_t load_denominator = 5;

// Initial entries of the first table; each further table has 1.5^(1/8) times as many.
constexpr double first_entries = 64;
constexpr double between_two = 1.052;

// Returns an upper bound of the entries of one table among `all` entries; exceeding it is practically
// impossible.
std::size_t greatest_share(std::size_t all, std::size_t parts) {
  const auto mean = static_cast<double>(all) / static_cast<double>(parts);
  return static_cast<std::size_t>(mean + 8 * std::sqrt(mean));
}

}  // namespace

std::size_t fingerprint_table::homes_for(std::size_t entries) const {
  return std::max(entries * load_denominator / (bucket_size * load_numerator) + 2, grown());
}

std::size_t fingerprint_table::memory_for(std::size_t entries) const {
  return entries < most_ ? memory() : (homes_for(entries) + longer_tail()) * sizeof(bucket);
}

void fingerprint_table::reserve(std::size_t entries) {
  if (entries >= most_) grow(homes_for(entries), longer_tail());
}

void fingerprint_table::clear() {
  constexpr std::size_t largest_kept = std::size_t{8} << 10U;  // bytes
  if (memory() > largest_kept) {
    *this = {};
  } else if (size_ != 0) {
    std::memset(memory_.data(), 0, memory());
    size_ = 0;
  }
}

bool fingerprint_table::add(const fingerprint& entry) {
  for (std::size_t i = home(entry); i != homes_ + tail_; ++i) {
    for (fingerprint& entry_slot : buckets()[i]) {
      if (entry_slot == entry) return false;
      if (entry_slot.low != 0) continue;
      entry_slot = entry;
      if (++size_ >= most_) grow(grown(), longer_tail());
      return true;
    }
  }
  grow(homes_, 2 * tail_);  // with well mixed fingerprints this does not happen
  return add(entry);
}

// Searches the buckets from the home on. Each entry was put into the first bucket with an empty slot, so the
// search ends at an empty slot.
bool fingerprint_table::contains(const fingerprint& entry) const {
  for (std::size_t i = home_of(entry); i != homes_ + tail_; ++i) {
    for (const fingerprint& entry_slot : buckets()[i]) {
      if (entry_slot == entry) return true;
      if (entry_slot.low == 0) return false;
    }
  }
  return false;
}

// Inserts an entry that is known to be new.
void fingerprint_table::insert_new(const fingerprint& entry) {
  for (std::size_t i = home(entry);; ++i) {
    for (fingerprint& entry_slot : buckets()[i]) {
      if (entry_slot.low != 0) continue;
      entry_slot = entry;
      return;
    }
  }
}

void fingerprint_table::grow(std::size_t homes, std::size_t tail) {
  const std::size_t before = homes_ + tail_;
  memory_.grow((homes + tail) * sizeof(bucket), block_end::as_asked);
  homes_ = homes;
  tail_ = tail;
  most_ = homes * bucket_size * load_numerator / load_denominator;
  // Fill counts are kept apart from the buckets: reading bytes that were just written would stall.
  std::vector<std::uint8_t> used(homes + tail);
  std::vector<fingerprint> late;  // entries that overflowed far beyond their home
  // A copy in a register: writes to `used` might alias any member.
  const bucket_row into = row();
  std::uint8_t* const used_slots = used.data();
  for (std::size_t i = before; i-- > 0;) {
    fingerprint* const from = into.first + i * bucket_size;
    for (std::size_t k = 0; k != bucket_size && from[k].low != 0; ++k) {
      const fingerprint entry = std::exchange(from[k], {});
      std::size_t to = into.home(entry);
      if (to <= i) [[unlikely]] {
        late.push_back(entry);
        continue;
      }
      while (used_slots[to] == bucket_size) ++to;
      into.first[to * bucket_size + used_slots[to]++] = entry;
    }
  }
  for (const fingerprint& entry : late) insert_new(entry);
}

fingerprint_set::fingerprint_set(std::size_t expected) {
  if (expected == 0) return;
  for (fingerprint_table& table : tables_) table.reserve(greatest_share(expected, parts));
}

void fingerprint_set::insert(std::span<const fingerprint> fingerprints, std::span<bool> is_new) {
  double entries = first_entries;
  for (fingerprint_table& table : tables_) {
    table.reserve(static_cast<std::size_t>(entries));
    entries *= between_two;
  }
  while (!fingerprints.empty()) {
    std::array<bucket_row, bucket_rows> rows;
    for (std::size_t i = 0; i < bucket_rows; ++i) rows[i] = tables_[i].row();
    left_.clear();
    const std::size_t done = insert_fingerprints(rows, fingerprints, is_new.data(), left_);
    for (std::size_t i = 0; i < bucket_rows; ++i) tables_[i].filled(rows[i]);
    for (const std::size_t i : left_) is_new[i] = add(fingerprints[i]);
    fingerprints = fingerprints.subspan(done);
    is_new = is_new.subspan(done);
  }
}

void fingerprint_set::find_new(std::span<const fingerprint> fingerprints, std::span<bool> is_new) const {
  for (std::size_t i = 0; i < fingerprints.size(); ++i) {
    const fingerprint& entry = fingerprints[i];
    is_new[i] = entry.low != 0
                    ? !tables_[entry.low % parts].contains(entry)
                    : std::find(without_low_.begin(), without_low_.end(), entry.high) == without_low_.end();
  }
}

void fingerprint_set::clear() {
  for (fingerprint_table& table : tables_) table.clear();
  without_low_.clear();
}

bool fingerprint_set::add(const fingerprint& entry) {
  return entry.low != 0 ? part_of(entry).add(entry) : add_without_low(entry);
}

bool fingerprint_set::add_without_low(const fingerprint& entry) {
  if (std::find(without_low_.begin(), without_low_.end(), entry.high) != without_low_.end()) return false;
  without_low_.push_back(entry.high);
  return true;
}

std::size_t fingerprint_set::size() const {
  std::size_t all = without_low_.size();
  for (const fingerprint_table& table : tables_) all += table.size();
  return all;
}

std::size_t fingerprint_set::memory() const {
  std::size_t all = 0;
  for (const fingerprint_table& table : tables_) all += table.memory();
  return all;
}

std::size_t fingerprint_set::memory_with(std::size_t more) const {
  std::size_t all = 0;
  for (const fingerprint_table& table : tables_)
    all += table.memory_for(table.size() + greatest_share(more, parts));
  return all;
}

}  // namespace urlsieve
