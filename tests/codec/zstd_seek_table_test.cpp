// Seekable zstd files: the zstd library decodes the file as one stream, each frame decodes alone at its
// place, and the bytes do not depend on how they were written.
#include "src/codec/zstd_seek_table.hpp"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "src/codec/zstd_line_index.hpp"
#include "src/codec/zstd_seekable_encoder.hpp"

namespace urlsieve {
namespace zstd_seek_table_test {

std::string lines(std::size_t size) {
  std::mt19937 random(7);
  std::string output;
  while (output.size() < size) output += "http://example.org/" + std::to_string(random() % 100000) + "\n";
  output.resize(size);
  return output;
}

std::string packed(std::string_view plain, std::size_t in, std::size_t out, encoder& with) {
  std::string output;
  std::string buffer(out, '\0');
  encode_step step;
  for (std::size_t given = 0; !step.finished; given += step.consumed) {
    const std::size_t piece = std::min(in, plain.size() - given);
    step = with.encode(plain.substr(given, piece), buffer, given + piece == plain.size());
    output.append(buffer.data(), step.produced);
  }
  return output;
}

std::string packed(std::string_view plain) {
  return packed(plain, 1U << 16U, 1U << 16U, *make_seekable_encoder(compression::zstd));
}

// Decodes with the zstd library, which ignores the seek table.
std::string unpacked(std::string_view stored, std::size_t size) {
  std::string plain(size + 1, '\0');
  const std::size_t output = ZSTD_decompress(plain.data(), plain.size(), stored.data(), stored.size());
  EXPECT_EQ(ZSTD_isError(output), 0U) << ZSTD_getErrorName(output);
  plain.resize(ZSTD_isError(output) != 0 ? 0 : output);
  return plain;
}

std::vector<zstd_frame_place> table_of(std::string_view stored) {
  const std::uint64_t size = zstd_seek_table_size(stored);
  if (size == 0 || size > stored.size()) return {};
  return read_zstd_seek_table(stored.substr(stored.size() - size), stored.size());
}

constexpr std::size_t frame = zstd_seekable_frame;

TEST(zstd_seek_table, locates_each_frame) {
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, frame - 1, frame, frame + 1, 3 * frame + 77}) {
    const std::string plain = lines(size);
    const std::string stored = packed(plain);
    EXPECT_EQ(unpacked(stored, size), plain);
    const std::vector<zstd_frame_place> places = table_of(stored);
    const std::size_t frames = std::max<std::size_t>((size + frame - 1) / frame, 1);
    ASSERT_EQ(places.size(), frames + (frames > 1 ? 2 : 1)) << size;
    EXPECT_EQ(places.back().content, size);
    for (std::size_t i = 0; i < frames; ++i) {
      EXPECT_EQ(places[i].content, i * frame);
      const std::string_view rest = std::string_view(stored).substr(places[i].stored);
      const std::size_t stored_size = ZSTD_findFrameCompressedSize(rest.data(), rest.size());
      EXPECT_EQ(stored_size, places[i + 1].stored - places[i].stored);
      EXPECT_EQ(unpacked(rest.substr(0, stored_size), frame), plain.substr(i * frame, frame));
    }
  }
}

TEST(zstd_seek_table, has_the_bytes_of_the_format) {
  const std::string stored = packed("x");
  const std::string table = stored.substr(stored.size() - 25);
  EXPECT_EQ(table.substr(0, 8), std::string("\x5E\x2A\x4D\x18\x11\0\0\0", 8));
  EXPECT_EQ(table[8], static_cast<char>(stored.size() - 25));
  EXPECT_EQ(table.substr(9), std::string("\0\0\0\1\0\0\0\1\0\0\0\0\xB1\xEA\x92\x8F", 16));
}

TEST(zstd_seek_table, is_behind_an_index_of_lines) {
  const std::string plain = lines(5 * frame + 700);
  const std::string stored = packed(plain);
  std::vector<zstd_frame_place> places = table_of(stored);
  const zstd_frame_place end = places.back();
  places.pop_back();
  const std::optional<zstd_line_index> index = zstd_line_index::read(
      std::string_view(stored).substr(places.back().stored, end.stored - places.back().stored), places);
  ASSERT_TRUE(index);
  ASSERT_NE(index->top(), nullptr);
  EXPECT_EQ(index->top()->text, plain.substr(0, plain.find('\n')));
  for (std::size_t i = 0; i < 6; ++i) {
    const indexed_line* const line = index->first_of(i);
    const std::size_t begin = plain.find('\n', i * frame) + 1;
    const std::size_t size = plain.substr(begin).find('\n');
    ASSERT_EQ(line != nullptr, size != std::string::npos) << i;
    if (line == nullptr) continue;
    EXPECT_EQ(line->offset, begin);
    EXPECT_EQ(line->text, plain.substr(begin, size));
  }
}

TEST(zstd_seek_table, does_not_depend_on_chunks) {
  const std::string plain = lines(2 * frame);
  const std::string first = packed(plain);
  const std::unique_ptr<encoder> with = make_seekable_encoder(compression::zstd);
  for (const auto& [in, out] : {std::pair<std::size_t, std::size_t>{plain.size(), plain.size()},
                                {frame, 1000},
                                {frame - 1, 17},
                                {3, 1U << 20U},
                                {100001, 131072}})
    EXPECT_EQ(packed(plain, in, out, *with), first) << in << ' ' << out;
}

TEST(zstd_seek_table, is_rejected_unless_it_matches_the_file) {
  const std::string stored = packed(lines(2 * frame + 5));
  ASSERT_EQ(table_of(stored).size(), 5U);
  // Changes every byte except content sizes, which only the table has, and two unused bits.
  const std::size_t begin = stored.size() - 8 - 4 * 8 - 9;
  for (std::size_t at = begin; at < stored.size(); ++at) {
    const std::size_t entry = at - begin - 8;
    const bool is_content = at >= begin + 8 && entry < 32 && entry % 8 >= 4;
    std::string changed = stored;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    EXPECT_EQ(table_of(changed).empty(), !is_content) << at - begin;
  }
  EXPECT_TRUE(table_of(stored.substr(1)).empty());
  EXPECT_TRUE(table_of(stored + "x").empty());
  for (std::size_t size = 0; size < 50; ++size)
    EXPECT_TRUE(table_of(std::string_view(stored).substr(stored.size() - size)).empty());
}

TEST(zstd_seek_table, may_have_checksums) {
  const std::string plain = lines(100);
  const std::string stored = packed(plain);
  std::string other = stored.substr(0, stored.size() - 25) + std::string("\x5E\x2A\x4D\x18\x15\0\0\0", 8) +
                      stored.substr(stored.size() - 17, 8) + "sum!" + std::string("\1\0\0\0\x80", 5) +
                      stored.substr(stored.size() - 4);
  ASSERT_EQ(table_of(other).size(), 2U);
  EXPECT_EQ(table_of(other).back().content, 100U);
}

}  // namespace zstd_seek_table_test
}  // namespace urlsieve
