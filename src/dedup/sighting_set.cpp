#include "src/dedup/sighting_set.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <stdexcept>

#include "src/dedup/byte_order.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t stretch = 512;      // sightings inserted between two checks of the table's capacity
constexpr std::size_t slots_ahead = 32;   // prefetch distance of slots, in sightings
constexpr std::size_t record_ahead = 12;  // prefetch distance of records, in sightings

// Uniformly distributed keys stay below these limits at any size; exceeding them means that the input was
// crafted, so that its public hashes collide.
constexpr std::size_t longest_probe = 2048;
constexpr unsigned most_mistaken = 32;

known_url known_by(const sighting& seen) {
  return {seen.url, seen.count, seen.order, seen.columns, seen.sources};
}

}  // namespace

sighting_set::sighting_set(bool keeps_columns, std::uint32_t max_sources)
    : records_(keeps_columns, max_sources), keeps_columns_(keeps_columns), max_sources_(max_sources) {}

void sighting_set::insert(std::span<const sighting> batch) {
  assert(ranking_.data() == nullptr);
  while (!batch.empty()) batch = batch.subspan(insert_stretch(batch.first(std::min(stretch, batch.size()))));
}

std::uint64_t sighting_set::tag_of(const sighting& seen) const {
  // The upper half of the hash selected the shard, so the URLs of a set share most of its bits.
  const std::uint64_t hash = seed_ == 0 ? seen.hash : fingerprint_of(seen.url, seed_).low;
  return (hash & 0xFFFFFFFFU) >> (32U - slot_rules::key_bits);
}

void sighting_set::fetch_slot(std::uint64_t tag) {
  __builtin_prefetch(table_.slots() + table_.home(tag), 1);
}

// Finds the slot that most likely has the tag, and prefetches its record.
void sighting_set::fetch_record(std::uint64_t tag) {
  const std::uint64_t* const slots = table_.slots();
  std::size_t place = table_.home(tag);
  for (const std::size_t last = std::min(place + 32, table_.end()); place != last; ++place) {
    if (slot_rules::empty(slots[place])) return;
    if (slot_rules::key(slots[place]) == tag)
      return records_.prefetch(slot_rules::position(slots[place]), 64);
  }
}

// Inserts sightings from the front of `part` and returns their number: fewer than all if the keys changed.
std::size_t sighting_set::insert_stretch(std::span<const sighting> part) {
  table_.reserve(size_ + part.size());
  std::array<std::uint32_t, stretch> tags;  // of the first part.size()
  for (std::size_t i = 0; i < part.size(); ++i) {
    tags[i] = static_cast<std::uint32_t>(tag_of(part[i]));
    fetch_slot(tags[i]);
    if (i >= slots_ahead) fetch_record(tags[i - slots_ahead]);
    if (i < slots_ahead + record_ahead) continue;
    const std::size_t ready = i - slots_ahead - record_ahead;
    if (!take(part[ready], tags[ready])) return ready;
  }
  const std::size_t pending = slots_ahead + record_ahead;
  for (std::size_t ready = part.size() > pending ? part.size() - pending : 0; ready < part.size(); ++ready) {
    if (ready + record_ahead < part.size()) fetch_record(tags[ready + record_ahead]);
    if (!take(part[ready], tags[ready])) return ready;
  }
  return part.size();
}

// Returns false if the keys of all slots changed and `seen` was not inserted.
bool sighting_set::take(const sighting& seen, std::uint64_t tag) {
  std::uint64_t* const slots = table_.slots();
  const std::size_t home = table_.home(tag);
  unsigned mistaken = 0;
  for (std::size_t place = home; place != table_.end(); ++place) {
    if (slot_rules::empty(slots[place])) {
      if (seen.url.size() >= max_url) throw std::length_error("a URL of 64 MiB or more");
      const std::uint64_t position = records_.append(known_by(seen), position_limit);
      slots[place] = slot_rules::make(tag, position);
      ++size_;
      url_bytes_ += seen.url.size();
      return true;
    }
    bool crowded = place - home == longest_probe;
    if (slot_rules::key(slots[place]) == tag) {
      const std::uint64_t position = slot_rules::position(slots[place]);
      if (records_.url(position) == seen.url) {
        records_.add(position, known_by(seen));
        return true;
      }
      crowded |= ++mistaken == most_mistaken;
    }
    if (crowded && seed_ == 0) {
      reseed_keys();
      return false;
    }
  }
  table_.lengthen();
  return take(seen, tag);
}

// Changes all tags to a hash with a secret seed.
void sighting_set::reseed_keys() {
  seed_ = random_seed() | 1U;
  table_.wipe();
  for (std::uint64_t position = records_.first(); position != records_.end();
       position = records_.next(position)) {
    const sighting stored{records_.url(position)};
    place(tag_of(stored), position);
  }
}

void sighting_set::place(std::uint64_t tag, std::uint64_t position) {
  for (std::size_t place = table_.home(tag); place != table_.end(); ++place) {
    if (!slot_rules::empty(table_.slots()[place])) continue;
    table_.slots()[place] = slot_rules::make(tag, position);
    return;
  }
  table_.lengthen();
  place(tag, position);
}

void sighting_set::sort_by_bytes() {
  const std::span<ranked_record> items = collect();
  urlsieve::sort_by_bytes(items, records_);
  keep_positions(items);
}

void sighting_set::sort_by_order() {
  const std::span<ranked_record> items = collect();
  const auto less = [this](const ranked_record& a, const ranked_record& b) {
    return a.key != b.key ? a.key < b.key : records_.url(a.position) < records_.url(b.position);
  };
  for (ranked_record& item : items) item.key = records_.order(item.position);
  // Records are nearly sorted by order, as batches arrive nearly in order.
  if (!std::is_sorted(items.begin(), items.end(), less)) std::sort(items.begin(), items.end(), less);
  keep_positions(items);
}

// Collects the records in order of insertion, in the memory of the table or of the last ranking.
std::span<ranked_record> sighting_set::collect() {
  if (ranking_.data() == nullptr) ranking_ = table_.take_memory();
  ranking_.grow(size_ * sizeof(ranked_record));
  auto* const items = reinterpret_cast<ranked_record*>(ranking_.data());
  std::size_t filled = 0;
  for (std::uint64_t position = records_.first(); position != records_.end();
       position = records_.next(position))
    items[filled++] = {0, position};
  return {items, filled};
}

void sighting_set::keep_positions(std::span<const ranked_record> items) {
  char* out = ranking_.data();
  for (const ranked_record& item : items) {
    const std::uint64_t position = item.position;
    std::memcpy(out, &position, sizeof position);
    out += sizeof position;
  }
}

std::size_t sighting_set::memory() const {
  return records_.memory() + (ranking_.data() != nullptr ? size_ * sizeof(ranked_record) : table_.memory());
}

std::size_t sighting_set::footprint() const {
  const std::size_t table = ranking_.data() != nullptr ? 0 : table_.occupied();
  return records_.occupied() + std::max(table, size_ * sizeof(ranked_record));
}

std::optional<sighting_set::entry> sighting_set::find(std::string_view url, std::uint64_t hash) const {
  const std::uint64_t tag = tag_of({url, hash});
  const std::uint64_t* const slots = table_.slots();
  for (std::size_t place = table_.home(tag); place < table_.end() && !slot_rules::empty(slots[place]);
       ++place) {
    const std::uint64_t position = slot_rules::position(slots[place]);
    if (slot_rules::key(slots[place]) == tag && records_.url(position) == url) return read(position);
  }
  return std::nullopt;
}

void sighting_set::clear() {
  *this = sighting_set(keeps_columns_, max_sources_);
}

}  // namespace urlsieve
