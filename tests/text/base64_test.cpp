#include "src/text/encodings/base64.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "src/text/scan/kernel_targets.hpp"
#include "tests/oracle/base64_twin.hpp"

namespace urlsieve {
namespace base64_test {

using oracle::decoded_bytes;

// The text ends at the end of its memory, so that sanitizers report reads and writes beyond.
decoded_bytes decoded(std::string_view text, std::size_t alignment = 0) {
  const auto memory = std::make_unique<char[]>(alignment + text.size());
  std::copy(text.begin(), text.end(), memory.get() + alignment);
  const auto out = std::make_unique<char[]>(text.size() + decoding_slack);
  const decoded_extent extent = decode_base64({memory.get() + alignment, text.size()}, out.get());
  return {std::string(out.get(), extent.size), extent.damaged};
}

struct table_row {
  std::string_view written;
  std::string_view meant;
  bool damaged;
};

TEST(base64, reads_rfc2045_section_6_8) {
  constexpr table_row rows[] = {
      {"", "", false},
      {"Zg==", "f", false},
      {"Zm8=", "fo", false},
      {"Zm9v", "foo", false},
      {"Zm9vYmFy", "foobar", false},  // RFC 4648 section 10
      {"Zm 9v\r\nYm\tFy\n", "foobar", false},
      {"Zm9v!YmFy", "foobar", true},
      {"Zm9v-YmFy", "foobar", true},  // the URL-safe alphabet
      {"Zm8=YmFy", "fobar", false},   // two encodings in a row
      {"Zg==\nYmFy\n", "fbar", false},
      {"Zg= =", "f", false},
      {"Zg", "f", true},  // padding lost
      {"Zm8", "fo", true},
      {"Zg=", "f", true},
      {"Zg=Zm8=", "ffo", true},
      {"Z", "", true},
      {"Z===", "", true},
      {"Zm9v=", "foo", true},
      {"=", "", true},
      {"Zm9v\xE9YmFy", "foobar", true},
      {"+/+/", "\xFB\xFF\xBF", false},
  };
  for (const table_row& row : rows)
    EXPECT_EQ(decoded(row.written), (decoded_bytes{std::string(row.meant), row.damaged})) << row.written;
}

TEST(base64, equals_the_reference_on_every_target) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (const auto target : runnable_targets()) {
    run_kernels_on(target);
    SCOPED_TRACE(name_of_target(target));
    std::mt19937 random(13);
    for (std::size_t size = 0; size <= 257; ++size) {
      for (std::size_t alignment = 0; alignment < 64; ++alignment) {
        std::string text(size, '\n');
        const unsigned kind = static_cast<unsigned>(random() % 4);
        for (std::size_t i = 0; i < size; ++i) {
          if (kind == 0 || i % 77 != 76) text[i] = alphabet[random() % 64];
          if (kind >= 2 && random() % 16 == 0) text[i] = "\n\r \t"[random() % 4];
          if (kind == 3 && random() % 32 == 0) text[i] = "=!-\xFF\x7F="[random() % 6];
        }
        ASSERT_EQ(decoded(text, alignment), oracle::base64_of(text)) << testing::PrintToString(text);
      }
    }
  }
  run_kernels_on(0);
}

// Longer than a block, with an invalid character at each offset around a block edge.
TEST(base64, pieces_fit_together) {
  std::mt19937 random(17);
  std::string plain(9000, '\0');
  for (char& c : plain) c = "ABCDwxyz0189+/"[random() % 14];
  for (std::size_t i = 76; i < plain.size(); i += 77) plain[i] = '\n';
  for (const auto target : runnable_targets()) {
    run_kernels_on(target);
    ASSERT_EQ(decoded(plain), oracle::base64_of(plain));
  }
  run_kernels_on(0);
  for (std::size_t at = 4030; at < 4170; ++at) {
    for (const std::string_view put : {"=", "==", "!", "\n\n\n"}) {
      std::string text = plain;
      text.insert(at, put);
      ASSERT_EQ(decoded(text), oracle::base64_of(text)) << at << put;
    }
  }
}

TEST(base64, knows_every_byte) {
  for (unsigned byte = 0; byte < 256; ++byte) {
    for (const std::size_t before : {0U, 1U, 15U, 31U, 63U, 64U, 100U}) {
      std::string text = std::string(before, 'A') + static_cast<char>(byte) + std::string(130, 'z');
      for (const auto target : runnable_targets()) {
        run_kernels_on(target);
        ASSERT_EQ(decoded(text), oracle::base64_of(text)) << byte << ' ' << before;
      }
    }
  }
  run_kernels_on(0);
}

}  // namespace base64_test
}  // namespace urlsieve
