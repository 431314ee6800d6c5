#include "src/pipeline/outputs/host_ranking.hpp"

#include <oneapi/tbb/parallel_for.h>

#include <array>
#include <span>

#include "src/dedup/hash_counts.hpp"
#include "src/dedup/pair_line.hpp"
#include "src/shards/partition.hpp"

namespace urlsieve {
namespace {

// The key of a row: the group (the host or the domain), the order of the row plus 1, the host if both limits
// are set, the shard, the number in the shard; each 8 bytes, most significant first. The URLs of a state have
// the order 0, no shard and no number.
constexpr std::size_t ranking_word = 8;
constexpr std::uint32_t ranking_parts = 16;
constexpr std::size_t rows_per_insert = 1024;
constexpr std::size_t most_known_groups = std::size_t{1} << 16U;

void append_word(std::uint64_t number, std::string& key) {
  for (unsigned shift = 64; shift != 0;) {
    shift -= 8;
    key += static_cast<char>((number >> shift) & 0xFFU);
  }
}

std::uint64_t word_at(std::string_view key, std::size_t index) {
  std::uint64_t number = 0;
  for (const char byte : key.substr(index * ranking_word, ranking_word))
    number = number << 8U | static_cast<unsigned char>(byte);
  return number;
}

store_options ranking_store(const ranking_resources& resources, std::string_view name, std::uint32_t shards) {
  store_options store;
  store.shards = shards;
  store.directory = resources.directory + std::string(name);
  store.set_memory = resources.set_memory / 2;
  store.merge_memory = resources.merge_memory / 2;
  store.threads = resources.threads;
  return store;
}

}  // namespace

host_ranking::host_ranking(const host_limit& limit, const ranking_resources& resources)
    : limit_(limit),
      by_host_(ranking_store(resources, "hosts", ranking_parts)),
      dropped_(ranking_store(resources, "dropped", resources.shards)) {}

void host_ranking::append_key(const host_hashes& hashes, std::uint64_t order, std::string& key) const {
  key.clear();
  append_word(limit_.max_per_domain() != 0 ? hashes.domain : hashes.host, key);
  append_word(order, key);
  if (limit_.has_both()) append_word(hashes.host, key);
}

result<void> host_ranking::shard_rows::add(const known_url& row) {
  of_.append_key(of_.limit_.hashes_of(row.url, storage_), row.order + 1, key_);
  append_word(shard_, key_);
  append_word(row_++, key_);
  parts_.resize(ranking_parts);
  const std::string_view key = keys_.copy(key_);
  parts_[shard_of(word_at(key, 0), ranking_parts)].push_back(sighting_of(key));
  return ++pending_ < rows_per_insert ? result<void>{} : finish();
}

result<void> host_ranking::shard_rows::finish() {
  result<void> inserted;
  for (std::uint32_t part = 0; part < parts_.size(); ++part) {
    if (inserted && !parts_[part].empty()) inserted = of_.by_host_.insert(part, parts_[part]);
    parts_[part].clear();
  }
  keys_.clear();
  pending_ = 0;
  return inserted;
}

result<void> host_ranking::add_known(std::string_view url) {
  const host_hashes hashes = limit_.hashes_of(url, storage_);
  ++known_[{hashes.domain, hashes.host}];
  return known_.size() < most_known_groups ? result<void>{} : finish_known();
}

result<void> host_ranking::finish_known() {
  result<void> inserted;
  std::string key;
  for (const auto& [hashes, count] : known_) {
    append_key({hashes.second, hashes.first}, 0, key);
    sighting known = sighting_of(key);
    known.count = count;
    if (inserted) inserted = by_host_.insert(shard_of(word_at(key, 0), ranking_parts), {&known, 1});
  }
  known_.clear();
  return inserted;
}

result<void> host_ranking::rank(stats& counted, const std::atomic<bool>& stop) {
  if (result<void> ready = by_host_.begin_reading(); !ready) return ready;
  std::array<result<dropped_counts>, ranking_parts> ranked;
  tbb::parallel_for(std::uint32_t{0}, ranking_parts,
                    [&](std::uint32_t part) { ranked[part] = rank_part(part, stop); });
  dropped_counts sum;
  for (const result<dropped_counts>& part : ranked) {
    if (!part) return tl::unexpected(part.error());
    sum.by_host += part->by_host;
    sum.by_domain += part->by_domain;
  }
  if (sum.by_host != 0) host_limit::count_dropped(true, counted, sum.by_host);
  if (sum.by_domain != 0) host_limit::count_dropped(false, counted, sum.by_domain);
  return dropped_.begin_reading();
}

result<host_ranking::dropped_counts> host_ranking::rank_part(std::uint32_t part,
                                                             const std::atomic<bool>& stop) {
  const bool by_domain = limit_.max_per_domain() != 0;
  const std::uint64_t most = by_domain ? limit_.max_per_domain() : limit_.max_per_host();
  dropped_counts counts;
  std::uint64_t group = 0;
  std::uint64_t members = 0;  // of the group, so far
  hash_counts hosts;          // of the group, so far
  result<void> dropped;
  std::string row_key;
  shard_store::reading reading;
  reading.take = [&](const known_url& entry) {
    const std::string_view key = entry.url;
    if (word_at(key, 0) != group || members == 0) {
      group = word_at(key, 0);
      members = 0;
      hosts.clear();
    }
    const std::uint64_t host = limit_.has_both() ? word_at(key, 2) : 0;
    if (word_at(key, 1) == 0) {
      members += entry.count;
      if (limit_.has_both()) hosts.add(host, entry.count);
      return true;
    }
    const bool host_is_full =
        limit_.has_both() ? hosts.of(host) >= limit_.max_per_host() : !by_domain && members >= most;
    if (host_is_full || members >= most) {
      ++(host_is_full ? counts.by_host : counts.by_domain);
      const std::size_t words = key.size() / ranking_word;
      row_key.clear();
      append_word(word_at(key, words - 1), row_key);
      const sighting row = sighting_of(row_key);
      dropped = dropped_.insert(static_cast<std::uint32_t>(word_at(key, words - 2)), {&row, 1});
      return dropped.has_value() && !stop;
    }
    ++members;
    if (limit_.has_both()) hosts.add(host, 1);
    return !stop;
  };
  result<void> read = by_host_.read(part, reading);
  if (!read || !dropped) return tl::unexpected(read ? dropped.error() : read.error());
  if (stop) return tl::unexpected(error{error_code::interrupted, "interrupted while ranking hosts"});
  return counts;
}

result<std::vector<bool>> host_ranking::dropped_rows(std::uint32_t shard) {
  std::vector<bool> rows;
  shard_store::reading reading;
  reading.take = [&](const known_url& entry) {
    const auto row = static_cast<std::size_t>(word_at(entry.url, 0));
    rows.resize(row + 1);
    rows[row] = true;
    return true;
  };
  return dropped_.read(shard, reading).map([&] { return std::move(rows); });
}

void host_ranking::discard() noexcept {
  by_host_.discard();
  dropped_.discard();
}

}  // namespace urlsieve
