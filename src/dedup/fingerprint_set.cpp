#include "src/dedup/fingerprint_set.hpp"

#include <algorithm>
#include <cmath>

namespace urlsieve {
namespace {

constexpr std::size_t ahead = 32;  // fingerprints between the fetch of a bucket and its use

// Entries of the first table to begin with; each of the others has 1.5 times as many to the power of 1/8.
constexpr double first_entries = 64;
constexpr double between_two = 1.052;

// What one of `parts` tables has of `all` entries, more seldom than anything else happens.
std::size_t share_of(std::size_t all, std::size_t parts) {
  const auto mean = static_cast<double>(all) / static_cast<double>(parts);
  return static_cast<std::size_t>(mean + 8 * std::sqrt(mean));
}

}  // namespace

fingerprint_set::fingerprint_set(std::size_t expected) {
  if (expected == 0) return;
  for (fingerprint_table& one : tables_) one.reserve(share_of(expected, parts));
}

void fingerprint_set::insert(std::span<const fingerprint> fingerprints, std::span<bool> is_new) {
  double entries = first_entries;
  for (fingerprint_table& one : tables_) {
    one.reserve(static_cast<std::size_t>(entries));
    entries *= between_two;
  }
  const std::size_t fetched = fingerprints.size() - std::min(ahead, fingerprints.size());
  for (const fingerprint& entry : fingerprints.first(fingerprints.size() - fetched))
    part_of(entry).prefetch(entry);
  std::size_t i = 0;
  for (; i < fetched; ++i) {
    part_of(fingerprints[i + ahead]).prefetch(fingerprints[i + ahead]);
    is_new[i] = add(fingerprints[i]);
  }
  for (; i < fingerprints.size(); ++i) is_new[i] = add(fingerprints[i]);
}

void fingerprint_set::clear() {
  for (fingerprint_table& one : tables_) one.clear();
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
  for (const fingerprint_table& one : tables_) all += one.size();
  return all;
}

std::size_t fingerprint_set::memory() const {
  std::size_t all = 0;
  for (const fingerprint_table& one : tables_) all += one.memory();
  return all;
}

std::size_t fingerprint_set::memory_with(std::size_t more) const {
  std::size_t all = 0;
  for (const fingerprint_table& one : tables_) all += one.memory_for(one.size() + share_of(more, parts));
  return all;
}

}  // namespace urlsieve
