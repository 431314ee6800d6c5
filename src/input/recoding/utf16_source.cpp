#include "src/input/recoding/utf16_source.hpp"

#include <string>
#include <utility>

#include "src/codec/charset.hpp"
#include "src/input/recoding/recoded_source.hpp"
#include "src/text/arena.hpp"

namespace urlsieve {
namespace {

constexpr std::uint32_t byte_order_mark_unit = 0xFEFF;

bool is_surrogate(std::uint32_t unit) {
  return unit >= 0xD800 && unit <= 0xDFFF;
}

class wide_source final : public recoded_source {
 public:
  wide_source(std::unique_ptr<byte_source> stored, const wide_encoding& charset, const consumed_head& head)
      : recoded_source(std::move(stored), head, charset.mark),
        from_(charset),
        decoded_as_(find_encoding(charset.unit == 2 && charset.big_endian ? "utf-16be" : "utf-16le")) {}

 private:
  // Holds back an incomplete unit and half of a surrogate pair until more bytes arrive.
  step recode(std::string& raw, bool last) override {
    std::size_t whole = raw.size();
    if (!last) {
      whole -= whole % from_.unit;
      if (from_.unit == 2 && whole >= 2) {
        const std::uint32_t unit = first_unit(std::string_view(raw).substr(whole - 2), from_);
        if (unit >= 0xD800 && unit <= 0xDBFF) whole -= 2;
      }
    }
    bytes_.clear();
    const std::string_view units = std::string_view(raw).substr(0, whole);
    return {decoder_.decode(decoded_as_, from_.unit == 2 ? marked(units) : narrowed(units), bytes_), whole};
  }

  // The decoder removes a leading byte order mark, so a leading U+FEFF that is text gets a mark in front.
  std::string_view marked(std::string_view units) {
    if (units.size() < 2 || first_unit(units, from_) != byte_order_mark_unit) return units;
    narrow_.assign(units.substr(0, 2)).append(units);
    return narrow_;
  }

  // Converts UTF-32 to little-endian UTF-16 with a mark, which the decoder removes.
  std::string_view narrowed(std::string_view units) {
    narrow_.clear();
    const auto append_unit = [&](std::uint32_t unit) {
      narrow_ += static_cast<char>(unit & 0xFFU);
      narrow_ += static_cast<char>(unit >> 8U);
    };
    append_unit(byte_order_mark_unit);
    for (; units.size() >= 4; units.remove_prefix(4)) {
      const std::uint32_t point = first_unit(units, from_);
      if (point > 0x10FFFF || is_surrogate(point)) {
        append_unit(0xFFFD);
      } else if (point >= 0x10000) {
        append_unit(0xD800U + ((point - 0x10000U) >> 10U));
        append_unit(0xDC00U + ((point - 0x10000U) & 0x3FFU));
      } else {
        append_unit(point);
      }
    }
    if (!units.empty()) append_unit(0xFFFD);
    return narrow_;
  }

  wide_encoding from_;
  encoding decoded_as_;
  arena bytes_;  // owns the decoded bytes
  std::string narrow_;
  charset_decoder decoder_;
};

}  // namespace

std::unique_ptr<byte_source> as_utf8(std::unique_ptr<byte_source> stored, const wide_encoding& charset,
                                     const consumed_head& head) {
  return std::make_unique<wide_source>(std::move(stored), charset, head);
}

}  // namespace urlsieve
