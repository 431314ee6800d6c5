#include "src/input/utf16_source.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "src/codec/charset.hpp"
#include "src/input/recoded_source.hpp"
#include "src/text/arena.hpp"
#include "src/text/begins_with.hpp"
#include "src/text/byte_class.hpp"

namespace urlsieve {
namespace {

using namespace std::string_view_literals;

// The first unit of `bytes`, which has one.
std::uint32_t unit_of(std::string_view bytes, const wide_encoding& from) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < from.unit; ++i) {
    const std::size_t at = from.big_endian ? i : from.unit - 1 - i;
    value = value << 8U | static_cast<unsigned char>(bytes[at]);
  }
  return value;
}

bool is_surrogate(std::uint32_t unit) {
  return unit >= 0xD800 && unit <= 0xDFFF;
}

class wide_source final : public recoded_source {
 public:
  wide_source(std::unique_ptr<byte_source> stored, const wide_encoding& from, std::string_view head)
      : recoded_source(std::move(stored), head.substr(from.mark)),
        from_(from),
        decoded_as_(find_encoding(from.unit == 2 && from.big_endian ? "utf-16be" : "utf-16le")) {}

 private:
  // Neither part of a unit nor half a surrogate pair, unless nothing follows.
  step recode(std::string& raw, bool last) override {
    std::size_t whole = raw.size();
    if (!last) {
      whole -= whole % from_.unit;
      if (from_.unit == 2 && whole >= 2) {
        const std::uint32_t unit = unit_of(std::string_view(raw).substr(whole - 2), from_);
        if (unit >= 0xD800 && unit <= 0xDBFF) whole -= 2;
      }
    }
    bytes_.clear();
    const std::string_view units = std::string_view(raw).substr(0, whole);
    return {decoder_.decode(decoded_as_, from_.unit == 2 ? units : narrowed(units), bytes_), whole};
  }

  // UTF-32 as little-endian UTF-16.
  std::string_view narrowed(std::string_view units) {
    narrow_.clear();
    const auto put = [&](std::uint32_t unit) {
      narrow_ += static_cast<char>(unit & 0xFFU);
      narrow_ += static_cast<char>(unit >> 8U);
    };
    for (; units.size() >= 4; units.remove_prefix(4)) {
      const std::uint32_t point = unit_of(units, from_);
      if (point > 0x10FFFF || is_surrogate(point)) {
        put(0xFFFD);
      } else if (point >= 0x10000) {
        put(0xD800U + ((point - 0x10000U) >> 10U));
        put(0xDC00U + ((point - 0x10000U) & 0x3FFU));
      } else {
        put(point);
      }
    }
    if (!units.empty()) put(0xFFFD);
    return narrow_;
  }

  wide_encoding from_;
  encoding decoded_as_;
  arena bytes_;  // owns what was decoded
  std::string narrow_;
  charset_decoder decoder_;
};

// Whether units of `head` are characters of text, nearly all of them of ASCII.
bool holds_units(std::string_view head, const wide_encoding& from) {
  constexpr std::size_t fewest = 4;
  constexpr std::size_t most = 4096;
  static constexpr byte_set of_text = ~bytes::c0_and_delete | byte_set(" \t\r\n\f\v\b\x1B");
  std::size_t units = 0;
  std::size_t ascii = 0;
  for (; units < most && head.size() >= from.unit; ++units, head.remove_prefix(from.unit)) {
    const std::uint32_t unit = unit_of(head, from);
    if (unit == 0 || unit > 0x10FFFF || (from.unit == 4 && is_surrogate(unit))) return false;
    if (unit < 0x80 && !of_text.contains(static_cast<unsigned char>(unit))) return false;
    ascii += unit < 0x80 ? 1U : 0U;
  }
  return units >= fewest && 4 * ascii >= 3 * units;
}

}  // namespace

std::optional<wide_encoding> find_wide_encoding(std::string_view head) {
  if (begins_with(head, "\xFF\xFE\0\0"sv)) return wide_encoding{"utf-32le", 4, false, 4};
  if (begins_with(head, "\0\0\xFE\xFF"sv)) return wide_encoding{"utf-32be", 4, true, 4};
  if (begins_with(head, "\xFF\xFE"sv)) return wide_encoding{"utf-16le", 2, false, 2};
  if (begins_with(head, "\xFE\xFF"sv)) return wide_encoding{"utf-16be", 2, true, 2};
  if (head.substr(0, 4).find('\0') == std::string_view::npos) return std::nullopt;
  for (const wide_encoding& from :
       {wide_encoding{"utf-32le", 4, false, 0}, wide_encoding{"utf-32be", 4, true, 0},
        wide_encoding{"utf-16le", 2, false, 0}, wide_encoding{"utf-16be", 2, true, 0}})
    if (holds_units(head, from)) return from;
  return std::nullopt;
}

std::unique_ptr<byte_source> as_utf8(std::unique_ptr<byte_source> stored, const wide_encoding& from,
                                     std::string_view head) {
  return std::make_unique<wide_source>(std::move(stored), from, head);
}

}  // namespace urlsieve
