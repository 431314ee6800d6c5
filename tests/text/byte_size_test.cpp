#include "src/text/byte_size.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace urlsieve {
namespace byte_size_test {

TEST(byte_size, reads_numbers_with_and_without_a_unit) {
  constexpr std::uint64_t unit = 1;
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  constexpr std::pair<std::string_view, std::optional<std::uint64_t>> cases[] = {
      {"0", 0},
      {"8192", 8192},
      {"7b", 7},
      {"7B", 7},
      {"3k", 3 << 10},
      {"3KB", 3 << 10},
      {"3kib", 3 << 10},
      {"64 MiB", 64 << 20},
      {"2G", unit << 31U},
      {"5TiB", 5 * (unit << 40U)},
      {"1PiB", unit << 50U},
      {"1EiB", unit << 60U},
      {"15EiB", 15 * (unit << 60U)},
      {"16EiB", most},
      {"18446744073709551615", most},
      {"18446744073709551616", most},
      {"99999999999999999999k", most},
      {"", std::nullopt},
      {" 1", std::nullopt},
      {"-1", std::nullopt},
      {"+1", std::nullopt},
      {"KiB", std::nullopt},
      {"1ib", std::nullopt},
      {"1kbib", std::nullopt},
      {"1e3", std::nullopt},
      {"1.5k", std::nullopt},
      {"64XB", std::nullopt},
      {"0x10", std::nullopt},
      {"1 k b", std::nullopt},
      {"lots", std::nullopt},
  };
  for (const auto& [text, size] : cases) EXPECT_EQ(parse_byte_size(text), size) << text;
}

}  // namespace byte_size_test
}  // namespace urlsieve
