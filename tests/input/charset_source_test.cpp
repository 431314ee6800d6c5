#include "src/input/recoding/charset_source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "src/codec/charset.hpp"
#include "tests/input/reading.hpp"
#include "tests/same_in_every_way.hpp"

namespace urlsieve {
namespace charset_source_test {

// Blocks of ASCII after a block with another character keep their first bytes.
TEST(charset_source, keeps_blocks_of_ascii_as_they_are) {
  std::string lines;
  while (lines.size() < (std::size_t{1} << 20)) lines += "line " + std::to_string(lines.size()) + '\n';
  const std::string latin = "caf\xE9\n" + lines;
  const std::string expected = "caf\xC3\xA9\n" + lines;
  for (const std::size_t head : {std::size_t{0}, std::size_t{5}, std::size_t{1000}, std::size_t{200'000}}) {
    const std::string read = testing::same_in_every_way([&](const testing::way& how) {
      std::unique_ptr<byte_source> stored =
          byte_source::from_memory(std::string_view(latin).substr(head), "memory");
      return testing::read_all(*as_decoded(std::move(stored), find_encoding("windows-1252"),
                                           std::string_view(latin).substr(0, head)),
                               how)
          .bytes;
    });
    EXPECT_TRUE(read == expected) << head;
  }
}

// A source of bytes, a gap and more bytes.
class with_gap final : public byte_source {
 public:
  with_gap(std::string_view before, std::string_view behind) : parts_{before, behind} {}
  std::size_t read(std::span<char> out, stats& counted) override {
    while (part_ < 2 && parts_[part_].empty()) ++part_;
    if (part_ == 2) return 0;
    after_gap_ = part_ == 1 && !std::exchange(gap_reported_, true);
    const std::size_t size = std::min(out.size(), parts_[part_].size());
    std::copy_n(parts_[part_].data(), size, out.data());
    parts_[part_].remove_prefix(size);
    counted.bytes_read += size;
    return size;
  }
  [[nodiscard]] bool after_gap() const override { return after_gap_; }
  [[nodiscard]] std::uint64_t stored_position() const override { return 0; }
  [[nodiscard]] std::uint64_t stored_size() const override { return 0; }
  [[nodiscard]] std::string_view name() const override { return "gap"; }

 private:
  std::array<std::string_view, 2> parts_;
  std::size_t part_ = 0;
  bool gap_reported_ = false;
  bool after_gap_ = false;
};

// The source converts a line that ends at a gap, although it converts multi-byte encodings line by line.
TEST(charset_source, keeps_the_line_that_a_gap_ends) {
  struct row {
    const char* encoding;
    std::string before, behind, expected;
  };
  const row rows[] = {
      {"shift_jis", "a\x82\xA0\nhttp://a.example/\x82\xA0", "\x82\xA2\n",
       "a\u3042\nhttp://a.example/\u3042|\u3044\n"},
      {"shift_jis", "http://a.example/", "x", "http://a.example/|x"},
      {"shift_jis", "cut \x82", "\xB1 whole", "cut \uFFFD|\uFF71 whole"},
      {"shift_jis", "a\n", "b", "a\n|b"},
      {"windows-1252", "caf\xE9", "caf\xE9", "caf\u00E9|caf\u00E9"},
  };
  for (const row& each : rows) {
    for (const std::size_t head : {std::size_t{0}, each.before.size() / 2, each.before.size()}) {
      const std::string read = testing::same_in_every_way([&](const testing::way& how) {
        auto stored = std::make_unique<with_gap>(std::string_view(each.before).substr(head), each.behind);
        return testing::read_all(*as_decoded(std::move(stored), find_encoding(each.encoding),
                                             std::string_view(each.before).substr(0, head)),
                                 how)
            .marked();
      });
      EXPECT_EQ(read, each.expected) << each.encoding << ", head of " << head;
    }
  }
}

}  // namespace charset_source_test
}  // namespace urlsieve
