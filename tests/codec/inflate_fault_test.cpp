// A corrupt gzip member yields the bytes before its fault, as zlib does, and no other bytes.
#include <gtest/gtest.h>
#include <zlib.h>

#include <string>
#include <string_view>
#include <utility>

#include "src/codec/compression.hpp"
#include "tests/codec/packed.hpp"

namespace urlsieve {
namespace inflate_fault_test {

using namespace testing;

std::string prefix_of_zlib(std::string_view packed) {
  z_stream stream{};
  inflateInit2(&stream, 15 + 16);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string plain;
  int answer = Z_OK;
  while (answer == Z_OK) {
    char buffer[4096];
    stream.next_out = reinterpret_cast<Bytef*>(buffer);
    stream.avail_out = sizeof buffer;
    answer = inflate(&stream, Z_NO_FLUSH);
    plain.append(buffer, sizeof buffer - stream.avail_out);
    if (stream.avail_in == 0 && stream.avail_out > 0) break;
  }
  inflateEnd(&stream);
  return plain;
}

// Writes a member with one block in the fixed code of RFC 1951 section 3.2.6.
class fixed_block {
 public:
  fixed_block() {
    put(1, 1);
    put(1, 2);
  }

  void literals(std::string_view text) {
    for (const char c : text) code(static_cast<unsigned char>(c));
  }

  // Appends `length` and `distance` by symbol; extra bits are zero.
  void repeat(unsigned length, unsigned distance, unsigned extra_bits) {
    code(length);
    put_reversed(distance, 5);
    put(0, extra_bits);
  }

  void code(unsigned symbol) {
    if (symbol < 144)
      put_reversed(0x30 + symbol, 8);
    else if (symbol < 256)
      put_reversed(0x190 + symbol - 144, 9);
    else if (symbol < 280)
      put_reversed(symbol - 256, 7);
    else
      put_reversed(0xC0 + symbol - 280, 8);
  }

  std::string member() && {
    put(0, 7);
    return std::string("\x1F\x8B\x08\0\0\0\0\0\0\xFF", 10) + bytes_;
  }

 private:
  void put(unsigned value, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      held_ |= ((value >> i) & 1U) << held_bits_;
      if (++held_bits_ < 8) continue;
      bytes_ += static_cast<char>(held_);
      held_ = held_bits_ = 0;
    }
  }
  void put_reversed(unsigned value, unsigned count) {
    for (unsigned i = count; i-- > 0;) put((value >> i) & 1U, 1);
  }

  std::string bytes_;
  unsigned held_ = 0;
  unsigned held_bits_ = 0;
};

constexpr std::pair<std::size_t, std::size_t> ways[] = {
    {SIZE_MAX / 2, 1 << 20}, {SIZE_MAX / 2, 37}, {1, 1}, {7, 1000}, {1000, 100'000}, {13, 1 << 20}};

void expect_the_prefix(const std::string& broken, const std::string& label) {
  const std::string prefix = prefix_of_zlib(broken);
  for (const auto& [in, out] : ways) {
    if (broken.size() > 100'000 && (in < 1000 || out < 1000)) continue;
    const decoded result = decode_all(compression::gzip, broken, in, out);
    EXPECT_EQ(result.state, decode_state::corrupt) << label;
    EXPECT_EQ(result.bytes.size(), prefix.size()) << label << ", pieces of " << in << " and " << out;
    ASSERT_TRUE(result.bytes == prefix) << label << ", pieces of " << in << " and " << out;
  }
}

TEST(inflate_fault, gives_no_byte_of_a_repeat_from_before_the_beginning) {
  const std::string tail(500, 'z');
  for (const std::size_t before : {0U, 1U, 5U, 38U, 300U}) {
    for (const auto& [distance, extra] : {std::pair<unsigned, unsigned>{20, 9}, {29, 13}}) {
      for (const unsigned length : {257U, 264U, 285U}) {
        fixed_block block;
        block.literals(prose(before));
        block.repeat(length, distance, extra);
        block.literals(tail);
        expect_the_prefix(std::move(block).member(), std::to_string(before) + " bytes, then length symbol " +
                                                         std::to_string(length) + " distance symbol " +
                                                         std::to_string(distance));
      }
    }
  }
}

TEST(inflate_fault, gives_no_byte_for_a_symbol_that_does_not_exist) {
  const std::string tail(500, 'z');
  for (const std::size_t before : {0U, 38U, 70'000U}) {
    for (const unsigned distance : {30U, 31U}) {
      fixed_block block;
      block.literals(prose(before));
      block.repeat(285, distance, 0);
      block.literals(tail);
      expect_the_prefix(std::move(block).member(),
                        std::to_string(before) + " bytes, then distance symbol " + std::to_string(distance));
    }
    for (const unsigned length : {286U, 287U}) {
      fixed_block block;
      block.literals(prose(before));
      block.code(length);
      block.literals(tail);
      expect_the_prefix(std::move(block).member(),
                        std::to_string(before) + " bytes, then length symbol " + std::to_string(length));
    }
  }
}

TEST(inflate_fault, is_found_at_the_same_place_far_into_a_member) {
  const std::string plain = prose(3'000'000);
  const std::string packed = pack(compression::gzip, plain);
  ASSERT_GT(packed.size(), 600'000U);
  int broken_codes = 0;
  for (std::size_t i = 0; i < 40; ++i) {
    std::string broken = packed;
    const std::size_t at = 20 + i * (packed.size() - 40) / 40;
    for (std::size_t byte = 0; byte < 12; ++byte) broken[at + byte] = static_cast<char>(0xFF - i);
    const std::string prefix = prefix_of_zlib(broken);
    if (prefix.size() >= plain.size() || decode_all(compression::gzip, broken).bytes.size() >= plain.size())
      continue;
    ++broken_codes;
    expect_the_prefix(broken, "bytes from " + std::to_string(at));
  }
  EXPECT_GT(broken_codes, 10);
}

TEST(inflate_fault, leaves_the_decoder_fit_for_the_next_member) {
  fixed_block block;
  block.literals("some text");
  block.repeat(285, 29, 13);
  const std::string broken = std::move(block).member() + std::string(100, 'x');
  const std::string plain = prose(1'000'000);
  const std::string packed = pack(compression::gzip, plain);
  const auto with = make_decoder(compression::gzip);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(decode_all(*with, broken, 64, 1000).bytes, "some text");
    with->reset();
    const decoded next = decode_all(*with, packed, 100'000, 100'000);
    EXPECT_EQ(next.state, decode_state::member_end);
    ASSERT_TRUE(next.bytes == plain);
  }
}

}  // namespace inflate_fault_test
}  // namespace urlsieve
