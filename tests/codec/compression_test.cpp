#include "src/codec/compression.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>

#include "tests/codec/packed.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {
namespace compression_test {

using namespace testing;
using namespace std::string_view_literals;

constexpr std::size_t in_sizes[] = {1, 2, 3, 7, 64, 1000, 1 << 20};
constexpr std::size_t out_sizes[] = {1, 2, 5, 63, 1000, 1 << 20};

TEST(sniff_compression, knows_each_kind_by_its_first_bytes) {
  for (const compression kind : all_kinds)
    EXPECT_EQ(sniff_compression(pack(kind, "x")), kind) << kind_name(kind);
  EXPECT_EQ(sniff_compression(pack(compression::bzip2, "")), compression::bzip2);
  for (std::uint32_t magic = 0x184D2A50; magic <= 0x184D2A5F; ++magic)
    EXPECT_EQ(sniff_compression(skippable_frame(magic, "")), compression::zstd);
}

TEST(sniff_compression, is_not_fooled_by_text_or_half_a_mark) {
  for (const std::string_view text :
       {""sv, "\x1F"sv, "\x1F\x8B\x07"sv, "\x1F\x8B\x08\xE0"sv, "BZh"sv, "BZh1"sv, "BZh1 is a mark"sv,
        "BZh0\x31\x41\x59"sv, "P*M"sv, "\x28\xB5\x2F"sv, "\xFD\x37zXZ"sv, "\xFD\x37zXZ\x01"sv, "WARC/1.0"sv,
        "plain"sv})
    EXPECT_EQ(sniff_compression(text), compression::none) << text;
  EXPECT_EQ(sniff_compression("\x1F\x8B"sv), compression::gzip) << "a member cut after its second byte";
}

TEST(compression_decoder, restores_the_input_for_any_chunking) {
  for (const compression kind : all_kinds) {
    for (const std::size_t size : {0U, 1U, 100U, 5000U, 70000U}) {
      const std::string plain = prose(size);
      const std::string packed = pack(kind, plain);
      for (const std::size_t in : in_sizes) {
        for (const std::size_t out : out_sizes) {
          if (size > 5000 && (in < 3 || out < 5)) continue;
          const decoded result = decode_all(kind, packed, in, out);
          ASSERT_EQ(result.bytes, plain) << kind_name(kind) << ' ' << size << ' ' << in << ' ' << out;
          ASSERT_EQ(result.state, decode_state::member_end);
          ASSERT_EQ(result.members, 1);
        }
      }
    }
  }
}

TEST(compression_decoder, stops_exactly_where_a_member_ends) {
  for (const compression kind : all_kinds) {
    const std::string plain = prose(3000);
    const std::string packed = pack(kind, plain);
    for (const std::string_view after : {"x"sv, "\x1F\x8B"sv, "some bytes outside of any member at all"sv}) {
      const auto with = make_decoder(kind);
      std::vector<char> buffer(plain.size() + 10);
      const decode_step step = with->decode(packed + std::string(after), buffer, true);
      EXPECT_EQ(step.state, decode_state::member_end) << kind_name(kind);
      EXPECT_EQ(step.consumed, packed.size()) << kind_name(kind);
      EXPECT_EQ(step.produced, plain.size()) << kind_name(kind);
    }
  }
}

TEST(compression_decoder, reads_many_members_with_empty_ones_between) {
  for (const compression kind : all_kinds) {
    std::string plain;
    std::string packed;
    for (unsigned i = 0; i < 40; ++i) {
      const std::string piece = i % 5 == 0 ? "" : prose(i * 37, i);
      plain += piece;
      packed += pack(kind, piece);
    }
    for (const std::size_t in : in_sizes) {
      const decoded result = decode_all(kind, packed, in, 100);
      ASSERT_EQ(result.bytes, plain) << kind_name(kind) << ' ' << in;
      ASSERT_EQ(result.members, 40);
    }
  }
}

TEST(compression_decoder, says_truncated_at_every_cut_and_gives_a_prefix_that_grows) {
  for (const compression kind : all_kinds) {
    const std::string plain = prose(2000);
    const std::string packed = pack(kind, plain);
    std::size_t before = 0;
    for (std::size_t size = 0; size < packed.size(); ++size) {
      const decoded result = decode_all(kind, packed.substr(0, size), 64, 1 << 16);
      ASSERT_EQ(result.state, decode_state::truncated) << kind_name(kind) << ' ' << size;
      ASSERT_EQ(result.bytes, plain.substr(0, result.bytes.size()));
      ASSERT_GE(result.bytes.size(), before) << kind_name(kind) << ' ' << size;
      before = result.bytes.size();
      const decoded bytewise = decode_all(kind, packed.substr(0, size), 1, 3);
      ASSERT_EQ(bytewise.bytes, result.bytes) << kind_name(kind) << ' ' << size;
      ASSERT_EQ(bytewise.state, result.state);
    }
    EXPECT_GT(before, 0U) << kind_name(kind);
  }
}

TEST(compression_decoder, gives_the_same_bytes_before_a_fault_however_it_is_cut) {
  for (const compression kind : all_kinds) {
    const std::string plain = prose(3000);
    const std::string packed = pack(kind, plain);
    int caught = 0;
    for (std::size_t at = 0; at < packed.size(); ++at) {
      for (const unsigned bit : {0U, 5U}) {
        std::string broken = packed;
        broken[at] = static_cast<char>(broken[at] ^ (1 << bit));
        const decoded whole = decode_all(kind, broken);
        for (const auto& [in, out] :
             {std::pair<std::size_t, std::size_t>{1, 1}, {13, 1000}, {1 << 20, 7}, {100, 64}}) {
          const decoded cut = decode_all(kind, broken, in, out);
          // The decoded part of a corrupt LZMA block depends on the available input, not on the output
          // capacity.
          const std::size_t loose = kind == compression::xz && in < broken.size() ? SIZE_MAX : 0;
          const std::size_t common = std::min(cut.bytes.size(), whole.bytes.size());
          ASSERT_LE(std::max(cut.bytes.size(), whole.bytes.size()) - common, loose)
              << kind_name(kind) << " bit " << bit << " of byte " << at << " in " << in << " out " << out;
          const std::size_t sure = common - std::min(common, loose);
          ASSERT_EQ(cut.bytes.substr(0, sure), whole.bytes.substr(0, sure)) << kind_name(kind) << ' ' << at;
          ASSERT_EQ(cut.state, whole.state) << kind_name(kind) << ' ' << at;
          ASSERT_EQ(cut.members, whole.members);
        }
        caught += whole.state == decode_state::member_end && whole.bytes == plain ? 0 : 1;
      }
    }
    EXPECT_GT(caught, static_cast<int>(packed.size())) << kind_name(kind);
  }
}

TEST(compression_decoder, works_after_reset) {
  for (const compression kind : all_kinds) {
    const std::string plain = prose(500);
    const std::string packed = pack(kind, plain);
    const auto with = make_decoder(kind);
    for (std::size_t cut = 1; cut < packed.size(); cut += 7) {
      std::vector<char> buffer(plain.size() + 1);
      EXPECT_EQ(with->decode(std::string_view(packed).substr(0, cut), buffer, true).state,
                decode_state::truncated);
      EXPECT_FALSE(with->fault().empty());
      with->reset();
      const decode_step step = with->decode(packed, buffer, true);
      ASSERT_EQ(step.state, decode_state::member_end) << kind_name(kind) << ' ' << cut;
      ASSERT_EQ(std::string_view(buffer.data(), step.produced), plain);
    }
  }
}

TEST(compression_encoder, round_trips_and_does_not_depend_on_the_cuts) {
  for (std::size_t number = 0; number < count_of<compression>; ++number) {
    const auto kind = static_cast<compression>(number);
    if (make_encoder(kind) == nullptr) continue;
    for (const std::size_t size : {0U, 1U, 1000U, 300000U}) {
      const std::string plain = prose(size);
      std::string first;
      for (const auto& [in, out] : {std::pair<std::size_t, std::size_t>{1 << 20, 1 << 20},
                                    {1, 1000},
                                    {4096, 17},
                                    {131072, 131072},
                                    {100001, 1 << 20}}) {
        const auto with = make_encoder(kind);
        for (int again = 0; again < 2; ++again) {
          std::string packed;
          std::vector<char> buffer(out);
          std::size_t given = 0;
          encode_step step;
          while (!step.finished) {
            const std::size_t piece = std::min(in, plain.size() - given);
            step = with->encode(std::string_view(plain).substr(given, piece), buffer,
                                given + piece == plain.size());
            given += step.consumed;
            packed.append(buffer.data(), step.produced);
          }
          if (first.empty()) first = packed;
          ASSERT_EQ(packed, first) << kind_name(kind) << ' ' << size << ' ' << in << ' ' << out;
        }
      }
      EXPECT_EQ(decode_all(kind, first).bytes, plain);
    }
  }
}

TEST(compression, has_an_encoder_for_each_writable_kind) {
  EXPECT_TRUE(is_writable(compression::none));
  EXPECT_TRUE(is_writable(compression::gzip));
  EXPECT_TRUE(is_writable(compression::zstd));
  EXPECT_FALSE(is_writable(compression::bzip2));
  EXPECT_FALSE(is_writable(compression::xz));
}

TEST(compression, has_a_decoder_and_a_suffix_of_its_own) {
  std::set<std::string_view> suffixes;
  for (std::size_t number = 1; number < count_of<compression>; ++number) {
    const auto kind = static_cast<compression>(number);
    EXPECT_NE(make_decoder(kind), nullptr) << name_of(kind);
    EXPECT_TRUE(suffixes.insert(suffix_of(kind)).second) << name_of(kind);
    EXPECT_TRUE(suffix_of(kind).starts_with('.')) << name_of(kind);
  }
  EXPECT_EQ(suffix_of(compression::none), "");
}

}  // namespace compression_test
}  // namespace urlsieve
