#include "src/cli/line_reader.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace urlsieve::cli {
namespace line_reader_test {

// Returns the texts of the lines, and "<too long>" for a line that is too long.
std::vector<std::string> lines_of(const std::string& bytes, std::size_t longest) {
  stats counted;
  const std::unique_ptr<byte_source> source = byte_source::from_memory(bytes, "memory");
  line_reader reader(*source, longest, counted);
  std::vector<std::string> lines;
  while (const auto line = reader.next())
    lines.push_back(line->too_long ? "<too long>" : std::string(line->text));
  return lines;
}

using strings = std::vector<std::string>;

TEST(line_reader, takes_either_line_end_and_a_last_line_without) {
  EXPECT_EQ(lines_of("", 10), strings{});
  EXPECT_EQ(lines_of("\n", 10), strings{""});
  EXPECT_EQ(lines_of("a\nb\r\n\nc", 10), (strings{"a", "b", "", "c"}));
  EXPECT_EQ(lines_of("a\r", 10), strings{"a"});
}

TEST(line_reader, drops_a_mark_in_front_of_any_line) {
  EXPECT_EQ(lines_of("\xEF\xBB\xBFone\n\xEF\xBB\xBFtwo\r\n\xEF\xBB\xBF", 10), (strings{"one", "two", ""}));
}

TEST(line_reader, a_long_line_is_one_line_and_the_next_line_is_whole) {
  EXPECT_EQ(lines_of("12345\n123456\nx\n", 5), (strings{"12345", "<too long>", "x"}));
  EXPECT_EQ(lines_of("123456", 5), strings{"<too long>"});
  EXPECT_EQ(lines_of("12345\r\nx", 5), (strings{"12345", "x"}));
}

TEST(line_reader, lines_longer_than_the_buffer_and_across_its_edge) {
  const std::string huge(std::size_t{3} << 20U, 'x');
  EXPECT_EQ(lines_of("a\n" + huge + "\nb\n" + huge, 100), (strings{"a", "<too long>", "b", "<too long>"}));
  std::string many;
  strings expected;
  for (int i = 0; i < 100000; ++i) {
    expected.push_back(std::string(static_cast<std::size_t>(i % 61), 'y'));
    many += expected.back() + "\n";
  }
  EXPECT_EQ(lines_of(many, 60), expected);
}

// Pauses before each marked byte.
class pausing_source final : public byte_source {
 public:
  explicit pausing_source(std::string_view bytes) : bytes_(bytes) {}
  std::size_t read(std::span<char> out, stats& counted) override {
    static_cast<void>(counted);
    if (bytes_.starts_with('|')) bytes_.remove_prefix(1);
    const std::size_t got = bytes_.substr(0, bytes_.find('|')).copy(out.data(), out.size());
    bytes_.remove_prefix(got);
    return got;
  }
  [[nodiscard]] bool pauses() override { return bytes_.starts_with('|'); }
  [[nodiscard]] bool after_gap() const override { return false; }
  [[nodiscard]] std::uint64_t stored_position() const override { return 0; }
  [[nodiscard]] std::uint64_t stored_size() const override { return 0; }
  [[nodiscard]] std::string_view name() const override { return "pausing"; }

 private:
  std::string_view bytes_;
};

TEST(line_reader, calls_back_before_a_wait) {
  stats counted;
  pausing_source source("a\nb|c\n|d\n");
  std::string seen;
  line_reader reader(source, 100, counted, [&] { seen += "."; });
  while (const auto line = reader.next()) seen += line->text;
  EXPECT_EQ(seen, "a.bc.d");
}

TEST(line_reader, a_mark_and_a_line_end_count_for_nothing_however_the_bytes_arrive) {
  stats counted;
  pausing_source source(
      "\xEF\xBB\xBF"
      "12345\r|\nx\n|\xEF\xBB\xBF"
      "123456\r|\ny");
  line_reader reader(source, 5, counted);
  strings seen;
  while (const auto line = reader.next())
    seen.push_back(line->too_long ? "<too long>" : std::string(line->text));
  EXPECT_EQ(seen, (strings{"12345", "x", "<too long>", "y"}));
}

// Returns its bytes, then fails because memory runs out.
class short_source final : public byte_source {
 public:
  explicit short_source(std::string_view bytes) : bytes_(bytes) {}
  std::size_t read(std::span<char> out, stats& counted) override {
    static_cast<void>(counted);
    const std::size_t got = std::exchange(bytes_, {}).copy(out.data(), out.size());
    ended_ = got == 0;
    return got;
  }
  [[nodiscard]] int exhaustion() const override { return ended_ ? ENOMEM : 0; }
  [[nodiscard]] bool after_gap() const override { return false; }
  [[nodiscard]] std::uint64_t stored_position() const override { return 0; }
  [[nodiscard]] std::uint64_t stored_size() const override { return 0; }
  [[nodiscard]] std::string_view name() const override { return "short"; }

 private:
  std::string_view bytes_;
  bool ended_ = false;
};

TEST(line_reader, drops_a_line_that_a_shortage_cut_off) {
  stats counted;
  short_source source("http://a/\nhttp://b.exa");
  line_reader reader(source, 100, counted);
  const auto first = reader.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->text, "http://a/");
  EXPECT_FALSE(reader.next());
}

}  // namespace line_reader_test
}  // namespace urlsieve::cli
