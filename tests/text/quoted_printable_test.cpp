#include "src/text/encodings/quoted_printable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "src/text/scan/kernel_targets.hpp"
#include "tests/oracle/quoted_printable_twin.hpp"

namespace urlsieve {
namespace quoted_printable_test {

using oracle::decoded_bytes;

// The text ends at the end of its memory, so that sanitizers report reads and writes beyond.
decoded_bytes decoded(std::string_view text, std::size_t alignment = 0) {
  const auto memory = std::make_unique<char[]>(alignment + text.size());
  std::copy(text.begin(), text.end(), memory.get() + alignment);
  const auto out = std::make_unique<char[]>(text.size() + decoding_slack);
  const decoded_extent extent = decode_quoted_printable({memory.get() + alignment, text.size()}, out.get());
  return {std::string(out.get(), extent.size), extent.damaged};
}

struct table_row {
  std::string_view written;
  std::string_view meant;
  bool damaged;
};

TEST(quoted_printable, reads_rfc2045_section_6_7) {
  constexpr table_row rows[] = {
      {"", "", false},
      {"plain", "plain", false},
      {"a=3Db", "a=b", false},
      {"a=3db=C3=a9", "a=b\xC3\xA9", false},  // digits of either case
      {"=0D=0A", "\r\n", false},
      {"http://example.org/a=\n/b", "http://example.org/a/b", false},
      {"http://example.org/a=\r\n/b", "http://example.org/a/b", false},
      {"a= \t\r\nb", "ab", false},  // a gateway added spaces after a soft line break
      {"a=\rb", "ab", false},
      {"a=\r\r\nb", "ab", false},
      {"a=\n\nb", "a\nb", false},
      {"a  \nb\t\r\nc ", "a\nb\r\nc", false},  // rule 3: trailing spaces are removed
      {"a  =\nb", "a  b", false},              // ... but not before a soft line break
      {"a=20\nb", "a \nb", false},
      {"end=", "end", false},
      {"end=  ", "end", false},
      {"a=4", "a=4", true},
      {"a==3D", "a==", true},
      {"x=y", "x=y", true},
      {"?a=b&c=d", "?a=b&c=d", true},
      {"= =3D", "= =", true},
      {"=3", "=3", true},
      {"=G0=0G", "=G0=0G", true},
      {"a\rb", "a\rb", false},
      {"\xE9t\xE9", "\xE9t\xE9", false},
  };
  for (const table_row& row : rows)
    EXPECT_EQ(decoded(row.written), (decoded_bytes{std::string(row.meant), row.damaged})) << row.written;
}

TEST(quoted_printable, equals_the_reference_on_every_target) {
  for (const auto target : runnable_targets()) {
    run_kernels_on(target);
    SCOPED_TRACE(name_of_target(target));
    std::mt19937 random(11);
    constexpr std::string_view alphabets[] = {"ab=3Dc\n", "= \t\r\n", "abcdefghij klmnopq=\n",
                                              "=0123456789abcdefABCDEF", "== =\n3d\r"};
    for (std::size_t size = 0; size <= 257; ++size) {
      for (std::size_t alignment = 0; alignment < 64; ++alignment) {
        const std::string_view alphabet = alphabets[(size + alignment) % 5];
        std::string text(size, 'x');
        const unsigned density = 1U + static_cast<unsigned>(random() % 16);
        for (char& c : text)
          if (random() % density == 0) c = alphabet[random() % alphabet.size()];
        ASSERT_EQ(decoded(text, alignment), oracle::quoted_printable_of(text))
            << ::testing::PrintToString(text);
      }
    }
  }
  run_kernels_on(0);
}

// Every short token at every offset of a block and across its edge.
TEST(quoted_printable, decodes_tokens_at_every_offset) {
  constexpr std::string_view tokens[] = {
      "=3D",    "=\n",  "=\r\n", "= \n", " \n",   "  \t \r\n", "=",      "==3D", "=3",     "=\r\r\n", "   ",
      "=3D=3D", "=\n=", " =\n ", "\r\n", "= = =", "=20 ",      "=20 \n", "\t=",  "=\n \n", "=3D \n"};
  for (const auto target : runnable_targets()) {
    run_kernels_on(target);
    for (const std::string_view token : tokens) {
      for (std::size_t before = 0; before < 140; ++before) {
        for (const std::size_t after : {std::size_t{0}, std::size_t{1}, std::size_t{70}}) {
          for (const char filling : {'x', ' '}) {
            const std::string text =
                std::string(before, filling) + std::string(token) + std::string(after, 'y');
            ASSERT_EQ(decoded(text), oracle::quoted_printable_of(text)) << before << token << after;
          }
        }
      }
    }
  }
  run_kernels_on(0);
}

TEST(quoted_printable, takes_linear_time) {
  // Spaces without a line end, and "=" before them: each byte is read only a few times.
  for (const std::string_view unit : {" ", "= ", "=  \t", " =\n", "=3", "=\r"}) {
    std::string text;
    while (text.size() < 4'000'000) text += unit;
    text += 'x';
    EXPECT_LE(decoded(text).bytes.size(), text.size());
  }
}

}  // namespace quoted_printable_test
}  // namespace urlsieve
