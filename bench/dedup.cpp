// Throughput of deduplication in memory, without normalization: a stream in input order by fingerprints,
// and exact sets that write sorted shards. Measures the modules dedup and shards alone.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "bench/corpus.hpp"
#include "src/dedup/fingerprint_set.hpp"
#include "src/dedup/sighting_set.hpp"
#include "src/shards/output_directory.hpp"
#include "src/shards/partition.hpp"
#include "src/shards/shard_names.hpp"
#include "src/shards/shard_writer.hpp"
#include "src/text/scan/fingerprint.hpp"

namespace urlsieve {
namespace {

constexpr std::size_t batch_bytes = std::size_t{1} << 20U;
constexpr std::uint32_t shards = 16;

const std::string* lines(benchmark::State& state) {
  return bench::load(state, bench::grown("urls-15m.txt"), std::size_t{1} << 30U);
}

// Splits the corpus into batches of about batch_bytes, each of whole lines.
std::vector<std::string_view> batches_of(std::string_view all) {
  std::vector<std::string_view> batches;
  while (!all.empty()) {
    std::size_t size = all.size();
    if (size > batch_bytes) size = all.rfind('\n', batch_bytes) + 1;
    batches.push_back(all.substr(0, size));
    all.remove_prefix(size);
  }
  return batches;
}

template <class Take>
void for_each_line(std::string_view batch, Take&& take) {
  for (const char* at = batch.data(); at != batch.data() + batch.size();) {
    const auto left = static_cast<std::size_t>(batch.data() + batch.size() - at);
    const char* const end = static_cast<const char*>(std::memchr(at, '\n', left));
    take(std::string_view(at, static_cast<std::size_t>(end - at)));
    at = end + 1;
  }
}

void count(benchmark::State& state, std::size_t line_count, std::size_t bytes, std::size_t unique,
           std::size_t memory) {
  state.SetItemsProcessed(static_cast<std::int64_t>(line_count) * state.iterations());
  state.SetBytesProcessed(static_cast<std::int64_t>(bytes) * state.iterations());
  state.counters["unique"] = static_cast<double>(unique);
  state.counters["B/unique"] = static_cast<double>(memory) / static_cast<double>(unique);
}

// Copies unique lines in input order to an output buffer. Argument: the expected number of lines.
void stream_in_order(benchmark::State& state) {
  const std::string* const all = lines(state);
  if (all == nullptr) return;
  const std::vector<std::string_view> batches = batches_of(*all);
  std::size_t line_count = 0;
  std::size_t unique = 0;
  std::size_t memory = 0;
  for (auto _ : state) {
    fingerprint_set set(static_cast<std::size_t>(state.range(0)));
    std::vector<std::string_view> urls;
    std::vector<fingerprint> fingerprints;
    std::unique_ptr<bool[]> is_new = std::make_unique<bool[]>(batch_bytes);
    std::vector<char> out(2 * batch_bytes);
    line_count = 0;
    for (const std::string_view batch : batches) {
      urls.clear();
      fingerprints.clear();
      for_each_line(batch, [&](std::string_view url) {
        urls.push_back(url);
        fingerprints.push_back(fingerprint_of(url, 1));
      });
      set.insert(fingerprints, {is_new.get(), urls.size()});
      char* to = out.data();
      for (std::size_t i = 0; i < urls.size(); ++i) {
        if (!is_new[i]) continue;
        std::memcpy(to, urls[i].data(), urls[i].size() + 1);
        to += urls[i].size() + 1;
      }
      benchmark::DoNotOptimize(out.data());
      line_count += urls.size();
    }
    unique = set.size();
    memory = set.memory();
  }
  count(state, line_count, all->size(), unique, memory);
}
BENCHMARK(stream_in_order)->Arg(0)->Arg(6000000)->Unit(benchmark::kMillisecond)->Iterations(3);

struct locked_set {
  std::mutex lock;
  sighting_set set;
};

// Calls `work` for the numbers below `count` from `threads` threads.
template <class Work>
void in_parallel(unsigned threads, std::size_t count, Work&& work) {
  std::atomic<std::size_t> next{0};
  std::vector<std::thread> running;
  for (unsigned thread = 0; thread < threads; ++thread) {
    running.emplace_back([&] {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    });
  }
  for (std::thread& thread : running) thread.join();
}

void insert_batch(std::string_view batch, std::uint64_t number, std::array<locked_set, shards>& sets) {
  thread_local std::array<std::vector<sighting>, shards> parts;
  for (auto& part : parts) part.clear();
  std::uint64_t order = number << 32U;
  for_each_line(batch, [&](std::string_view url) {
    const std::uint64_t hash = partition_hash(url);
    parts[shard_of(hash, shards)].push_back({url, hash, order++, {}});
  });
  // Each batch begins at another shard, so threads seldom wait for the same lock.
  for (std::uint64_t i = 0; i < shards; ++i) {
    const std::size_t shard = (number + i) % shards;
    const std::lock_guard hold(sets[shard].lock);
    sets[shard].set.insert(parts[shard]);
  }
}

bool write_shard(sighting_set& set, const std::string& directory, std::uint32_t shard, compression packing) {
  set.sort_by_bytes();
  manifest run;
  run.fields = {"url"};
  run.shard_count = shards;
  run.packing = packing;
  auto writer = shard_writer::create(directory, shard_file_name(shard, run), packing);
  if (!writer) return false;
  std::string row;
  set.for_each([&](const sighting_set::entry& entry) {
    row.assign(entry.url).append(1, '\n');
    writer->append(row, entry.url);
  });
  set.clear();
  return writer->finish().has_value();
}

// Arguments: threads, 1 to sort and write the shards, compression.
void sorted_shards(benchmark::State& state) {
  const std::string* const all = lines(state);
  if (all == nullptr) return;
  const std::vector<std::string_view> batches = batches_of(*all);
  const auto threads = static_cast<unsigned>(state.range(0));
  const auto packing = static_cast<compression>(state.range(2));
  const std::string target = (std::filesystem::temp_directory_path() / "urlsieve-bench-shards").string();
  const auto line_count = static_cast<std::size_t>(std::count(all->begin(), all->end(), '\n'));
  std::size_t unique = 0;
  std::size_t beyond = 0;
  for (auto _ : state) {
    std::array<locked_set, shards> sets;
    in_parallel(threads, batches.size(), [&](std::size_t i) { insert_batch(batches[i], i, sets); });
    unique = beyond = 0;
    for (const locked_set& shard : sets) {
      unique += shard.set.size();
      beyond += shard.set.memory() - shard.set.url_bytes();
    }
    if (state.range(1) == 0) continue;
    std::filesystem::remove_all(target);  // which no manifest says to be an output
    auto out = output_directory::create(target, false);
    if (!out) return state.SkipWithError(out.error().message.c_str());
    in_parallel(threads, shards, [&](std::size_t i) {
      benchmark::DoNotOptimize(
          write_shard(sets[i].set, out->building(), static_cast<std::uint32_t>(i), packing));
    });
    if (const auto done = out->commit("{}\n"); !done)
      return state.SkipWithError(done.error().message.c_str());
  }
  count(state, line_count, all->size(), unique, beyond);
}
BENCHMARK(sorted_shards)
    ->ArgNames({"threads", "write", "packing"})
    ->Args({1, 0, 0})
    ->Args({2, 0, 0})
    ->Args({1, 1, static_cast<int>(compression::none)})
    ->Args({1, 1, static_cast<int>(compression::zstd)})
    ->Args({2, 1, static_cast<int>(compression::zstd)})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime()
    ->Iterations(2);

// Sorts one set, without insertion and writing.
void sort_one_shard(benchmark::State& state) {
  const std::string* const all = lines(state);
  if (all == nullptr) return;
  sighting_set set;
  std::vector<sighting> one(1);
  for_each_line(std::string_view(*all), [&](std::string_view url) {
    const std::uint64_t hash = partition_hash(url);
    if (shard_of(hash, shards) != 0) return;
    one[0] = {url, hash, one[0].order + 1, {}};
    set.insert(one);
  });
  for (auto _ : state) set.sort_by_bytes();
  state.SetItemsProcessed(static_cast<std::int64_t>(set.size()) * state.iterations());
}
BENCHMARK(sort_one_shard)->Unit(benchmark::kMillisecond)->Iterations(10);

}  // namespace
}  // namespace urlsieve

BENCHMARK_MAIN();
