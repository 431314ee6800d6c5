#include "src/dedup/fingerprint_set.hpp"

#include <algorithm>
#include <cmath>

namespace urlsieve {
namespace {

// Initial entries of the first table; each further table has 1.5^(1/8) times as many.
constexpr double first_entries = 64;
constexpr double between_two = 1.052;

// Returns an upper bound of the entries of one table among `all` entries; exceeding it is practically
// impossible.
std::size_t share_of(std::size_t all, std::size_t parts) {
  const auto mean = static_cast<double>(all) / static_cast<double>(parts);
  return static_cast<std::size_t>(mean + 8 * std::sqrt(mean));
}

}  // namespace

fingerprint_set::fingerprint_set(std::size_t expected) {
  if (expected == 0) return;
  for (fingerprint_table& table : tables_) table.reserve(share_of(expected, parts));
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
    all += table.memory_for(table.size() + share_of(more, parts));
  return all;
}

}  // namespace urlsieve
