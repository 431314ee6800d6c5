#include "src/dedup/byte_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/runs/made_up_urls.hpp"

namespace urlsieve {
namespace byte_order_test {

// Sorts by std::sort over strings (whose < is that of unsigned bytes), and by the code under test.
void expect_like_std_sort(std::vector<std::string> texts, const std::string& name) {
  record_block records(false);
  std::vector<ranked_record> items;
  for (const std::string& text : texts) items.push_back({0, records.append({text, 1}, ~std::uint64_t{0})});
  sort_by_bytes(items, records);
  std::sort(texts.begin(), texts.end());
  for (std::size_t i = 0; i < texts.size(); ++i)
    ASSERT_EQ(records.url(items[i].position), texts[i]) << name << " at " << i << " of " << texts.size();
}

TEST(byte_order, of_urls_at_every_size_around_the_changes_of_method) {
  for (const std::size_t count :
       {0U, 1U, 2U, 3U, 23U, 24U, 25U, 26U, 100U, 255U, 256U, 257U, 1025U, 5000U, 60000U})
    expect_like_std_sort(testing::made_up_urls(count, count), "urls");
}

TEST(byte_order, of_bytes_above_127_and_zero_bytes) {
  std::mt19937_64 random(8);
  for (const unsigned alphabet : {2U, 3U, 256U}) {
    std::vector<std::string> texts(6000);
    for (std::string& text : texts) {
      for (std::size_t left = random() % 30; left > 0; --left)
        text += static_cast<char>(alphabet == 256 ? random() : random() % alphabet);
    }
    expect_like_std_sort(texts, "alphabet of " + std::to_string(alphabet));
  }
}

TEST(byte_order, of_prefixes_of_one_text) {
  for (const char fill : {'a', '\0', '\xFF'}) {
    std::vector<std::string> texts;
    for (std::size_t size = 0; size < 2000; ++size) texts.emplace_back(size, fill);
    std::shuffle(texts.begin(), texts.end(), std::mt19937_64(1));
    expect_like_std_sort(texts, "prefixes");
  }
}

TEST(byte_order, of_texts_that_differ_at_one_place_only) {
  for (std::size_t place = 0; place < 40; ++place) {
    std::vector<std::string> texts;
    for (unsigned byte = 0; byte < 256; ++byte) {
      std::string text(40, 'x');
      text[place] = static_cast<char>(byte);
      texts.push_back(text);
    }
    std::shuffle(texts.begin(), texts.end(), std::mt19937_64(place));
    expect_like_std_sort(texts, "place " + std::to_string(place));
  }
}

TEST(byte_order, of_many_long_shared_beginnings_is_neither_slow_nor_deep) {
  std::vector<std::string> texts;
  const std::string shared(200000, 'p');
  for (std::size_t i = 0; i < 60; ++i) texts.push_back(shared + std::to_string(i * 7919));
  // A text ends at each depth, so that naive recursion would be as deep as the number of texts.
  for (std::size_t i = 0; i < 3000; ++i) texts.emplace_back(8 * i, 'q');
  std::shuffle(texts.begin(), texts.end(), std::mt19937_64(2));
  expect_like_std_sort(texts, "long");
}

TEST(byte_order, of_equal_texts) {
  expect_like_std_sort(std::vector<std::string>(3000, "http://a/"), "equal");
}

}  // namespace byte_order_test
}  // namespace urlsieve
