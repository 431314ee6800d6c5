// The values are published: other programs must compute the same. The expected values come from xxhsum 0.8
// and the test vectors of xxHash.
#include "src/text/scan/fingerprint.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "tests/same_in_every_way.hpp"

namespace urlsieve {
namespace fingerprint_test {

TEST(fingerprint, of_nothing_is_the_published_value) {
  EXPECT_EQ(partition_hash(""), 0x2D06800538D394C2U);
  EXPECT_EQ(fingerprint_of("", 0), (fingerprint{0x6001C324468D497FU, 0x99AA06D3014798D8U}));
  EXPECT_EQ(running_checksum().hex(), "99aa06d3014798d86001c324468d497f");
}

TEST(fingerprint, of_urls_is_the_published_value) {
  EXPECT_EQ(partition_hash("http://example.com/"), 0xB97A010E03AF1E2BU);
  EXPECT_EQ(partition_hash("https://www.w3.org/pub/WWW/"), 0xDE47BDAF5F4B55EBU);
  EXPECT_EQ(fingerprint_of("https://www.w3.org/pub/WWW/", 42),
            (fingerprint{0x5982CC049EB0331DU, 0xC84BBC4D1CFAD80AU}));
}

TEST(fingerprint, depends_on_every_byte_the_length_and_the_seed) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> fingerprints;
  std::set<std::uint64_t> hashes;
  const auto add = [&](std::string_view bytes, std::uint64_t seed) {
    const fingerprint output = fingerprint_of(bytes, seed);
    return fingerprints.emplace(output.low, output.high).second;
  };
  for (std::size_t size = 0; size < 600; ++size) {
    std::string text(size, 'a');
    EXPECT_TRUE(add(text, 0));
    EXPECT_TRUE(add(text, 1));
    EXPECT_TRUE(hashes.insert(partition_hash(text)).second);
    if (size == 0) continue;
    text[size * 31 % size] = 'b';
    EXPECT_TRUE(add(text, 0)) << size;
    EXPECT_TRUE(hashes.insert(partition_hash(text)).second) << size;
  }
}

TEST(fingerprint, checksum_of_pieces_is_that_of_the_whole) {
  std::string text;
  for (std::size_t i = 0; i < 5000; ++i) text += static_cast<char>(i * i % 253);
  const auto sum_of = [&](const testing::way& how) {
    running_checksum sum;
    testing::piece_sizes sizes(how, text.size());
    for (std::size_t begin = 0; begin < text.size();) {
      const std::string_view piece = std::string_view(text).substr(begin, sizes());
      begin += piece.size();
      sum.add(piece);
      sum.add("");
    }
    return sum.hex();
  };
  testing::same_in_every_way(sum_of);
  running_checksum whole;
  whole.add(text);
  EXPECT_EQ(sum_of(testing::way{256}), whole.hex());
  const fingerprint same = fingerprint_of(text, 0);
  running_checksum moved(std::move(whole));
  std::array<char, 33> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx%016llx", static_cast<unsigned long long>(same.high),
                static_cast<unsigned long long>(same.low));
  EXPECT_EQ(moved.hex(), digits.data());
}

TEST(fingerprint, seeds_are_drawn_anew) {
  std::set<std::uint64_t> seeds;
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(seeds.insert(random_seed()).second);
}

}  // namespace fingerprint_test
}  // namespace urlsieve
