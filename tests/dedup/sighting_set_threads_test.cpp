// Many threads with one lock per set, as in the pipeline. Uses plain threads, so that -fsanitize=thread
// works.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "src/dedup/sighting_set.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "tests/runs/made_up_urls.hpp"

namespace urlsieve {
namespace sighting_set_threads_test {

constexpr std::size_t shards = 4;

struct locked_set {
  std::mutex lock;
  sighting_set set{true};
};

std::string contents_after(unsigned threads, const std::vector<std::string>& urls, std::size_t batch) {
  std::array<locked_set, shards> sets;
  const auto work = [&](unsigned thread) {
    for (std::size_t begin = thread * batch; begin < urls.size(); begin += threads * batch) {
      std::array<std::vector<sighting>, shards> parts;
      std::vector<std::string> columns;
      columns.reserve(batch);
      for (std::size_t i = begin; i < std::min(urls.size(), begin + batch); ++i) {
        columns.push_back(std::to_string(i) + ":");
        const std::uint64_t hash = partition_hash(urls[i]);
        parts[hash >> 62U].push_back({urls[i], hash, i, columns.back()});
      }
      for (std::size_t shard = 0; shard < shards; ++shard) {
        const std::lock_guard hold(sets[shard].lock);
        sets[shard].set.insert(parts[shard]);
      }
    }
  };
  std::vector<std::thread> running;
  for (unsigned thread = 0; thread < threads; ++thread) running.emplace_back(work, thread);
  for (std::thread& thread : running) thread.join();

  std::array<std::string, shards> contents;
  running.clear();
  for (std::size_t shard = 0; shard < shards; ++shard) {
    running.emplace_back([&, shard] {
      sets[shard].set.sort_by_bytes();
      sets[shard].set.for_each([&](const sighting_set::entry& entry) {
        contents[shard].append(entry.url).append(1, '\t').append(std::to_string(entry.count)).append(1, '\t');
        contents[shard].append(entry.columns).append(1, '\n');
      });
    });
  }
  for (std::thread& thread : running) thread.join();
  std::string all;
  for (const std::string& part : contents) all += part;
  return all;
}

TEST(sighting_set_threads, gives_the_same_bytes_for_any_threads_and_batches) {
  const auto urls = testing::made_up_urls(60000, 77);
  const std::string expected = contents_after(1, urls, 1000);
  EXPECT_FALSE(expected.empty());
  for (const unsigned threads : {2U, 3U, 8U}) {
    for (const std::size_t batch : {17U, 1000U, 9999U})
      EXPECT_EQ(contents_after(threads, urls, batch), expected);
  }
}

}  // namespace sighting_set_threads_test
}  // namespace urlsieve
