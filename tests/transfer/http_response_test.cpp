#include "src/transfer/http_response.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "src/transfer/remote_access.hpp"

namespace urlsieve {
namespace http_response_test {

using range = content_range;

TEST(content_range, table_of_values) {
  const struct {
    const char* field;
    std::optional<range> says;
  } rows[] = {
      {"bytes 0-99/1234", range{0, 100, 1234}},
      {"Bytes 0-0/1", range{0, 1, 1}},
      {"bytes   7-9/10", range{7, 10, 10}},
      {"bytes 7-9/*", range{7, 10, std::nullopt}},
      {"bytes */0", range{0, 0, 0}},
      {"bytes */47", range{0, 0, 47}},
      {"bytes 0-18446744073709551614/18446744073709551615",
       range{0, 18446744073709551615U, 18446744073709551615U}},
      {"bytes 0-18446744073709551615/*", std::nullopt},
      {"bytes 0-18446744073709551616/*", std::nullopt},
      {"bytes 9-7/10", std::nullopt},
      {"bytes 0-10/10", std::nullopt},
      {"bytes */*", std::nullopt},
      {"bytes 0-9", std::nullopt},
      {"bytes 0-9/", std::nullopt},
      {"bytes 0-9/10 ", std::nullopt},
      {"bytes -9/10", std::nullopt},
      {"bytes -1-9/10", std::nullopt},
      {"bytes 0-9/10,20-29/30", std::nullopt},
      {"bytes=0-9/10", std::nullopt},
      {"items 0-9/10", std::nullopt},
      {"", std::nullopt},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(parse_content_range(row.field), row.says) << row.field;
    // A truncated field is never read past its end.
    const std::string whole = row.field;
    for (std::size_t size = 0; size < whole.size(); ++size)
      static_cast<void>(parse_content_range(whole.substr(0, size)));
  }
}

TEST(retry_pace, waits_grow_and_have_a_limit) {
  using std::chrono::milliseconds;
  for (unsigned failures = 1; failures < 100; ++failures) {
    const milliseconds pause = backoff_delay(failures, "");
    const milliseconds grown(failures < 9 ? 100 << (failures - 1) : 20'000);
    EXPECT_GE(pause, grown) << failures;
    EXPECT_LE(pause, grown * 3 / 2) << failures;
  }
  EXPECT_EQ(backoff_delay(1, "3"), milliseconds(3000));
  EXPECT_EQ(backoff_delay(1, "86400"), milliseconds(60'000));
  EXPECT_LE(backoff_delay(1, "Wed, 21 Oct 2015 07:28:00 GMT"), milliseconds(150));
  EXPECT_LE(backoff_delay(1, "-5"), milliseconds(150));
}

}  // namespace http_response_test
}  // namespace urlsieve
