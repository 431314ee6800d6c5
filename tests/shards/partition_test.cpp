#include "src/shards/partition.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace urlsieve {
namespace partition_test {

// The published function: floor(upper half * shards / 2^32).
TEST(partition, is_the_multiply_shift_that_is_published) {
  for (const std::uint64_t hash :
       {std::uint64_t{0}, std::uint64_t{1} << 32U, std::uint64_t{0x7FFFFFFFFFFFFFFF}, std::uint64_t{1} << 63U,
        ~std::uint64_t{0}}) {
    for (const std::uint32_t shards : {1U, 2U, 3U, 16U, 1000U, max_shards}) {
      const auto exact = static_cast<long double>(hash >> 32U) * shards / 4294967296.0L;
      EXPECT_EQ(shard_of(hash, shards), static_cast<std::uint32_t>(exact)) << hash << " of " << shards;
    }
  }
}

// These values must never change, or shards of different versions would not match.
TEST(partition, of_published_urls_never_changes) {
  EXPECT_EQ(shard_of(partition_hash(""), 16), 2U);
  EXPECT_EQ(partition_hash("http://example.com/"), 0xB97A010E03AF1E2BU);
  EXPECT_EQ(shard_of(partition_hash("http://example.com/"), 16), 11U);
  EXPECT_EQ(shard_of(partition_hash("https://www.w3.org/pub/WWW/"), 1000), 868U);
}

TEST(partition, spreads_urls_evenly_over_any_number_of_shards) {
  constexpr std::uint32_t each = 2000;
  for (const std::uint32_t shards : {1U, 2U, 7U, 16U, 61U}) {
    std::vector<std::uint32_t> counts(shards);
    for (std::uint32_t i = 0; i < shards * each; ++i)
      ++counts[shard_of(partition_hash("https://example.org/page/" + std::to_string(i)), shards)];
    for (const std::uint32_t count : counts) {
      EXPECT_GT(count, each * 9 / 10 - 1);
      EXPECT_LT(count, each * 11 / 10 + 1);
    }
  }
}

TEST(partition, by_host_or_domain_keeps_their_urls_together) {
  const auto part = [](std::string_view key, partition_key by) {
    std::string buffer;
    return std::string(partition_part(key, by, buffer));
  };
  constexpr auto url = partition_key::url;
  constexpr auto host = partition_key::host;
  constexpr auto domain = partition_key::domain;
  const std::string example = "http://u@WWW.Example.co.uk:81/x?y#z";
  EXPECT_EQ(part(example, url), example);
  EXPECT_EQ(part(example, host), "www.example.co.uk");
  EXPECT_EQ(part(example, domain), "example.co.uk");
  EXPECT_EQ(part("http://10.0.0.1/", domain), "10.0.0.1");
  EXPECT_EQ(part("http://[2001:DB8::1]:80/", host), "[2001:db8::1]");
  EXPECT_EQ(part("http://localhost/", domain), "localhost");
  EXPECT_EQ(part("http://co.uk/", domain), "co.uk");
  for (const char* const whole : {"mailto:A@B.org", "file:///Etc/x", "urn:x:Y", ""}) {
    EXPECT_EQ(part(whole, host), whole);
    EXPECT_EQ(part(whole, domain), whole);
  }
  constexpr auto directory = partition_key::directory;
  EXPECT_EQ(part(example, directory), "http://u@WWW.Example.co.uk:81/");
  EXPECT_EQ(part("http://a.example/b/c.d?e/f#g/h", directory), "http://a.example/b/");
  EXPECT_EQ(part("http://a.example/b/", directory), "http://a.example/b/");
  EXPECT_EQ(part("http://a.example/", directory), "http://a.example/");
  for (const char* const whole :
       {"http://a.example", "http://a.example?b/c", "mailto:A@B.org/c", "file:///Etc/x", "urn:x:Y", ""})
    EXPECT_EQ(part(whole, directory), whole);
  // Edges go to the shard of their sources.
  EXPECT_EQ(part("http://a.example/b/c\thttp://b/d/e", directory), "http://a.example/b/");
  EXPECT_EQ(part("a.example.org\tb.example", directory), "a.example.org");
  EXPECT_EQ(part("http://a.example.org/\thttp://b/", url), "http://a.example.org/\thttp://b/");
  EXPECT_EQ(part("http://a.example.org/\thttp://b/", host), "a.example.org");
  EXPECT_EQ(part("http://a.example.org/\thttp://b/", domain), "example.org");
  EXPECT_EQ(part("a.example.org\tb.example", host), "a.example.org");
  EXPECT_EQ(part("a.example.org\tb.example", domain), "example.org");

  const partition by_url(url, 1000);
  EXPECT_EQ(by_url.shard(example), shard_of(partition_hash(example), 1000));
  EXPECT_EQ(by_url.shard(example, partition_hash(example)), by_url.shard(example));
  const partition by_domain(domain, 1000);
  EXPECT_EQ(by_domain.shard("http://a.example.org/1"), by_domain.shard("https://b.example.org/2"));
  EXPECT_EQ(by_domain.shard("http://a.example.org/1", 12345), by_domain.shard("https://b.example.org/2"));
  EXPECT_EQ(by_domain.hash("http://example.org/"), partition_hash("example.org"));
}

}  // namespace partition_test
}  // namespace urlsieve
