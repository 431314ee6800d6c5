// Two members decoded at a time yield the output and the verdict of zlib for each.
#include "src/codec/inflate_pair.hpp"

#include <gtest/gtest.h>

#include <random>

#include "src/codec/whole_member.hpp"
#include "tests/codec/packed.hpp"
#include "tests/codec/paired.hpp"
#include "tests/sanitized.hpp"
#include "tests/shared_data.hpp"

namespace urlsieve {
namespace inflate_pair_test {

using namespace testing;

constexpr std::size_t small = 6000;  // output limit in bytes
constexpr std::size_t large_size = std::size_t{1} << 18;

#define URLSIEVE_PAIR_OR_SKIP() \
  if (!inflate_pair::available()) GTEST_SKIP() << "not for this processor"

// Appends bits from the lowest; codes begin with the highest bit (RFC 1951 section 3.1.1).
class bit_writer {
 public:
  bit_writer& bits(std::uint64_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i) bit(value >> i & 1U);
    return *this;
  }
  bit_writer& code(std::uint64_t value, unsigned count) {
    for (unsigned i = count; i > 0; --i) bit(value >> (i - 1) & 1U);
    return *this;
  }
  bit_writer& bytes(std::string_view some) {
    used_ = 0;
    bytes_ += some;
    return *this;
  }
  [[nodiscard]] const std::string& result() const { return bytes_; }

 private:
  void bit(std::uint64_t value) {
    if (used_ == 0) bytes_ += '\0';
    bytes_.back() = static_cast<char>(static_cast<unsigned char>(bytes_.back()) | value << used_);
    used_ = (used_ + 1) % 8;
  }
  std::string bytes_;
  unsigned used_ = 0;
};

bit_writer& fixed_symbol(bit_writer& to, unsigned symbol) {
  if (symbol < 144) return to.code(0x30 + symbol, 8);
  if (symbol < 256) return to.code(0x190 + symbol - 144, 9);
  if (symbol < 280) return to.code(symbol - 256, 7);
  return to.code(0xC0 + symbol - 280, 8);
}

bit_writer fixed_block() {
  bit_writer to;
  to.bits(1, 1).bits(1, 2);
  return to;
}

// RFC 1951 section 3.2.7.
constexpr unsigned order_of_lengths[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

// Returns the header of a last block with these code lengths, without run lengths: 13 code length symbols
// have 4 bits, 6 have 5 bits.
bit_writer dynamic_block(const std::vector<unsigned>& litlens, const std::vector<unsigned>& distances) {
  bit_writer to;
  to.bits(1, 1).bits(2, 2).bits(litlens.size() - 257, 5).bits(distances.size() - 1, 5).bits(15, 4);
  for (const unsigned symbol : order_of_lengths) to.bits(symbol < 13 ? 4 : 5, 3);
  for (const std::vector<unsigned>* const lengths : {&litlens, &distances})
    for (const unsigned length : *lengths) length < 13 ? to.code(length, 4) : to.code(26 + length - 13, 5);
  return to;
}

// Returns 257 code lengths with the given symbols set.
std::vector<unsigned> lengths_of(std::initializer_list<std::pair<unsigned, unsigned>> given,
                                 std::size_t size = 257) {
  std::vector<unsigned> lengths(size, 0);
  for (const auto& [symbol, length] : given) lengths[symbol] = length;
  return lengths;
}

// Compares the pair with zlib for the stream in each lane, with exact capacity and with slack.
void expect_as_zlib(std::string_view deflated, const std::string& what, std::optional<bool> sound = {},
                    std::size_t most = small) {
  const std::optional<zlib_result> expected = zlib_inflate(deflated, most);
  if (sound) {
    ASSERT_EQ(expected.has_value(), *sound) << what;
  }
  const std::size_t end = expected ? expected->consumed : deflated.size();
  const std::string member = gzip_member(deflated, end, expected ? expected->plain : std::string());
  const std::size_t size = expected ? expected->plain.size() : most;
  const std::string other = zlib_pack(prose(3000, 1), 15 + 16);
  for (const inflate_groups& with : inflate_groups_here()) {
    paired work;
    work.add(member, size);
    work.add(other, 3000);
    work.add(member, size + inflate_pair::slack);
    work.add(member, size + 1);
    work.run(with);
    ASSERT_TRUE(work.all_done()) << what;
    ASSERT_EQ(work.plain(1), prose(3000, 1)) << what;
    for (const std::size_t number : {0U, 2U, 3U}) {
      ASSERT_EQ(work.plain(number).has_value(), expected.has_value()) << what << ' ' << number;
      if (!expected) continue;
      ASSERT_EQ(*work.plain(number), expected->plain) << what;
      ASSERT_EQ(work.consumed(number), 10 + end + 8) << what;
    }
  }
}

TEST(inflate_pair, reads_hand_made_blocks) {
  URLSIEVE_PAIR_OR_SKIP();
  const std::string full(65535, 'x');
  const auto stored = [](std::string_view bytes, unsigned last) {
    bit_writer to;
    to.bits(last, 3);
    const auto size = static_cast<unsigned>(bytes.size());
    std::string head;
    for (const unsigned number : {size, size ^ 0xFFFFU})
      for (const unsigned shift : {0U, 8U}) head += static_cast<char>(number >> shift & 0xFFU);
    return to.bytes(head).bytes(bytes).result();
  };
  expect_as_zlib(stored("", 1), "empty stored", true);
  expect_as_zlib(stored("abc", 1), "stored", true);
  expect_as_zlib(stored(full, 0) + stored(full, 0) + stored("end", 1), "large stored", true, large_size);
  expect_as_zlib(stored(full, 1).substr(0, 60000), "cut stored", false, large_size);
  std::string wrong = stored("abc", 1);
  wrong[3] = static_cast<char>(wrong[3] ^ 1);
  expect_as_zlib(wrong, "sizes that differ", false);
  expect_as_zlib(bit_writer().bits(7, 3).bits(0, 40).result(), "reserved type", false);
  expect_as_zlib("", "nothing", false);

  bit_writer every = fixed_block();
  for (unsigned symbol = 0; symbol < 256; ++symbol) fixed_symbol(every, symbol);
  for (unsigned symbol = 257; symbol < 285; ++symbol) {
    const unsigned extra = symbol < 265 ? 0 : (symbol - 261) / 4;
    for (const unsigned more : {0U, (1U << extra) - 1}) {
      fixed_symbol(every, symbol).bits(more, extra).code(0, 5);               // distance 1
      fixed_symbol(every, symbol).bits(more, extra).code(3, 5);               // 4
      fixed_symbol(every, symbol).bits(more, extra).code(14, 5).bits(63, 6);  // 192
    }
  }
  for (unsigned i = 0; i < 200; ++i)
    fixed_symbol(every, 285).code(i % 14, 5).bits(0, i % 14 < 4 ? 0 : i % 14 / 2 - 1);
  for (unsigned i = 0; i < 5; ++i)
    fixed_symbol(every, 285 - i).bits(0, i == 0 ? 0 : 5).code(29, 5).bits(8191 - i, 13);
  expect_as_zlib(fixed_symbol(every, 256).result(), "every length", true, large_size);
}

TEST(inflate_pair, rejects_invalid_codes) {
  URLSIEVE_PAIR_OR_SKIP();
  for (unsigned symbol = 286; symbol < 288; ++symbol) {
    bit_writer to = fixed_block();
    fixed_symbol(fixed_symbol(fixed_symbol(to, 'a'), symbol).bits(0, 5), 256);
    expect_as_zlib(to.result() + std::string(60, 'a'), "length " + std::to_string(symbol), false);
  }
  for (unsigned distance = 0; distance < 32; ++distance) {
    bit_writer to = fixed_block();
    for (unsigned i = 0; i < 4; ++i) fixed_symbol(to, 'a');
    fixed_symbol(fixed_symbol(to, 257).code(distance, 5).bits(0, distance < 4 ? 0 : distance / 2 - 1), 256);
    expect_as_zlib(to.result() + std::string(60, '\0'), "distance " + std::to_string(distance), distance < 4);
  }
  bit_writer before = fixed_block();
  fixed_symbol(fixed_symbol(before, 257).code(0, 5), 256);
  expect_as_zlib(before.result() + std::string(9, '\0'), "before all", false);
}

TEST(inflate_pair, judges_codes_as_zlib_does) {
  URLSIEVE_PAIR_OR_SKIP();
  const std::vector<unsigned> one_distance = {1};
  const auto end = [](bit_writer header, unsigned code, unsigned size) {
    return header.code(code, size).result() + std::string(40, '\0');
  };
  expect_as_zlib(end(dynamic_block(lengths_of({{'a', 1}, {256, 1}}), one_distance).code(0, 1), 1, 1), "two",
                 true);
  expect_as_zlib(end(dynamic_block(lengths_of({{256, 1}}), {0}), 0, 1), "only the end", true);
  expect_as_zlib(end(dynamic_block(lengths_of({{256, 1}}), {0}), 1, 1), "the code that is none", false);
  expect_as_zlib(end(dynamic_block(lengths_of({{256, 2}}), {0}), 0, 2), "incomplete", false);
  expect_as_zlib(end(dynamic_block(lengths_of({{'a', 1}, {'b', 2}, {256, 3}}), {0}), 6, 3),
                 "incomplete, three", false);
  expect_as_zlib(end(dynamic_block(lengths_of({{'a', 1}, {'b', 1}, {256, 1}}), {0}), 1, 1), "oversubscribed",
                 false);
  expect_as_zlib(end(dynamic_block(lengths_of({{'a', 1}, {'b', 1}}), {0}), 1, 1), "no end", false);
  expect_as_zlib(end(dynamic_block(lengths_of({{'a', 1}, {256, 1}}), {2, 2}), 1, 1), "incomplete distances",
                 false);
  expect_as_zlib(end(dynamic_block(lengths_of({{'a', 1}, {256, 1}}), {1, 1, 1}), 1, 1), "too many distances",
                 false);
  // Maximum code lengths in both codes, and a match with these codes.
  std::vector<unsigned> longest = lengths_of({{256, 15}, {257, 15}}, 258);
  std::vector<unsigned> distances;
  for (unsigned i = 1; i < 15; ++i) {
    longest['a' + i] = i;
    distances.push_back(i);
  }
  distances.push_back(15);
  distances.push_back(15);
  for (unsigned distance = 0; distance < 16; ++distance) {
    bit_writer to = dynamic_block(longest, distances);
    for (unsigned i = 1; i < 15; ++i) to.code((1U << i) - 2, i);
    for (unsigned i = 0; i < 60; ++i) to.code(0x3FFE, 14).code(0, 1).code(2, 2);
    to.code(0x7FFF, 15).code(distance < 15 ? (2U << distance) - 2 : 0x7FFF, std::min(distance + 1, 15U));
    to.bits(1, distance < 4 ? 0 : distance / 2 - 1).code(0x7FFE, 15);
    expect_as_zlib(to.result(), "longest codes, distance " + std::to_string(distance), true);
  }
  for (unsigned litlens = 257; litlens <= 288; ++litlens) {
    for (const std::size_t count : {1U, 29U, 30U, 31U, 32U}) {
      std::vector<unsigned> lengths = lengths_of({{'a', 1}, {256, 1}}, litlens);
      const std::vector<unsigned> none(count, 0);
      expect_as_zlib(end(dynamic_block(lengths, none).code(0, 1), 1, 1), "sizes",
                     litlens <= 286 && count <= 30);
    }
  }
}

TEST(inflate_pair, reads_repeated_code_lengths) {
  URLSIEVE_PAIR_OR_SKIP();
  // Code length symbols 0, 1, 16, 17, 18 with codes of 3, 2, 2, 3, 2 bits: 18 is 10, 0 is 110 ...
  struct part {
    unsigned symbol;
    unsigned extra;
  };
  struct sample {
    std::vector<part> parts;
    std::string what;
  };
  // 97 zeros, "a", 158 zeros, the end; one distance.
  const std::vector<sample> samples = {
      {{{18, 86}, {1, 0}, {18, 127}, {18, 9}, {1, 0}, {0, 0}}, "sound"},
      {{{18, 86}, {1, 0}, {18, 127}, {18, 9}, {1, 0}, {1, 0}}, "with a distance"},
      {{{16, 0}, {18, 83}, {1, 0}, {18, 127}, {18, 9}, {1, 0}, {0, 0}}, "a repeat of nothing"},
      {{{18, 86}, {1, 0}, {18, 127}, {18, 9}, {1, 0}, {17, 0}}, "too many zeros"},
      {{{18, 86}, {1, 0}, {18, 127}, {18, 10}, {1, 0}}, "the end is a distance"},
      {{{18, 86}, {1, 0}, {18, 127}, {18, 9}, {1, 0}, {16, 0}}, "too many repeats"},
      {{{18, 86}, {1, 0}, {18, 127}, {18, 8}, {16, 0}}, "zeros repeated"},
  };
  for (const sample& item : samples) {
    bit_writer to;
    to.bits(1, 1).bits(2, 2).bits(0, 5).bits(0, 5).bits(14, 4);
    for (const unsigned symbol : std::span(order_of_lengths).first(18))
      to.bits(symbol == 16 || symbol == 1 || symbol == 18 ? 2 : symbol == 17 || symbol == 0 ? 3 : 0, 3);
    for (const auto& [symbol, extra] : item.parts) {
      if (symbol == 0) to.code(6, 3);
      if (symbol == 1) to.code(0, 2);
      if (symbol == 16) to.code(1, 2).bits(extra, 2);
      if (symbol == 17) to.code(7, 3).bits(extra, 3);
      if (symbol == 18) to.code(2, 2).bits(extra, 7);
    }
    expect_as_zlib(to.code(0, 1).code(1, 1).result() + std::string(30, '\0'), item.what);
  }
}

std::vector<std::string> streams_of_every_kind() {
  std::vector<std::string> output;
  std::minstd_rand random(5);
  for (const int level : {0, 1, 6, 9}) {
    for (const int strategy : {Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED}) {
      for (const unsigned kind : {0U, 1U, 2U, 3U}) {
        std::string plain = prose(200 + kind * 900, kind);
        for (char& c : plain) {
          if (kind == 1) c = static_cast<char>(random());
          if (kind == 2) c = random() % 40 == 0 ? 'b' : 'a';
          if (kind == 3) c = static_cast<char>(random() % 3 + 'a');
        }
        z_stream stream{};
        deflateInit2(&stream, level, Z_DEFLATED, -15, 1 + static_cast<int>(kind), strategy);
        std::string packed(deflateBound(&stream, plain.size()) + 64, '\0');
        stream.next_in = reinterpret_cast<Bytef*>(plain.data());
        stream.avail_in = static_cast<uInt>(plain.size());
        stream.next_out = reinterpret_cast<Bytef*>(packed.data());
        stream.avail_out = static_cast<uInt>(packed.size());
        deflate(&stream, Z_FINISH);
        packed.resize(packed.size() - stream.avail_out);
        deflateEnd(&stream);
        output.push_back(packed);
      }
    }
  }
  return output;
}

TEST(inflate_pair, agrees_with_zlib_on_streams_cut_anywhere) {
  URLSIEVE_PAIR_OR_SKIP();
  for (const std::string& whole : streams_of_every_kind()) {
    expect_as_zlib(whole, "whole", true);
    for (std::size_t size = 0; size < whole.size(); size += testing::case_step)
      expect_as_zlib(std::string_view(whole).substr(0, size), "cut", false);
    if (HasFatalFailure()) return;
  }
}

TEST(inflate_pair, agrees_with_zlib_on_streams_with_flipped_bits) {
  URLSIEVE_PAIR_OR_SKIP();
  std::minstd_rand random(6);
  for (const std::string& whole : streams_of_every_kind()) {
    for (unsigned i = 0; i < testing::random_cases(300U); ++i) {
      std::string broken = whole;
      for (auto times = 1 + random() % 3; times > 0; --times) {
        const std::size_t among =
            random() % 2 == 0 ? broken.size() : std::min<std::size_t>(broken.size(), 80);
        const std::size_t at = random() % among;
        broken[at] = static_cast<char>(broken[at] ^ static_cast<char>(1U << random() % 8));
      }
      expect_as_zlib(broken, "flipped");
      if (HasFatalFailure()) return;
    }
  }
}

TEST(inflate_pair, checks_headers_trailers_and_capacity_like_the_stream_decoder) {
  URLSIEVE_PAIR_OR_SKIP();
  const std::string plain = prose(2000, 9);
  const std::string member = zlib_pack(plain, 15 + 16);
  std::vector<std::string> headers;
  for (unsigned flags = 0; flags < 256; ++flags) {
    std::string changed = member;
    changed[3] = static_cast<char>(flags);
    std::string fields;
    if ((flags & 4U) != 0) fields.append("\3\0xyz", 5);
    if ((flags & 8U) != 0) fields.append("name\0", 5);
    if ((flags & 16U) != 0) fields.append("\0", 1);
    if ((flags & 2U) != 0) fields += "hc";
    headers.push_back(changed.insert(10, fields));
  }
  for (std::size_t at = 0; at < member.size(); ++at) {
    if (at > 12 && at + 10 < member.size()) continue;
    headers.push_back(member);
    headers.back()[at] = static_cast<char>(headers.back()[at] ^ 4);
    headers.push_back(member.substr(0, at));
  }
  headers.push_back(member + "behind");
  const std::string long_name = std::string("\x1F\x8B\x08\x08\0\0\0\0\0\xFF", 10) + std::string(30, 'n');
  headers.push_back(long_name);
  headers.push_back(std::string("\x1F\x8B\x08\x04\0\0\0\0\0\xFF\xFF\xFF", 12) + std::string(30, 'n'));
  whole_member_decoder other;
  for (const std::size_t capacity : {plain.size(), plain.size() - 1, std::size_t{0}}) {
    paired work;
    for (const std::string& header : headers) work.add(header, capacity);
    work.run();
    for (std::size_t i = 0; i < headers.size(); ++i) {
      std::string out(capacity, '\0');
      const whole_member_decoder::outcome expected = other.decode(headers[i], out);
      EXPECT_EQ(work.consumed(i), expected.consumed) << i;
      if (expected.consumed != 0) EXPECT_EQ(work.plain(i), plain) << i;
    }
  }
}

TEST(inflate_pair, reads_many_members_of_all_sizes) {
  URLSIEVE_PAIR_OR_SKIP();
  std::minstd_rand random(8);
  for (const inflate_groups& with : inflate_groups_here()) {
    std::vector<std::string> plains;
    paired work;
    for (unsigned i = 0; i < testing::random_cases(300U); ++i) {
      const std::size_t size = i % 50 == 7 ? 400000 : random() % 20000;
      plains.push_back(prose(size, i));
      work.add(zlib_pack(plains.back(), 15 + 16, static_cast<int>(i % 10)),
               size + i % 2 * inflate_pair::slack);
    }
    work.run(with);
    for (std::size_t i = 0; i < plains.size(); ++i) EXPECT_EQ(work.plain(i), plains[i]) << i;
  }
}

}  // namespace inflate_pair_test
}  // namespace urlsieve
