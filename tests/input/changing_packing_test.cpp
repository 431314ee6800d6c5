// Streams with different compressions one after another: a compression with a magic number may follow a
// compression with an end mark, for any delivery, and damage has the right offsets.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/input/archives/file_archive.hpp"
#include "src/input/byte_source.hpp"
#include "tests/codec/packed.hpp"
#include "tests/codec/packed_otherwise.hpp"
#include "tests/input/reading.hpp"
#include "tests/same_in_every_way.hpp"

namespace urlsieve {
namespace changing_packing_test {

using testing::reading;
using testing::way;

struct packing {
  std::string name;
  std::function<std::string(std::string_view)> pack;
  bool ends = true;
};

const std::vector<packing>& packings() {
  static const std::vector<packing> all = [] {
    std::vector<packing> output;
    for (const compression kind : testing::all_kinds)
      output.push_back(
          {testing::kind_name(kind), [kind](std::string_view plain) { return testing::pack(kind, plain); }});
    output.push_back({"lz4", testing::lz4_pack});
    output.push_back({"lzip", [](std::string_view plain) { return testing::lzip_pack(plain, 20); }});
    output.push_back({"compress", testing::lzw_pack, false});
    return output;
  }();
  return all;
}

// A source that delivers stored bytes in pieces.
class in_pieces final : public byte_source {
 public:
  in_pieces(std::string_view bytes, std::size_t first, const way& how)
      : bytes_(bytes), first_(first), sizes_(how, bytes.size()) {}
  std::size_t read(std::span<char> out, stats& counted) override {
    const std::size_t piece_size = at_ < first_ ? first_ - at_ : sizes_();
    const std::size_t size = std::min({piece_size, out.size(), bytes_.size() - at_});
    std::copy_n(bytes_.data() + at_, size, out.data());
    at_ += size;
    counted.bytes_read += size;
    return size;
  }
  [[nodiscard]] bool after_gap() const override { return false; }
  void take_marks(std::vector<offset_mark>& marks) override {
    if (!std::exchange(marked_, true)) marks.push_back({0, 0, true});
  }
  [[nodiscard]] std::uint64_t stored_position() const override { return at_; }
  [[nodiscard]] std::uint64_t stored_size() const override { return bytes_.size(); }
  [[nodiscard]] std::string_view name() const override { return "name"; }

 private:
  std::string_view bytes_;
  std::size_t first_;
  testing::piece_sizes sizes_;
  std::size_t at_ = 0;
  bool marked_ = false;
};

reading read_cut(std::string_view stored, std::size_t first, const way& how) {
  const auto from = byte_source::inside(std::make_unique<in_pieces>(stored, first, how), {}, 0, {}, {});
  return read_all(*from, testing::at_once);
}

// Reads with all capacities and deliveries; the results must be equal.
reading read_in_every_way(std::string_view stored) {
  const reading whole = testing::same_in_every_way(
      [&](const way& how) { return read_all(*byte_source::from_memory(stored, "name"), how); });
  for (const way& how : testing::ways) EXPECT_EQ(read_cut(stored, 0, how), whole) << how;
  return whole;
}

TEST(changing_packing, any_kind_follows_any_that_ends) {
  const std::string first_text = "http://one.example/\n";
  const std::string second_text = "and http://two.example/x\n";
  for (const packing& first : packings()) {
    for (const packing& second : packings()) {
      SCOPED_TRACE(first.name + ", " + second.name);
      const std::string stored = first.pack(first_text) + second.pack(second_text);
      const reading got = read_in_every_way(stored);
      if (!first.ends) continue;
      EXPECT_EQ(got.bytes, first_text + second_text);
      EXPECT_EQ(got.counted.total_damage(), 0U);
      EXPECT_EQ(got.counted.bytes_read, stored.size());
      EXPECT_EQ(got.counted.bytes, first_text.size() + second_text.size());
      for (std::size_t cut = 1; cut < stored.size(); ++cut)
        ASSERT_EQ(read_cut(stored, cut, testing::at_once), got) << cut;
    }
  }
}

TEST(changing_packing, members_may_end_anywhere_in_a_read) {
  // Blocks of 4, 8, 16 and 32 KiB: the first member ends before, at and after block borders.
  const std::string tail = "http://behind.example/\n";
  for (const packing& first : {packings()[4], packings()[5]}) {
    for (const std::size_t border : {4U << 10U, 12U << 10U, 28U << 10U, 60U << 10U, 92U << 10U}) {
      const std::string noise = testing::prose(border, 7);
      const std::size_t shorter = first.pack(noise).size() - border;
      for (std::size_t i = 0; i < 40; ++i) {
        const std::string plain = noise.substr(0, border - std::min(border, shorter + 20) + i);
        for (const packing& second : packings()) {
          const std::string stored = first.pack(plain) + second.pack(tail);
          const reading got = read_all(*byte_source::from_memory(stored, "name"), testing::at_once);
          ASSERT_EQ(got.bytes.size(), plain.size() + tail.size())
              << first.name << ", " << second.name << ", " << plain.size();
          ASSERT_EQ(got.bytes, plain + tail);
          ASSERT_EQ(got.counted.total_damage(), 0U);
        }
        if (first.name == "lzip") i += 12;  // lzip compresses slowly
      }
    }
  }
}

TEST(changing_packing, may_change_repeatedly) {
  std::string stored;
  std::string plain;
  for (int round = 0; round < 3; ++round) {
    for (const packing& item : packings()) {
      if (!item.ends) continue;
      const std::string text = item.name + std::to_string(round) + "\n";
      stored += item.pack(text) + std::string(static_cast<std::size_t>(round), '\0');
      plain += text;
    }
  }
  const reading got = read_in_every_way(stored);
  EXPECT_EQ(got.bytes, plain);
  EXPECT_EQ(got.counted.total_damage(), 0U);
}

TEST(changing_packing, may_change_thousands_of_times) {
  const std::string pair = testing::pack(compression::gzip, "a") + testing::lz4_pack("b");
  constexpr std::size_t many = 3'000;
  std::string stored;
  std::string plain;
  for (std::size_t i = 0; i < many; ++i) {
    stored += pair;
    plain += "ab";
  }
  const reading got = read_all(*byte_source::from_memory(stored, "name"), testing::at_once);
  EXPECT_EQ(got.bytes, plain);
  EXPECT_EQ(got.counted.total_damage(), 0U);
}

TEST(changing_packing, reports_the_offset_of_a_corrupt_member) {
  for (const packing& first : packings()) {
    for (const packing& second : packings()) {
      if (!first.ends || !second.ends) continue;
      SCOPED_TRACE(first.name + ", " + second.name);
      const std::string before = first.pack("one\n");
      const std::string sound = second.pack(testing::prose(5'000));
      const reading cut = read_in_every_way(before + sound.substr(0, sound.size() - 3));
      EXPECT_EQ(cut.bytes.substr(0, 4), "one\n");
      EXPECT_EQ(cut.counted.total_damage(), 1U);
      EXPECT_EQ(cut.damaged(damage::truncated_compression), 1U);
      // libarchive continues from frame to frame of lz4 by itself.
      const bool by_library = first.name == "lz4" && second.name == "lz4";
      EXPECT_EQ(cut.counted.examples.at(0).place.stored, by_library ? 0 : before.size());
    }
  }
}

TEST(changing_packing, continues_after_a_corrupt_member) {
  const std::string after = testing::pack(compression::gzip, "after\n");
  for (const packing& broken : packings()) {
    if (broken.name == "lz4") continue;  // without a checksum, damage is invisible
    if (!broken.ends) continue;
    SCOPED_TRACE(broken.name);
    std::string lost = broken.pack(testing::prose(3'000));
    lost[lost.size() / 2] = static_cast<char>(lost[lost.size() / 2] ^ 0x55);
    const std::string before = testing::lz4_pack("before\n");
    const reading got = read_in_every_way(before + lost + after);
    EXPECT_TRUE(got.bytes.starts_with("before\n"));
    EXPECT_TRUE(got.bytes.ends_with("after\n"));
    EXPECT_EQ(got.counted.total_damage(), 1U);
    EXPECT_EQ(got.counted.examples.at(0).place.stored, before.size());
  }
}

TEST(changing_packing, reports_the_offset_of_other_bytes) {
  for (const packing& first : packings()) {
    if (!first.ends) continue;
    SCOPED_TRACE(first.name);
    const std::string before = first.pack("one\n");
    const reading got = read_in_every_way(before + "http://behind.example/ is text");
    EXPECT_EQ(got.bytes, "one\n");
    EXPECT_EQ(got.damaged(damage::junk_after_member), 1U);
    EXPECT_EQ(got.counted.examples.at(0).place.stored, before.size());
  }
}

}  // namespace changing_packing_test
}  // namespace urlsieve
