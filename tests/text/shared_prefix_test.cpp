#include "src/text/shared_prefix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>

namespace urlsieve {
namespace shared_prefix_test {

TEST(shared_prefix, ends_at_the_first_different_byte) {
  for (std::size_t size = 0; size < 40; ++size) {
    for (std::size_t differs = 0; differs <= size; ++differs) {
      const std::string a(size, 'a');
      std::string b = a;
      if (differs < size) b[differs] = '\xFF';
      for (std::size_t known = 0; known <= differs; ++known) {
        ASSERT_EQ(shared_prefix(a, b, known), differs);
        ASSERT_EQ(shared_prefix(a, b + "tail", known), differs);
        ASSERT_EQ(shared_prefix(a + "tail", b, known), differs);
      }
    }
  }
}

TEST(shared_prefix, agrees_with_a_byte_by_byte_search) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string a(random() % 40, 'x');
    std::string b(random() % 40, 'x');
    if (!a.empty() && random() % 2 == 0) a[random() % a.size()] = static_cast<char>(random());
    const auto expected = static_cast<std::size_t>(
        std::mismatch(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())),
                      b.begin())
            .first -
        a.begin());
    for (std::size_t known = 0; known <= expected; ++known) ASSERT_EQ(shared_prefix(a, b, known), expected);
  }
}

}  // namespace shared_prefix_test
}  // namespace urlsieve
