// Decodes base64 one character at a time: padding, damage and ends, which vectors do not handle.
#ifndef URLSIEVE_TEXT_ENCODINGS_BASE64_STEP_HPP
#define URLSIEVE_TEXT_ENCODINGS_BASE64_STEP_HPP

#include <array>
#include <cstddef>
#include <cstdint>

namespace urlsieve {

// Collects four sextets at a time. Padding may end a group early. Skips line ends, blanks and controls
// between characters of the alphabet. Other bytes are damage, after which decoding continues. Requires: `out`
// has three bytes for each four characters, rounded up.
class base64_step {
 public:
  explicit base64_step(std::uint8_t* out) : out_(out) {}

  // Decodes the next byte of the text.
  void take(std::uint8_t byte) {
    const std::uint8_t value = values[byte];
    if (value < 64) return take_sextet(value);
    if (value == padding) return pad();
    if (value == foreign) damaged_ = true;
  }

  // Decodes the next character of the alphabet. Requires: `value` is 0 to 63.
  void take_sextet(std::uint32_t value) {
    if (expects_padding_) damaged_ = true;
    expects_padding_ = false;
    bits_ = bits_ << 6U | value;
    if (++count_ < 4) return;
    *out_++ = static_cast<std::uint8_t>(bits_ >> 16U);
    *out_++ = static_cast<std::uint8_t>(bits_ >> 8U);
    *out_++ = static_cast<std::uint8_t>(bits_);
    count_ = 0;
  }

  // Ends the text and writes the whole bytes of an incomplete group. A group without its padding counts as
  // damage.
  void finish() {
    if (count_ != 0 || expects_padding_) damaged_ = true;
    close();
  }

  // Moves the sextets of an incomplete group to `sextets` and returns their number, at most 3.
  std::size_t release(std::uint8_t* sextets) {
    const std::size_t count = count_;
    for (std::size_t i = 0; i < count; ++i)
      sextets[i] = static_cast<std::uint8_t>(bits_ >> (6 * (count - 1 - i)) & 63U);
    count_ = 0;
    return count;
  }

  // Returns true if a second "=" must follow.
  [[nodiscard]] bool expects_padding() const { return expects_padding_; }
  [[nodiscard]] bool damaged() const { return damaged_; }
  // Returns the end of the output.
  [[nodiscard]] std::uint8_t* out() const { return out_; }
  // Sets the end of the output, after the caller has written bytes.
  void set_out(std::uint8_t* out) { out_ = out; }

 private:
  enum : std::uint8_t { ignored = 64, padding = 65, foreign = 66 };
  static constexpr std::array<std::uint8_t, 256> values = [] {
    std::array<std::uint8_t, 256> table{};
    for (std::size_t i = 0; i < 256; ++i) table[i] = i <= ' ' || i == 0x7F ? ignored : foreign;
    for (unsigned i = 0; i < 26; ++i) {
      table['A' + i] = static_cast<std::uint8_t>(i);
      table['a' + i] = static_cast<std::uint8_t>(26 + i);
    }
    for (unsigned i = 0; i < 10; ++i) table['0' + i] = static_cast<std::uint8_t>(52 + i);
    table['+'] = 62;
    table['/'] = 63;
    table['='] = padding;
    return table;
  }();

  void pad() {
    if (count_ == 0) {
      if (!expects_padding_) damaged_ = true;
      expects_padding_ = false;
      return;
    }
    if (count_ == 1) damaged_ = true;
    expects_padding_ = count_ == 2;
    close();
  }

  // Writes the whole bytes of an incomplete group.
  void close() {
    if (count_ == 2) *out_++ = static_cast<std::uint8_t>(bits_ >> 4U);
    if (count_ == 3) {
      *out_++ = static_cast<std::uint8_t>(bits_ >> 10U);
      *out_++ = static_cast<std::uint8_t>(bits_ >> 2U);
    }
    count_ = 0;
  }

  std::uint8_t* out_;
  std::uint32_t bits_ = 0;
  std::size_t count_ = 0;         // sextets in bits_, fewer than four
  bool expects_padding_ = false;  // a second "=" is expected
  bool damaged_ = false;
};

}  // namespace urlsieve

#endif
