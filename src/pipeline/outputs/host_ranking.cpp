#include "src/pipeline/outputs/host_ranking.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <utility>

#include "src/dedup/pair_line.hpp"
#include "src/shards/partition.hpp"
#include "src/text/number_bytes.hpp"

namespace urlsieve {
namespace {

// A key is a sequence of numbers of 8 bytes, most significant byte first. The key of a row by host: the
// fingerprint of the host (2 numbers), the order of the row plus 1, the fingerprint of the domain (2), the
// shard, the number of the row in the shard. The key of a row by domain lacks the second fingerprint. The
// URLs of a state have a key of their fingerprint and the order 0.
constexpr std::size_t number_size = 8;
constexpr std::size_t group_size = 2 * number_size;
constexpr std::uint32_t ranking_parts = 16;
constexpr std::size_t rows_per_insert = 1024;
constexpr std::size_t most_known_groups = std::size_t{1} << 14U;

std::uint64_t big_endian_at(std::string_view key, std::size_t offset) {
  std::uint64_t number = 0;
  for (const char byte : key.substr(offset, number_size))
    number = number << 8U | static_cast<unsigned char>(byte);
  return number;
}

std::uint32_t part_of_key(std::string_view key) {
  return shard_of(big_endian_at(key, 0), ranking_parts);
}

store_options ranking_store(const ranking_resources& resources, std::string_view name, std::uint32_t shards) {
  constexpr std::size_t stores_at_once = 2;
  store_options store;
  store.shards = shards;
  store.directory = resources.directory + std::string(name);
  store.set_memory = resources.set_memory / stores_at_once;
  store.merge_memory = resources.merge_memory / stores_at_once;
  store.threads = resources.threads;
  return store;
}

}  // namespace

bool dropped_rows::drops_next() {
  const bool is_dropped = has_next_ && row_ == next_dropped_;
  ++row_;
  if (is_dropped) read_next();
  return is_dropped;
}

void dropped_rows::read_next() {
  has_next_ = stream_->advance();
  if (has_next_) next_dropped_ = big_endian_at(stream_->entry().url, 0);
}

result<void> dropped_rows::finish() const {
  if (!stream_) return {};
  if (result<void> read = stream_->state(); !read) return read;
  if (row_ == rows_) return {};
  return tl::unexpected(error{error_code::cannot_read,
                              "an output of an earlier run has other rows than when the URLs were ranked"});
}

host_ranking::host_ranking(const host_limit& limit, const ranking_resources& resources)
    : limit_(limit),
      hosts_(ranking_store(resources, "hosts", ranking_parts)),
      domains_(ranking_store(resources, "domains", ranking_parts)),
      dropped_(ranking_store(resources, "dropped", resources.shards)),
      rows_(resources.shards) {}

void host_ranking::append_group(std::string_view url, limited_part part, std::string& key,
                                std::string& storage) const {
  const fingerprint group = limit_.part_of(url, part, storage);
  append_big_endian(group.high, key);
  append_big_endian(group.low, key);
}

result<void> host_ranking::shard_rows::add(const known_url& row) {
  const limited_part part = of_.first_part();
  key_.clear();
  of_.append_group(row.url, part, key_, storage_);
  append_big_endian(row.order + 1, key_);
  if (part == limited_part::host && of_.limit_.most(limited_part::domain) != 0)
    of_.append_group(row.url, limited_part::domain, key_, storage_);
  append_big_endian(shard_, key_);
  append_big_endian(row_++, key_);
  parts_.resize(ranking_parts);
  const std::string_view key = keys_.copy(key_);
  parts_[part_of_key(key)].push_back(sighting_of(key));
  return ++pending_ < rows_per_insert ? result<void>{} : insert();
}

result<void> host_ranking::shard_rows::insert() {
  result<void> inserted;
  for (std::uint32_t part = 0; part < parts_.size(); ++part) {
    if (inserted && !parts_[part].empty())
      inserted = of_.rows_of(of_.first_part()).insert(part, parts_[part]);
    parts_[part].clear();
  }
  keys_.clear();
  pending_ = 0;
  return inserted;
}

result<void> host_ranking::shard_rows::finish() {
  of_.rows_[shard_] = row_;
  return insert();
}

result<void> host_ranking::add_known(std::string_view url) {
  std::string key;
  for (const limited_part part : {limited_part::host, limited_part::domain}) {
    if (limit_.most(part) == 0) continue;
    key.clear();
    append_group(url, part, key, storage_);
    ++known_[static_cast<std::size_t>(part)][key];
  }
  return known_[0].size() + known_[1].size() < most_known_groups ? result<void>{} : finish_known();
}

result<void> host_ranking::finish_known() {
  result<void> inserted;
  std::string key;
  for (const limited_part part : {limited_part::host, limited_part::domain}) {
    std::map<std::string, std::uint64_t>& groups = known_[static_cast<std::size_t>(part)];
    for (const auto& [group, count] : groups) {
      key = group;
      append_big_endian(0, key);
      sighting known = sighting_of(key);
      known.count = count;
      if (inserted) inserted = rows_of(part).insert(part_of_key(key), {&known, 1});
    }
    groups.clear();
  }
  return inserted;
}

result<void> host_ranking::rank(stats& counted, const std::atomic<bool>& stop) {
  for (const limited_part part : {limited_part::host, limited_part::domain}) {
    if (limit_.most(part) == 0) continue;
    if (result<void> ranked = rank_by(part, counted, stop); !ranked) return ranked;
  }
  return dropped_.begin_reading();
}

result<void> host_ranking::rank_by(limited_part part, stats& counted, const std::atomic<bool>& stop) {
  if (result<void> ready = rows_of(part).begin_reading(); !ready) return ready;
  std::array<result<std::uint64_t>, ranking_parts> dropped;
  tbb::parallel_for(std::uint32_t{0}, ranking_parts,
                    [&](std::uint32_t number) { dropped[number] = rank_group(part, number, stop); });
  std::uint64_t sum = 0;
  for (const result<std::uint64_t>& rows : dropped) {
    if (!rows) return tl::unexpected(rows.error());
    sum += *rows;
  }
  if (sum != 0) host_limit::count_dropped(part, counted, sum);
  return {};
}

// Ranks the rows of a part of the hosts or domains, and returns the number of dropped rows. Rows that do not
// exceed the limit of their host continue to the ranking by domain.
result<std::uint64_t> host_ranking::rank_group(limited_part part, std::uint32_t number,
                                               const std::atomic<bool>& stop) {
  const bool ranks_domains_next = part == limited_part::host && limit_.most(limited_part::domain) != 0;
  constexpr std::size_t row_size = 2 * number_size;
  std::uint64_t dropped = 0;
  std::string group;
  std::uint64_t members = 0;  // of the group, so far
  std::string next_key;
  result<void> inserted;
  shard_store::reading reading;
  reading.take = [&](const known_url& entry) {
    const std::string_view key = entry.url;
    if (key.substr(0, group_size) != group) {
      group = key.substr(0, group_size);
      members = 0;
    }
    const std::uint64_t order = big_endian_at(key, group_size);
    const std::string_view row = key.substr(key.size() - row_size);  // shard and number
    if (order == 0) {
      members += entry.count;
    } else if (members++ >= limit_.most(part)) {
      ++dropped;
      const std::string_view place = row.substr(number_size);
      const sighting in_shard = sighting_of(place);
      inserted = dropped_.insert(static_cast<std::uint32_t>(big_endian_at(row, 0)), {&in_shard, 1});
    } else if (ranks_domains_next) {
      next_key = key.substr(group_size + number_size, group_size);
      append_big_endian(order, next_key);
      next_key += row;
      const sighting by_domain = sighting_of(next_key);
      inserted = domains_.insert(part_of_key(next_key), {&by_domain, 1});
    }
    return inserted.has_value() && !stop;
  };
  result<void> read = rows_of(part).read(number, reading);
  if (!read || !inserted) return tl::unexpected(read ? inserted.error() : read.error());
  if (stop) return tl::unexpected(error{error_code::interrupted, "interrupted while ranking hosts"});
  return dropped;
}

result<dropped_rows> host_ranking::rows_to_drop(std::uint32_t shard) {
  dropped_rows rows;
  rows.rows_ = rows_[shard];
  rows.unpacker_ = std::make_unique<block_decompressor>();
  return dropped_.open(shard, *rows.unpacker_).map([&](std::unique_ptr<entry_stream>&& stream) {
    rows.stream_ = std::move(stream);
    rows.read_next();
    return std::move(rows);
  });
}

void host_ranking::discard() noexcept {
  hosts_.discard();
  domains_.discard();
  dropped_.discard();
}

}  // namespace urlsieve
