// Indexes of lines, compared with a search in the whole content.
#include "src/codec/zstd_line_index.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace urlsieve {
namespace zstd_line_index_test {

// A content in frames of equal size, and its index.
struct indexed {
  std::string content;
  std::vector<zstd_frame_place> places{1};
  std::string stored;

  indexed(std::string bytes, std::size_t frame) : content(std::move(bytes)) {
    zstd_line_index_writer writer;
    for (std::size_t at = 0; at < content.size(); at += frame) {
      writer.add(std::string_view(content).substr(at, frame));
      places.push_back({at, std::min(at + frame, content.size())});
    }
    stored = writer.finish();
    EXPECT_EQ(writer.finish(), "");
  }

  [[nodiscard]] std::optional<zstd_line_index> read() const { return zstd_line_index::read(stored, places); }
};

// Expects the line that begins at `begin`, unless it has no LF or more than 1,024 bytes.
void expect_line(const indexed_line* line, const std::string& content, std::size_t begin) {
  const std::size_t end = content.find('\n', begin);
  ASSERT_EQ(line != nullptr, end != std::string::npos && end - begin <= 1024) << begin;
  if (line == nullptr) return;
  EXPECT_EQ(line->offset, begin);
  EXPECT_EQ(line->text, content.substr(begin, end - begin));
}

void expect_lines(const indexed& given, std::size_t frame, std::size_t stride) {
  const std::optional<zstd_line_index> index = given.read();
  ASSERT_TRUE(index);
  EXPECT_EQ(index->stride(), stride);
  expect_line(index->top(), given.content, 0);
  for (std::size_t i = 0; i + 1 < given.places.size(); ++i) {
    if (i % stride != 0) {
      EXPECT_EQ(index->first_of(i), nullptr);
      continue;
    }
    const std::size_t feed = given.content.find('\n', i * frame);
    if (feed < (i + 1) * frame)
      expect_line(index->first_of(i), given.content, feed + 1);
    else
      EXPECT_EQ(index->first_of(i), nullptr);
  }
}

TEST(zstd_line_index, has_the_first_line_of_each_frame) {
  std::mt19937 random(11);
  for (const std::size_t frame : {1U, 2U, 7U, 100U, 5000U}) {
    for (int round = 0; round < 20; ++round) {
      std::string content;
      while (content.size() < 20 * frame) {
        const std::size_t longest = random() % 8 == 0 ? 3000 : frame;
        content += std::string(random() % (longest + 1), static_cast<char>('a' + random() % 26)) + '\n';
      }
      if (round % 2 != 0) content.pop_back();
      content.resize(std::min(content.size(), 2000 * frame));
      const indexed given(content, frame);
      expect_lines(given, frame, 1);
    }
  }
}

TEST(zstd_line_index, has_at_most_2049_lines) {
  for (const auto& [frames, stride] :
       {std::pair<std::size_t, std::size_t>{2048, 1}, {2049, 2}, {4096, 2}, {4097, 4}, {70000, 64}}) {
    std::string content;
    for (std::size_t i = 0; content.size() < 3 * frames; ++i) content += std::to_string(i % 977) + '\n';
    content.resize(3 * frames);
    expect_lines(indexed(content, 3), 3, stride);
  }
}

TEST(zstd_line_index, is_empty_for_one_frame) {
  EXPECT_EQ(indexed("a\nb\n", 4).stored, "");
  EXPECT_EQ(indexed("", 4).stored, "");
}

TEST(zstd_line_index, is_rejected_unless_it_fits_the_frames) {
  const indexed given("a\nbc\ndef\nghi\njkl\n", 8);
  ASSERT_TRUE(given.read());
  for (std::size_t size = 0; size < given.stored.size(); ++size)
    EXPECT_FALSE(zstd_line_index::read(given.stored.substr(0, size), given.places)) << size;
  EXPECT_FALSE(zstd_line_index::read(given.stored + "x", given.places));
  for (std::size_t at = 0; at < 16; ++at) {
    std::string changed = given.stored;
    changed[at] = static_cast<char>(changed[at] ^ 0x40);
    EXPECT_FALSE(zstd_line_index::read(changed, given.places)) << at;
  }
  std::vector<zstd_frame_place> fewer = given.places;
  fewer.pop_back();
  EXPECT_FALSE(zstd_line_index::read(given.stored, fewer));
}

}  // namespace zstd_line_index_test
}  // namespace urlsieve
