#include "src/text/base64.hpp"

#include <array>
#include <cstdint>

namespace urlsieve {
namespace {

enum : std::uint8_t { passed_over = 64, padding = 65, foreign = 66 };

constexpr std::array<std::uint8_t, 256> sextets = [] {
  std::array<std::uint8_t, 256> values{};
  for (std::size_t i = 0; i < 256; ++i) values[i] = i <= ' ' || i == 0x7F ? passed_over : foreign;
  for (unsigned i = 0; i < 26; ++i) {
    values['A' + i] = static_cast<std::uint8_t>(i);
    values['a' + i] = static_cast<std::uint8_t>(26 + i);
  }
  for (unsigned i = 0; i < 10; ++i) values['0' + i] = static_cast<std::uint8_t>(52 + i);
  values['+'] = 62;
  values['/'] = 63;
  values['='] = padding;
  return values;
}();

// A group of four that is being read.
class group_reader {
 public:
  explicit group_reader(char* out) : begin_(out), out_(out) {}

  void take(char c) {
    const std::uint8_t value = sextets[static_cast<unsigned char>(c)];
    if (value < 64) return take_sextet(value);
    if (value == padding) return pad();
    if (value == foreign) damaged_ = true;
  }

  decoded_extent finish() {
    if (count_ != 0 || owed_ != 0) damaged_ = true;
    close();
    return {static_cast<std::size_t>(out_ - begin_), damaged_};
  }

 private:
  void take_sextet(std::uint32_t value) {
    if (owed_ != 0) damaged_ = true;
    owed_ = 0;
    bits_ = bits_ << 6U | value;
    if (++count_ < 4) return;
    *out_++ = static_cast<char>(bits_ >> 16U);
    *out_++ = static_cast<char>(bits_ >> 8U);
    *out_++ = static_cast<char>(bits_);
    count_ = 0;
  }

  void pad() {
    if (count_ == 0) {
      if (owed_ == 0) damaged_ = true;
      owed_ = 0;
      return;
    }
    if (count_ == 1) damaged_ = true;
    owed_ = count_ == 2 ? 1 : 0;
    close();
  }

  // The whole bytes of an unfinished group.
  void close() {
    if (count_ == 2) *out_++ = static_cast<char>(bits_ >> 4U);
    if (count_ == 3) {
      *out_++ = static_cast<char>(bits_ >> 10U);
      *out_++ = static_cast<char>(bits_ >> 2U);
    }
    count_ = 0;
  }

  char* begin_;
  char* out_;
  std::uint32_t bits_ = 0;
  unsigned count_ = 0;  // sextets in bits_
  unsigned owed_ = 0;   // "=" still to come
  bool damaged_ = false;
};

}  // namespace

decoded_extent decode_base64(std::string_view text, char* out) {
  group_reader reader(out);
  for (const char c : text) reader.take(c);
  return reader.finish();
}

}  // namespace urlsieve
