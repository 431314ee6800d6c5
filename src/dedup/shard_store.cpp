#include "src/dedup/shard_store.hpp"

#include <algorithm>
#include <charconv>
#include <new>
#include <numeric>
#include <optional>
#include <utility>

#include "src/dedup/reordering.hpp"
#include "src/dedup/sighting_set.hpp"
#include "src/runs/run_reader.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {
namespace {

// A lower bound of the memory of a URL, in bytes.
constexpr std::size_t bytes_expected = 48;

// The shard number in front of a URL, as digits, which hold no zero byte.
constexpr std::size_t shard_size = 8;

void append_shard(std::uint32_t shard, std::string& out) {
  for (unsigned shift = 32; shift > 0; shift -= 4) out += "0123456789abcdef"[shard >> (shift - 4) & 15U];
}

std::uint32_t shard_in(std::string_view key) {
  std::uint32_t shard = 0;
  std::from_chars(key.data(), key.data() + shard_size, shard, 16);
  return shard;
}

}  // namespace

shard_store::shard_store(store_options options)
    : options_(std::move(options)), area_(options_.directory), allowed_(options_.set_memory) {
  shards_.reserve(options_.shards);
  // Reserving more than the budget is useless: a spilled set begins anew.
  const std::uint64_t fitting =
      std::min<std::uint64_t>(options_.expected, options_.set_memory / bytes_expected);
  for (std::uint32_t i = 0; i < options_.shards; ++i) {
    shards_.push_back(std::make_unique<shard>(options_.columns, options_.max_sources));
    if (fitting != 0) shards_.back()->seen.expect(fitting / options_.shards + 1);
  }
}

shard_store::~shard_store() = default;

// Runs store the order only if the output depends on it.
run_fields shard_store::fields() const {
  const bool sources = options_.max_sources != 0;
  const bool orders =
      options_.columns || sources || options_.orders || options_.order == row_order::first_seen;
  return {orders, options_.columns, sources};
}

std::size_t shard_store::fan_in(std::size_t memory) const {
  return std::clamp<std::size_t>(memory / options_.threads / run_reader::memory, 2, options_.most_open_runs);
}

result<void> shard_store::insert(std::uint32_t number, std::span<const sighting> batch) {
  if (batch.empty()) return {};
  {
    shard& into = *shards_[number];
    const std::lock_guard lock(into.mutex);
    const std::size_t before = into.seen.size();
    into.seen.insert(batch);
    unique_.fetch_add(into.seen.size() - before, std::memory_order_relaxed);
    const std::size_t footprint = into.seen.footprint();
    memory_in_use_.fetch_add(footprint - into.footprint.exchange(footprint, std::memory_order_relaxed),
                             std::memory_order_relaxed);
  }
  return spill_to_budget();
}

result<void> shard_store::spill_to_budget() {
  // A failed spill loses its set, so nothing may be read afterwards.
  if (has_failed_.load(std::memory_order_relaxed)) {
    const std::lock_guard lock(choice_);
    return failure_;
  }
  while (memory_in_use() > allowed_.load(std::memory_order_relaxed)) {
    const result<bool> freed = relieve();
    if (!freed) return tl::unexpected(freed.error());
    if (!*freed) break;
  }
  return {};
}

// Frees memory, or waits until another thread has freed some. While others spill, sets below half of the
// average size are not worth a run. Returns false if there is nothing to free.
result<bool> shard_store::relieve() {
  std::unique_lock lock(choice_);
  if (!failure_) return tl::unexpected(failure_.error());
  shard* largest = nullptr;
  for (const std::unique_ptr<shard>& candidate : shards_) {
    if (!candidate->spilling && (largest == nullptr || candidate->footprint > largest->footprint))
      largest = candidate.get();
  }
  const std::size_t size = largest == nullptr ? 0 : largest->footprint.load(std::memory_order_relaxed);
  if (size <
      std::max(options_.smallest_spill, allowed_.load(std::memory_order_relaxed) / (2 * shards_.size()))) {
    if (spills_ != 0) {
      spilled_.wait(lock);
      return true;
    }
    if (size < options_.smallest_spill) return false;
  }
  largest->spilling = true;
  ++spills_;
  lock.unlock();
  result<void> done;
  try {
    done = spill(*largest);
  } catch (const std::bad_alloc&) {
    // Other threads wait until this spill ends.
    done = tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
  lock.lock();
  largest->spilling = false;
  --spills_;
  if (!done) note_failure(done);
  spilled_.notify_all();
  if (!done) return tl::unexpected(done.error());
  return true;
}

// Requires: choice_ is locked.
void shard_store::note_failure(const result<void>& failed) {
  if (failure_) failure_ = failed;
  has_failed_.store(true, std::memory_order_relaxed);
}

// Takes the set out of its shard first, so that other threads can insert meanwhile.
result<void> shard_store::spill(shard& from) {
  sighting_set set(options_.columns, options_.max_sources);
  std::size_t footprint = 0;
  {
    const std::lock_guard lock(from.mutex);
    std::swap(set, from.seen);
    footprint = from.footprint.exchange(0, std::memory_order_relaxed);
  }
  result<run_file> written;
  if (set.size() != 0) {
    set.sort_by_bytes();
    set_stream sorted(set);
    written = area_.write(sorted, fields());
  }
  const bool any = set.size() != 0;
  set.clear();
  memory_in_use_.fetch_sub(footprint, std::memory_order_relaxed);
  if (!written) return tl::unexpected(written.error());
  if (any) {
    const std::lock_guard lock(from.mutex);
    from.runs.push_back(std::move(*written));
  }
  return {};
}

result<void> shard_store::spill_all() {
  for (const std::unique_ptr<shard>& entry : shards_) {
    if (result<void> spilled = spill(*entry); !spilled) {
      const std::lock_guard lock(choice_);
      note_failure(spilled);
      return spilled;
    }
  }
  return {};
}

result<std::vector<shard_run>> shard_store::checkpoint() {
  if (result<void> status = spill_to_budget(); !status) return tl::unexpected(status.error());
  if (result<void> spilled = spill_all(); !spilled) return tl::unexpected(spilled.error());
  std::vector<shard_run> all;
  std::vector<run_file> files;
  for (std::uint32_t i = 0; i < options_.shards; ++i) {
    for (const run_file& run : shards_[i]->runs) {
      all.push_back({i, run});
      files.push_back(run);
    }
  }
  if (result<void> status = area_.keep(files); !status) return tl::unexpected(status.error());
  return all;
}

result<void> shard_store::restore(std::span<const shard_run> runs) {
  for (const shard_run& run : runs) {
    if (run.shard >= options_.shards)
      return tl::unexpected(error{error_code::cannot_read, "a checkpoint names an invalid shard"});
    if (result<void> adopted = area_.adopt(run.file); !adopted) return adopted;
    shards_[run.shard]->runs.push_back(run.file);
    unique_ += run.file.entries;
  }
  return {};
}

// Sorts the pairs by the shard of `from`, so that each shard is read once, and inserts the entries found into
// their new shards after all reads.
result<void> shard_store::move(const redirect_source& pairs, const shard_function& shard_of,
                               std::size_t memory) {
  const sorted_entries::bounds a_third = sorted_entries::within(memory / 3);
  sorted_entries by_shard(area_, {}, 0, a_third);
  std::string line;
  result<void> done = pairs([&](const redirect& pair) {
    line.clear();
    append_shard(shard_of(pair.from), line);
    append_pair(pair.from, pair.to, line);
    return by_shard.add(sighting_of(line));
  });
  if (!done) return done;
  sorted_entries moved(area_, fields(), options_.max_sources, a_third);
  block_decompressor unpacker;
  const result<std::unique_ptr<entry_stream>> sorted = by_shard.open(unpacker);
  if (!sorted) return tl::unexpected(sorted.error());
  std::size_t removed_memory = 0;
  for (pair_cursor next(**sorted); !next.at_end();) {
    const std::uint32_t number = shard_in(next.pair().from);
    if (result<void> collected = collect(number, next, moved); !collected) return collected;
    std::unique_ptr<sorted_entries>& removed = shards_[number]->removed;
    if (removed->empty()) removed.reset();
    if (removed) removed_memory += removed->memory();
    if (removed && removed_memory > a_third.memory) {
      removed_memory -= removed->memory();
      if (result<void> written = removed->spill(); !written) return written;
    }
  }
  if (const result<void> read = (*sorted)->state(); !read) return read;
  const result<void> read = moved.each([&](const known_url& known) {
    const sighting seen{known.url,  partition_hash(known.url), known.order, known.columns, known.sources,
                        known.count};
    done = insert(shard_of(known.url), {&seen, 1});
    return done.has_value();
  });
  return read ? done : read;
}

// Collects the entries of the first URLs of the pairs of a shard, under the second URLs.
result<void> shard_store::collect(std::uint32_t number, pair_cursor& pairs, sorted_entries& moved) {
  shard& target = *shards_[number];
  target.removed = std::make_unique<sorted_entries>(area_, run_fields{}, 0, sorted_entries::bounds{});
  const std::size_t most_runs = fan_in(options_.merge_memory);
  block_decompressor unpacker;
  result<void> fewer = area_.reduce(target.runs, most_runs, fields(), options_.max_sources);
  if (!fewer) return fewer;
  const result<std::unique_ptr<entry_stream>> opened =
      area_.merge(target.runs, {}, unpacker, options_.max_sources);
  if (!opened) return tl::unexpected(opened.error());
  entry_stream& on_disk = **opened;
  bool more = on_disk.advance();
  for (; !pairs.at_end() && shard_in(pairs.pair().from) == number; pairs.step()) {
    const std::string_view from = pairs.pair().from.substr(shard_size);
    const std::string_view to = pairs.pair().to;
    while (more && on_disk.entry().url < from) more = on_disk.advance();
    const std::optional<known_url> in_memory = target.seen.find(from, partition_hash(from));
    const bool is_on_disk = more && on_disk.entry().url == from;
    if (!in_memory && !is_on_disk) continue;
    if (result<void> added = target.removed->add(sighting_of(from)); !added) return added;
    for (const known_url* const known :
         {in_memory ? &*in_memory : nullptr, is_on_disk ? &on_disk.entry() : nullptr}) {
      if (known == nullptr) continue;
      const sighting seen{to, partition_hash(to), known->order, known->columns, known->sources, known->count};
      if (result<void> added = moved.add(seen); !added) return added;
    }
  }
  return on_disk.state();
}

result<void> shard_store::begin_reading() {
  if (result<void> status = spill_to_budget(); !status) return status;
  std::size_t most_runs = 0;
  for (const std::unique_ptr<shard>& entry : shards_) most_runs = std::max(most_runs, entry->runs.size());
  fan_in_ = fan_in(options_.merge_memory);
  if (most_runs == 0 || (options_.order == row_order::bytes && most_runs < fan_in_)) return {};
  // Merging makes better use of the memory of the sets.
  fan_in_ = fan_in(options_.merge_memory + allowed_.load(std::memory_order_relaxed) / 2);
  return spill_all();
}

std::uint64_t shard_store::max_unique(std::uint32_t number) const {
  const shard& asked = *shards_[number];
  return std::accumulate(asked.runs.begin(), asked.runs.end(), std::uint64_t{asked.seen.size()},
                         [](std::uint64_t sum, const run_file& run) { return sum + run.entries; });
}

namespace {

// The lookup in earlier runs, between an entry and its consumer.
std::function<bool(const known_url&)> asking(const shard_store::reading& how,
                                             const std::function<bool(const known_url&)>& take) {
  if (!how.earlier) return take;
  return [&how, &take](known_url entry) {
    entry.earlier = how.earlier(entry.url);
    return (entry.earlier && !how.keep_earlier) || take(entry);
  };
}

}  // namespace

result<void> shard_store::read(std::uint32_t number, const reading& options) {
  shard& from = *shards_[number];
  const bool in_order_of_input = options_.order == row_order::first_seen;
  result<void> done;
  if (options_.order == row_order::bytes) {
    done = read_sorted(from, asking(options, options.take));
  } else if (in_order_of_input && from.runs.empty() && !from.removed && !options.earlier) {
    from.seen.sort_by_order();
    bool continues = true;
    from.seen.for_each([&](const known_url& entry) { continues = continues && options.take(entry); });
  } else if (in_order_of_input) {
    done = read_reordered(
        from, [&](const entry_consumer& add) { return asking(options, add); }, options.take,
        options.keeps_shard);
  } else {
    done = read_reordered(from, {}, asking(options, options.take), options.keeps_shard);
  }
  if (options.keeps_shard) return done;
  from.seen.clear();
  from.removed.reset();
  memory_in_use_.fetch_sub(from.footprint.exchange(0, std::memory_order_relaxed), std::memory_order_relaxed);
  area_.remove(from.runs);
  from.runs.clear();
  return done;
}

// Reads in byte order, without entries that move() took away.
result<void> shard_store::read_sorted(shard& from, const entry_consumer& take) {
  if (!from.removed) return read_all(from, take);
  block_decompressor unpacker;
  const result<std::unique_ptr<entry_stream>> opened = from.removed->open(unpacker);
  if (!opened) return tl::unexpected(opened.error());
  entry_stream& removed = **opened;
  bool more = removed.advance();
  const result<void> read = read_all(from, [&](const known_url& entry) {
    while (more && removed.entry().url < entry.url) more = removed.advance();
    return (more && removed.entry().url == entry.url) || (removed.state() && take(entry));
  });
  return read ? removed.state() : read;
}

result<void> shard_store::read_all(shard& from, const entry_consumer& take) {
  if (from.runs.empty()) {
    from.seen.sort_by_bytes();
    bool continues = true;
    from.seen.for_each([&](const known_url& entry) { continues = continues && take(entry); });
    return {};
  }
  block_decompressor unpacker;
  return open_all(from, unpacker).and_then([&](std::unique_ptr<entry_stream>&& merged) {
    while (merged->advance() && take(merged->entry())) {
    }
    return merged->state();
  });
}

result<std::unique_ptr<entry_stream>> shard_store::open_all(shard& from, block_decompressor& unpacker) {
  from.seen.sort_by_bytes();
  std::vector<std::unique_ptr<entry_stream>> in_memory;
  if (from.seen.size() != 0) in_memory.push_back(std::make_unique<set_stream>(from.seen));
  if (result<void> fewer = area_.reduce(from.runs, fan_in_, fields(), options_.max_sources); !fewer)
    return tl::unexpected(std::move(fewer.error()));
  return area_.merge(from.runs, std::move(in_memory), unpacker, options_.max_sources);
}

result<std::unique_ptr<entry_stream>> shard_store::open(std::uint32_t number, block_decompressor& unpacker) {
  return open_all(*shards_[number], unpacker);
}

result<void> shard_store::read_reordered(
    shard& from, const std::function<entry_consumer(const entry_consumer&)>& before_sorting,
    const entry_consumer& take, bool keeps_shard) {
  const std::size_t allowed = allowed_.load(std::memory_order_relaxed);
  const std::size_t left = allowed - std::min(allowed, memory_in_use());
  reordering_options sorting;
  sorting.order = options_.order;
  sorting.fields = fields();
  sorting.max_sources = options_.max_sources;
  sorting.memory =
      std::max(std::max(left, options_.merge_memory) / options_.threads / 2, options_.smallest_spill);
  sorting.most_runs = fan_in_;
  reordering sorted(sorting, area_);
  result<void> added;
  const entry_consumer add = [&](const known_url& entry) {
    added = sorted.add(entry);
    return added.has_value();
  };
  result<void> sent = read_sorted(from, before_sorting ? before_sorting(add) : add);
  if (!added) return added;
  if (!sent) return sent;
  // The reordered entries may need as much memory as the set.
  if (!keeps_shard) from.seen.clear();
  return sorted.read(take);
}

}  // namespace urlsieve
