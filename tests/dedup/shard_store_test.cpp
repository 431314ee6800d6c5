#include "src/dedup/shard_store.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "src/runs/source_list.hpp"
#include "src/text/scan/fingerprint.hpp"
#include "src/url/normalize/surt.hpp"
#include "tests/runs/made_up_urls.hpp"
#include "tests/runs/run_directory.hpp"

namespace urlsieve {
namespace shard_store_test {

struct given {
  std::string url;
  std::uint64_t order;
  std::string columns;
  std::string source;
};

std::vector<given> made_up_sightings(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<given> all;
  for (std::string& url : testing::made_up_urls(count, seed)) {
    const std::uint64_t order = all.size() / 100 << 32U | all.size() % 100;
    all.push_back({std::move(url), order, std::string(random() % 37, static_cast<char>('a' + random() % 26)),
                   "s" + std::to_string(random() % 30)});
  }
  return all;
}

std::uint32_t shard_in(std::uint32_t shards, std::string_view url) {
  return static_cast<std::uint32_t>(((partition_hash(url) >> 32U) * shards) >> 32U);
}

// Settings of a test.
struct usage {
  std::uint32_t shards = 3;
  row_order order = row_order::bytes;
  std::size_t memory = std::size_t{1} << 40U;
  std::size_t merge_memory = std::size_t{1} << 30U;
  unsigned threads = 1;
  std::size_t batch = 500;
  std::size_t stop_after = 0;  // sightings before a checkpoint and a restore; 0: never
  bool columns = true;
  std::uint32_t max_sources = 3;
};

store_options options_of(const usage& how, const std::string& directory) {
  store_options options;
  options.shards = how.shards;
  options.order = how.order;
  options.columns = how.columns;
  options.max_sources = how.max_sources;
  options.directory = directory;
  options.set_memory = how.memory;
  options.merge_memory = how.merge_memory;
  options.threads = how.threads;
  return options;
}

void insert_all(shard_store& store, const usage& how, std::span<const given> all) {
  const auto work = [&](unsigned thread) {
    for (std::size_t begin = thread * how.batch; begin < all.size(); begin += how.threads * how.batch) {
      std::vector<std::vector<sighting>> parts(how.shards);
      std::vector<std::string> sources;
      sources.reserve(how.batch);
      for (std::size_t i = begin; i < std::min(all.size(), begin + how.batch); ++i) {
        const given& sample = all[i];
        sources.emplace_back(url_source::header + sample.source.size(), '\0');
        write_source({sample.order, sample.source}, sources.back().data());
        parts[shard_in(how.shards, sample.url)].push_back(
            {sample.url, partition_hash(sample.url), sample.order, sample.columns, sources.back()});
      }
      for (std::uint32_t shard = 0; shard < how.shards; ++shard)
        ASSERT_TRUE(store.insert(shard, parts[shard]).has_value());
    }
  };
  std::vector<std::thread> running;
  for (unsigned thread = 1; thread < how.threads; ++thread) running.emplace_back(work, thread);
  work(0);
  for (std::thread& thread : running) thread.join();
}

void append_line(const known_url& entry, std::string& out) {
  out.append(entry.url).append(1, '\t').append(std::to_string(entry.count)).append(1, '\t');
  out.append(entry.columns).append(entry.earlier ? "\told\t" : "\t");
  for (std::string_view list = entry.sources; !list.empty();)
    out.append(take_source(list).name).append(1, ' ');
  out.append(1, '\n');
}

using shard_texts = std::vector<std::string>;

shard_texts read_all(shard_store& store, const usage& how, const shard_store::reading& asked = {}) {
  shard_texts texts(how.shards);
  EXPECT_TRUE(store.begin_reading().has_value());
  for (std::uint32_t i = 0; i < how.shards; ++i) {
    for (const bool keeps : {true, false}) {
      if (keeps && asked.earlier) continue;  // this function expects each URL once
      const std::string first = std::exchange(texts[i], {});
      shard_store::reading reading = asked;
      reading.keeps_shard = keeps;
      reading.take = [&](const known_url& entry) {
        append_line(entry, texts[i]);
        return true;
      };
      const result<void> read = store.read(i, reading);
      EXPECT_TRUE(read.has_value()) << (read ? "" : read.error().message);
      if (!keeps && !asked.earlier) {
        EXPECT_EQ(texts[i], first);
      }
    }
  }
  return texts;
}

shard_texts contents(const usage& how, std::span<const given> all, std::uint64_t* spilled = nullptr) {
  const testing::run_directory place;
  shard_texts texts;
  std::vector<shard_run> left;
  if (how.stop_after != 0) {
    shard_store first(options_of(how, place.runs()));
    insert_all(first, how, all.first(how.stop_after));
    const auto stopped = first.checkpoint();
    EXPECT_TRUE(stopped.has_value());
    left = *stopped;
    all = all.subspan(how.stop_after);
  }
  {
    shard_store store(options_of(how, place.runs()));
    EXPECT_TRUE(store.restore(left).has_value());
    insert_all(store, how, all);
    texts = read_all(store, how);
    if (spilled != nullptr) *spilled = store.bytes_spilled();
    store.discard();
  }
  EXPECT_EQ(place.files(), 0U);
  return texts;
}

struct known {
  std::uint64_t count = 0;
  std::uint64_t order = ~std::uint64_t{0};
  std::string columns;
  std::map<std::string, std::uint64_t> sources;
};

std::string surt_of(const std::string& url) {
  std::string key(surt_capacity(url.size()), '\0');
  key.resize(write_surt(url, key.data()));
  return key;
}

// Returns the expected rows, from a map.
shard_texts expected(const usage& how, std::span<const given> all,
                     const std::map<std::string, std::string>& moved = {},
                     const std::set<std::string>& earlier = {}, bool keep_earlier = false) {
  std::map<std::string, known> found;
  for (const given& item : all) {
    const auto move = moved.find(item.url);
    known& entry = found[move == moved.end() ? item.url : move->second];
    ++entry.count;
    const auto [source, added] = entry.sources.emplace(item.source, item.order);
    if (!added) source->second = std::min(source->second, item.order);
    if (item.order > entry.order) continue;
    entry.order = item.order;
    entry.columns = item.columns;
  }
  std::vector<std::pair<std::string, known>> rows(found.begin(), found.end());
  std::sort(rows.begin(), rows.end(), [&](const auto& a, const auto& b) {
    if (how.order == row_order::first_seen) return a.second.order < b.second.order;
    if (how.order == row_order::surt && surt_of(a.first) != surt_of(b.first))
      return surt_of(a.first) < surt_of(b.first);
    return a.first < b.first;
  });
  shard_texts texts(how.shards);
  for (const auto& [url, entry] : rows) {
    if (earlier.contains(url) && !keep_earlier) continue;
    std::string& text = texts[shard_in(how.shards, url)];
    text.append(url).append(1, '\t').append(std::to_string(entry.count)).append(1, '\t');
    text.append(how.columns ? entry.columns : "").append(earlier.contains(url) ? "\told\t" : "\t");
    std::vector<std::pair<std::uint64_t, std::string>> sources;
    for (const auto& [name, order] : entry.sources) sources.emplace_back(order, name);
    std::sort(sources.begin(), sources.end());
    for (std::size_t i = 0; i < std::min<std::size_t>(sources.size(), how.max_sources); ++i)
      text.append(sources[i].second).append(1, ' ');
    text.append(1, '\n');
  }
  return texts;
}

constexpr std::array<row_order, 3> orders{row_order::bytes, row_order::surt, row_order::first_seen};

TEST(shard_store, gives_the_same_for_any_memory_order_and_fields) {
  const std::vector<given> all = made_up_sightings(8000, 4);
  for (const row_order order : orders) {
    for (const bool plain : {false, true}) {
      for (const std::uint32_t shards : {1U, 5U}) {
        usage how;
        how.order = order;
        how.columns = !plain;
        how.max_sources = plain ? 0 : 3;
        how.shards = shards;
        const shard_texts target_rows = expected(how, all);
        std::uint64_t spilled = 0;
        ASSERT_EQ(contents(how, all, &spilled), target_rows);
        EXPECT_EQ(spilled, 0U);
        // The smallest budget makes runs of 64 KiB and merges pairs of runs repeatedly.
        for (const std::size_t memory : {std::size_t{200} << 10U, std::size_t{1}}) {
          how.memory = memory;
          how.merge_memory = memory;
          ASSERT_EQ(contents(how, all, &spilled), target_rows);
          if (memory == 1) {
            EXPECT_GT(spilled, 0U);
          }
        }
      }
    }
  }
}

TEST(shard_store, gives_the_same_for_any_threads_and_batches) {
  const std::vector<given> all = made_up_sightings(8000, 5);
  usage how;
  how.order = row_order::surt;
  const shard_texts target_rows = expected(how, all);
  for (const unsigned threads : {2U, 4U}) {
    for (const std::size_t batch : {7U, 900U}) {
      how.threads = threads;
      how.batch = batch;
      how.memory = std::size_t{200} << 10U;
      how.merge_memory = std::size_t{1} << 20U;
      ASSERT_EQ(contents(how, all), target_rows);
    }
  }
}

TEST(shard_store, resumes_from_a_checkpoint) {
  const std::vector<given> all = made_up_sightings(6000, 6);
  for (const row_order order : orders) {
    usage how;
    how.order = order;
    const shard_texts target_rows = expected(how, all);
    for (const std::size_t stop_after : {1U, 4000U, 5999U}) {
      for (const std::size_t memory : {std::size_t{100} << 10U, std::size_t{1} << 30U}) {
        how.stop_after = stop_after;
        how.memory = memory;
        ASSERT_EQ(contents(how, all), target_rows);
      }
    }
  }
}

TEST(shard_store, keeps_files_of_a_checkpoint_until_discarded) {
  const std::vector<given> all = made_up_sightings(3000, 7);
  const usage how;
  const testing::run_directory place;
  std::vector<shard_run> runs;
  {
    shard_store store(options_of(how, place.runs()));
    insert_all(store, how, all);
    runs = store.checkpoint().value();
    insert_all(store, how, all);
    read_all(store, how);
  }
  ASSERT_EQ(runs.size(), how.shards);
  EXPECT_EQ(place.files(), runs.size());
  {
    shard_store store(options_of(how, place.runs()));
    ASSERT_TRUE(store.restore(runs).has_value());
    EXPECT_EQ(read_all(store, how), expected(how, all));
    runs[0].file.checksum ^= 1U;
    shard_store other(options_of(how, place.runs()));
    EXPECT_FALSE(other.restore(runs).has_value());
    store.discard();
  }
  EXPECT_EQ(place.files(), 0U);
}

TEST(shard_store, merges_a_url_into_its_redirect_target) {
  const std::vector<given> all = made_up_sightings(6000, 8);
  std::vector<std::string> urls;
  for (const given& item : all) urls.push_back(item.url);
  std::sort(urls.begin(), urls.end());
  urls.erase(std::unique(urls.begin(), urls.end()), urls.end());
  std::map<std::string, std::string> moved;
  for (std::size_t i = 0; i + 1 < urls.size(); i += 3)
    moved[urls[i]] = i % 2 == 0 ? urls[(i + 301) / 3 * 3 % (urls.size() - 2) + 1] : "http://new/" + urls[i];
  moved["http://never.met/"] = "http://nor.this/";
  for (auto next = moved.begin(); next != moved.end();)
    next = moved.contains(next->second) ? moved.erase(next) : std::next(next);
  ASSERT_GT(moved.size(), 100U);
  for (const row_order order : orders) {
    for (const std::size_t memory : {std::size_t{100} << 10U, std::size_t{1} << 30U}) {
      usage how;
      how.order = order;
      how.memory = memory;
      const testing::run_directory place;
      shard_store store(options_of(how, place.runs()));
      insert_all(store, how, all);
      const redirect_source pairs = [&](const redirect_consumer& take) {
        result<void> taken;
        for (auto next = moved.rbegin(); taken && next != moved.rend(); ++next)
          taken = take({next->first, next->second});
        return taken;
      };
      const auto shard_of_url = [&](std::string_view url) { return shard_in(how.shards, url); };
      ASSERT_TRUE(store.move(pairs, shard_of_url, memory).has_value());
      ASSERT_EQ(read_all(store, how), expected(how, all, moved));
    }
  }
}

TEST(shard_store, drops_or_marks_urls_of_an_earlier_run) {
  const std::vector<given> all = made_up_sightings(6000, 9);
  std::set<std::string> earlier;
  for (std::size_t i = 0; i < all.size(); i += 5) earlier.insert(all[i].url);
  for (const row_order order : orders) {
    for (const bool keep : {false, true}) {
      for (const std::size_t memory : {std::size_t{100} << 10U, std::size_t{1} << 30U}) {
        usage how;
        how.order = order;
        how.memory = memory;
        how.shards = 1;
        const testing::run_directory place;
        shard_store store(options_of(how, place.runs()));
        insert_all(store, how, all);
        std::string last;
        shard_store::reading reading;
        reading.keep_earlier = keep;
        reading.earlier = [&](std::string_view url) {
          const std::string now(url);
          if (order == row_order::surt) {
            EXPECT_LT(std::pair(surt_of(last), last), std::pair(surt_of(now), now));
          } else {
            EXPECT_LT(last, now);
          }
          last = now;
          return earlier.contains(now);
        };
        ASSERT_EQ(read_all(store, how, reading), expected(how, all, {}, earlier, keep));
      }
    }
  }
}

TEST(shard_store, reports_errors_and_removes_its_files) {
  const std::vector<given> all = made_up_sightings(6000, 10);
  const testing::run_directory place;
  usage how;
  how.memory = 1;
  shard_store store(options_of(how, place.path() + "/missing/runs"));
  result<void> inserted;
  std::vector<sighting> batch;
  for (const given& item : all)
    batch.push_back({item.url, partition_hash(item.url), item.order, item.columns});
  inserted = store.insert(0, batch);
  ASSERT_FALSE(inserted.has_value());
  EXPECT_EQ(inserted.error().code, error_code::cannot_open);
  EXPECT_FALSE(store.insert(1, batch).has_value());
  // The failed spill lost URLs, so no later call may succeed, even with memory for all sets.
  store.allow(std::size_t{1} << 40U);
  EXPECT_FALSE(store.insert(2, batch).has_value());
  EXPECT_FALSE(store.begin_reading().has_value());
}

}  // namespace shard_store_test
}  // namespace urlsieve
