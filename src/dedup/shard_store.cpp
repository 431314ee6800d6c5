#include "src/dedup/shard_store.hpp"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "src/dedup/merge.hpp"
#include "src/dedup/reordering.hpp"
#include "src/dedup/set_stream.hpp"
#include "src/text/fingerprint.hpp"

namespace urlsieve {
namespace {

// What a URL takes at the least.
constexpr std::size_t bytes_expected = 48;

}  // namespace

shard_store::shard_store(store_options options)
    : options_(std::move(options)), area_(options_.directory), allowed_(options_.set_memory) {
  shards_.reserve(options_.shards);
  // More than fits is not set up: a set that is spilled begins anew.
  const std::uint64_t fitting =
      std::min<std::uint64_t>(options_.expected, options_.set_memory / bytes_expected);
  for (std::uint32_t i = 0; i < options_.shards; ++i) {
    shards_.push_back(std::make_unique<shard>(options_.columns, options_.max_sources));
    if (fitting != 0) shards_.back()->seen.expect(fitting / options_.shards + 1);
  }
}

shard_store::~shard_store() = default;

// The order is of use only to what depends on it.
run_fields shard_store::fields() const {
  const bool sources = options_.max_sources != 0;
  return {options_.columns || sources || options_.order == row_order::first_seen, options_.columns, sources};
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
    held_.fetch_add(footprint - into.footprint.exchange(footprint, std::memory_order_relaxed),
                    std::memory_order_relaxed);
  }
  return keep_to_allowed();
}

result<void> shard_store::keep_to_allowed() {
  while (held() > allowed_.load(std::memory_order_relaxed)) {
    const result<bool> freed = relieve();
    if (!freed) return tl::unexpected(freed.error());
    if (!*freed) break;
  }
  return {};
}

// Frees memory, or waits until another thread has: a set of less than half of the average is not worth a run
// then. False: there is nothing to free.
result<bool> shard_store::relieve() {
  std::unique_lock lock(choice_);
  if (!failure_) return tl::unexpected(failure_.error());
  shard* largest = nullptr;
  for (const std::unique_ptr<shard>& one : shards_) {
    if (!one->spilling && (largest == nullptr || one->footprint > largest->footprint)) largest = one.get();
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
    // Others wait for this one to end.
    done = tl::unexpected(error{error_code::out_of_memory, "out of memory"});
  }
  lock.lock();
  largest->spilling = false;
  --spills_;
  if (!done && failure_) failure_ = done;
  spilled_.notify_all();
  if (!done) return tl::unexpected(done.error());
  return true;
}

// The set is taken out of its shard first, so that others can go on inserting meanwhile.
result<void> shard_store::spill(shard& from) {
  seen_set taken(options_.columns, options_.max_sources);
  std::size_t footprint = 0;
  {
    const std::lock_guard lock(from.mutex);
    std::swap(taken, from.seen);
    footprint = from.footprint.exchange(0, std::memory_order_relaxed);
  }
  result<run_file> written;
  if (taken.size() != 0) {
    taken.sort_by_bytes();
    set_stream sorted(taken);
    written = area_.write(sorted, fields());
  }
  const bool any = taken.size() != 0;
  taken.clear();
  held_.fetch_sub(footprint, std::memory_order_relaxed);
  if (!written) return tl::unexpected(written.error());
  if (any) {
    const std::lock_guard lock(from.mutex);
    from.runs.push_back(std::move(*written));
  }
  return {};
}

result<void> shard_store::spill_all() {
  for (const std::unique_ptr<shard>& one : shards_) {
    if (result<void> spilled = spill(*one); !spilled) return spilled;
  }
  return {};
}

result<std::vector<shard_run>> shard_store::checkpoint() {
  if (result<void> spilled = spill_all(); !spilled) return tl::unexpected(spilled.error());
  std::vector<shard_run> all;
  std::vector<run_file> files;
  for (std::uint32_t i = 0; i < options_.shards; ++i) {
    for (const run_file& run : shards_[i]->runs) {
      all.push_back({i, run});
      files.push_back(run);
    }
  }
  if (result<void> kept = area_.keep(files); !kept) return tl::unexpected(kept.error());
  return all;
}

result<void> shard_store::restore(std::span<const shard_run> runs) {
  for (const shard_run& run : runs) {
    if (run.shard >= options_.shards)
      return tl::unexpected(error{error_code::cannot_read, "a checkpoint names a shard that is none"});
    if (result<void> adopted = area_.adopt(run.file); !adopted) return adopted;
    shards_[run.shard]->runs.push_back(run.file);
    unique_ += run.file.entries;
  }
  return {};
}

result<void> shard_store::move(std::span<const redirect> pairs, const shard_function& shard_of) {
  std::vector<redirect> sorted(pairs.begin(), pairs.end());
  std::sort(sorted.begin(), sorted.end(),
            [](const redirect& a, const redirect& b) { return a.from < b.from; });
  std::vector<std::vector<redirect>> by_shard(options_.shards);
  for (const redirect& pair : sorted) by_shard[shard_of(pair.from)].push_back(pair);
  for (std::uint32_t i = 0; i < options_.shards; ++i) {
    for (const redirect& pair : by_shard[i]) shards_[i]->gone.insert(pair.from);
    if (result<void> collected = collect(i, by_shard[i], shard_of); !collected) return collected;
  }
  return {};
}

// Adds what the set and the runs of a shard know of the pairs' first URLs to the second ones.
result<void> shard_store::collect(std::uint32_t from, std::span<const redirect> pairs,
                                  const shard_function& shard_of) {
  if (pairs.empty()) return {};
  struct copied {
    std::uint64_t count;
    std::uint64_t order;
    std::string columns;
    std::string sources;
    std::string_view target;
  };
  std::vector<copied> in_set;
  std::vector<run_file> runs;
  {
    // Both at once: what is added below may make the set a run.
    shard& here = *shards_[from];
    const std::lock_guard lock(here.mutex);
    runs = here.runs;
    for (const redirect& pair : pairs) {
      const std::optional<known_url> known = here.seen.find(pair.from, partition_hash(pair.from));
      if (!known) continue;
      in_set.push_back(
          {known->count, known->order, std::string(known->columns), std::string(known->sources), pair.to});
    }
  }
  for (const copied& one : in_set) {
    const known_url known{{}, one.count, one.order, one.columns, one.sources};
    if (result<void> added = add_moved(known, one.target, shard_of); !added) return added;
  }
  block_unpacker unpacker;
  for (const run_file& run : runs) {
    const result<std::unique_ptr<entry_stream>> opened = area_.open(run, unpacker);
    if (!opened) return tl::unexpected(opened.error());
    entry_stream& entries = **opened;
    auto next = pairs.begin();
    while (next != pairs.end() && entries.advance()) {
      while (next != pairs.end() && next->from < entries.entry().url) ++next;
      if (next == pairs.end() || next->from != entries.entry().url) continue;
      if (result<void> added = add_moved(entries.entry(), next->to, shard_of); !added) return added;
    }
    if (const result<void> read = entries.state(); !read) return read;
  }
  return {};
}

result<void> shard_store::add_moved(const known_url& known, std::string_view target,
                                    const shard_function& shard_of) {
  const sighting moved{target,        partition_hash(target), known.order,
                       known.columns, known.sources,          known.count};
  return insert(shard_of(target), {&moved, 1});
}

result<void> shard_store::begin_reading() {
  if (result<void> kept = keep_to_allowed(); !kept) return kept;
  std::size_t most_runs = 0;
  for (const std::unique_ptr<shard>& one : shards_) most_runs = std::max(most_runs, one->runs.size());
  fan_in_ = fan_in(options_.merge_memory);
  if (most_runs == 0 || (options_.order == row_order::bytes && most_runs < fan_in_)) return {};
  // The memory of the sets is better used for merging.
  fan_in_ = fan_in(options_.merge_memory + allowed_.load(std::memory_order_relaxed) / 2);
  return spill_all();
}

namespace {

// What is asked of earlier runs stands between an entry and who takes it.
std::function<bool(const known_url&)> asking(const shard_store::reading& how,
                                             const std::function<bool(const known_url&)>& take) {
  if (!how.earlier) return take;
  return [&how, &take](known_url entry) {
    entry.earlier = how.earlier(entry.url);
    return (entry.earlier && !how.keep_earlier) || take(entry);
  };
}

}  // namespace

result<void> shard_store::read(std::uint32_t number, const reading& how) {
  shard& from = *shards_[number];
  const bool in_order_of_input = options_.order == row_order::first_seen;
  result<void> done;
  if (options_.order == row_order::bytes) {
    done = read_sorted(from, asking(how, how.take));
  } else if (in_order_of_input && from.runs.empty() && from.gone.empty() && !how.earlier) {
    from.seen.sort_by_order();
    bool going_on = true;
    from.seen.for_each([&](const known_url& entry) { going_on = going_on && how.take(entry); });
  } else if (in_order_of_input) {
    done = read_reordered(from, [&](const entry_taker& add) { return asking(how, add); }, how.take);
  } else {
    done = read_reordered(from, {}, asking(how, how.take));
  }
  from.seen.clear();
  held_.fetch_sub(from.footprint.exchange(0, std::memory_order_relaxed), std::memory_order_relaxed);
  area_.remove(from.runs);
  from.runs.clear();
  return done;
}

// In the order of bytes, without what is gone.
result<void> shard_store::read_sorted(shard& from, const entry_taker& take) {
  const auto pass_on = [&](const known_url& entry) {
    return (!from.gone.empty() && from.gone.contains(entry.url)) || take(entry);
  };
  from.seen.sort_by_bytes();
  if (from.runs.empty()) {
    bool going_on = true;
    from.seen.for_each([&](const known_url& entry) { going_on = going_on && pass_on(entry); });
    return {};
  }
  std::vector<std::unique_ptr<entry_stream>> in_memory;
  if (from.seen.size() != 0) in_memory.push_back(std::make_unique<set_stream>(from.seen));
  if (result<void> fewer = area_.reduce(from.runs, fan_in_, fields(), options_.max_sources); !fewer)
    return fewer;
  block_unpacker unpacker;
  return area_.merge(from.runs, std::move(in_memory), unpacker, options_.max_sources)
      .and_then([&](std::unique_ptr<entry_stream>&& merged) {
        while (merged->advance() && pass_on(merged->entry())) {
        }
        return merged->state();
      });
}

result<void> shard_store::read_reordered(shard& from,
                                         const std::function<entry_taker(const entry_taker&)>& before_sorting,
                                         const entry_taker& take) {
  const std::size_t allowed = allowed_.load(std::memory_order_relaxed);
  const std::size_t left = allowed - std::min(allowed, held());
  reordering_options sorting;
  sorting.order = options_.order;
  sorting.fields = fields();
  sorting.max_sources = options_.max_sources;
  sorting.memory =
      std::max(std::max(left, options_.merge_memory) / options_.threads / 2, options_.smallest_spill);
  sorting.most_runs = fan_in_;
  reordering sorted(sorting, area_);
  result<void> added;
  const entry_taker add = [&](const known_url& entry) {
    added = sorted.add(entry);
    return added.has_value();
  };
  result<void> sent = read_sorted(from, before_sorting ? before_sorting(add) : add);
  if (!added) return added;
  if (!sent) return sent;
  // The set is not needed any more, and what was sorted may be as large.
  from.seen.clear();
  return sorted.read(take);
}

}  // namespace urlsieve
