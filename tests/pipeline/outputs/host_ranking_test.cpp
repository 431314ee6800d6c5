#include "src/pipeline/outputs/host_ranking.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/shards/scratch_directory.hpp"

namespace urlsieve {
namespace {

constexpr std::uint32_t ranked_shards = 3;

std::vector<std::string> distinct_urls(std::size_t count, std::mt19937& dice) {
  std::set<std::string> all;
  while (all.size() < count)
    all.insert("http://h" + std::to_string(dice() % 5) + ".d" + std::to_string(dice() % 30) + ".example/" +
               std::to_string(dice() % count));
  std::vector<std::string> urls(all.begin(), all.end());
  urls.push_back("mailto:a@b.example");
  std::shuffle(urls.begin(), urls.end(), dice);
  return urls;
}

struct ranked {
  std::set<std::string> kept;
  stats counted;
};

// Ranks the URLs `known_urls` .. end as rows of shards in a random order.
ranked rank_in_shards(const std::vector<std::string>& urls, std::size_t known_urls,
                      const filter_options& limits, std::size_t memory, std::mt19937& dice) {
  const testing::scratch_directory place;
  ranking_resources resources;
  resources.directory = place.path().string() + "/";
  resources.shards = ranked_shards;
  resources.set_memory = memory;
  resources.merge_memory = memory;
  host_ranking ranking(host_limit(limits), resources);
  for (std::size_t i = 0; i < known_urls; ++i) EXPECT_TRUE(ranking.add_known(urls[i]).has_value());
  EXPECT_TRUE(ranking.finish_known().has_value());
  std::array<std::vector<std::size_t>, ranked_shards> shards;  // indexes of URLs, by row
  for (std::size_t i = known_urls; i < urls.size(); ++i) shards[dice() % ranked_shards].push_back(i);
  for (std::uint32_t shard = 0; shard < ranked_shards; ++shard) {
    std::shuffle(shards[shard].begin(), shards[shard].end(), dice);
    host_ranking::shard_rows rows(ranking, shard);
    for (const std::size_t i : shards[shard]) {
      known_url row;
      row.url = urls[i];
      row.order = i - known_urls;
      EXPECT_TRUE(rows.add(row).has_value());
    }
    EXPECT_TRUE(rows.finish().has_value());
  }
  ranked done;
  const std::atomic<bool> no_stop{false};
  EXPECT_TRUE(ranking.rank(done.counted, no_stop).has_value());
  for (std::uint32_t shard = 0; shard < ranked_shards; ++shard) {
    result<dropped_rows> dropped = ranking.rows_to_drop(shard);
    EXPECT_TRUE(dropped.has_value());
    for (std::size_t row = 0; dropped && row < shards[shard].size(); ++row)
      if (!dropped->drops_next()) done.kept.insert(urls[shards[shard][row]]);
    EXPECT_TRUE(dropped->finish().has_value());
    static_cast<void>(dropped->drops_next());
    EXPECT_EQ(dropped->finish().error().code, error_code::cannot_read);
  }
  ranking.discard();
  EXPECT_TRUE(std::filesystem::is_empty(place.path()));
  return done;
}

// The ranking of rows in shards keeps the URLs that a host_counter admits in input order.
TEST(host_ranking, keeps_the_first_urls_of_each_host_and_domain) {
  std::mt19937 dice(1);
  const std::vector<std::string> urls = distinct_urls(6000, dice);
  for (const auto& [per_host, per_domain] : {std::pair<std::uint64_t, std::uint64_t>{2, 0},
                                             {1, 0},
                                             {25, 0},
                                             {0, 1},
                                             {0, 90},
                                             {25, 90},
                                             {1000, 3}}) {
    filter_options limits;
    limits.max_per_host = per_host;
    limits.max_per_domain = per_domain;
    for (const std::size_t known_urls : {std::size_t{0}, std::size_t{700}}) {
      host_counter counter(limits);
      std::map<std::string, std::uint64_t> hosts;
      std::map<std::string, std::uint64_t> domains;
      ranked expected;
      for (std::size_t i = 0; i < urls.size(); ++i) {
        const std::string& url = urls[i];
        const std::size_t begin = url.starts_with("http") ? 7 : 0;
        const std::string host = url.substr(begin, url.find('/', begin) - begin);
        const std::string domain = begin == 0 ? url : host.substr(host.find('.') + 1);
        const bool host_is_full = per_host != 0 && hosts[host]++ >= per_host;
        const bool is_kept = !host_is_full && (per_domain == 0 || domains[domain]++ < per_domain);
        if (known_urls == 0) {
          stats counted;
          ASSERT_EQ(counter.admits(url, counted), is_kept) << url;
        }
        if (i < known_urls) {
          // All URLs of a state count, also beyond the limits.
          if (host_is_full) ++domains[domain];
        } else if (is_kept) {
          expected.kept.insert(url);
        } else {
          host_limit::count_dropped(host_is_full ? limited_part::host : limited_part::domain,
                                    expected.counted);
        }
      }
      for (const std::size_t memory : {std::size_t{1}, std::size_t{1} << 30U}) {
        const ranked got = rank_in_shards(urls, known_urls, limits, memory, dice);
        EXPECT_EQ(got.kept, expected.kept) << per_host << " " << per_domain << " " << known_urls;
        EXPECT_EQ(got.counted.skipped, expected.counted.skipped);
      }
    }
  }
}

}  // namespace
}  // namespace urlsieve
