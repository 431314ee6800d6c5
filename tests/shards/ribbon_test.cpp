#include "src/shards/ribbon.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>

namespace urlsieve {
namespace {

std::vector<std::uint64_t> random_hashes(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint64_t> hashes(count);
  std::ranges::generate(hashes, random);
  return hashes;
}

class ribbon : public ::testing::TestWithParam<std::tuple<std::size_t, unsigned>> {};

TEST_P(ribbon, holds_its_hashes_and_few_others) {
  const auto [count, bits] = GetParam();
  const std::vector<std::uint64_t> hashes = random_hashes(count, 1);
  const std::vector<std::uint64_t> words = make_ribbon(hashes, bits);
  ASSERT_EQ(words.size(), ribbon_words(count, bits));
  for (const std::uint64_t hash : hashes) ASSERT_TRUE(ribbon_holds(words, count, bits, hash));
  constexpr std::size_t others = 400000;
  std::size_t held = 0;
  for (const std::uint64_t hash : random_hashes(others, 2))
    held += ribbon_holds(words, count, bits, hash) ? 1 : 0;
  const double expected = static_cast<double>(others) * std::ldexp(1.0, -static_cast<int>(bits));
  const double deviation = 6 * std::sqrt(expected) + 1;
  EXPECT_GT(static_cast<double>(held), expected - deviation);
  EXPECT_LT(static_cast<double>(held), 1.6 * expected + deviation);
}

TEST_P(ribbon, depends_only_on_the_set) {
  const auto [count, bits] = GetParam();
  std::vector<std::uint64_t> hashes = random_hashes(count, 3);
  const std::vector<std::uint64_t> words = make_ribbon(hashes, bits);
  std::ranges::reverse(hashes);
  EXPECT_EQ(make_ribbon(hashes, bits), words);
}

INSTANTIATE_TEST_SUITE_P(sizes, ribbon,
                         ::testing::Combine(::testing::Values(0U, 1U, 2U, 127U, 129U, 5000U, 32768U),
                                            ::testing::Values(1U, 4U, 10U, 24U)));

TEST(ribbon_size, is_close_to_its_bits) {
  EXPECT_LT(static_cast<double>(ribbon_words(32768, 10) * 8) / 32768, 1.3);
}

}  // namespace
}  // namespace urlsieve
