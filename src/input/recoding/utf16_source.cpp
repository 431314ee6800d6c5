#include "src/input/recoding/utf16_source.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "src/codec/charset.hpp"
#include "src/input/recoding/recoded_source.hpp"
#include "src/text/arena.hpp"
#include "src/text/encodings/utf16_runs.hpp"
#include "src/text/npos.hpp"

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
  step recode(std::string& raw, bool last) override {
    bytes_.clear();
    if (from_.unit == 2) return recode_utf16(raw, last);
    const std::size_t whole = last ? raw.size() : raw.size() - raw.size() % from_.unit;
    return {decoder_.decode(decoded_as_, narrowed(std::string_view(raw).substr(0, whole)), bytes_), whole};
  }

  // Copies text that is not UTF-16 (utf16_runs.hpp). Holds back the bytes at the end whose encoding the next
  // bytes decide, and half of a surrogate pair.
  step recode_utf16(std::string_view raw, bool last) {
    joined_.clear();
    std::string_view recoded;  // of one part, in bytes_; of several, in joined_
    const auto add = [&](std::string_view part) {
      if (recoded.empty()) {
        recoded = part;
        return;
      }
      if (joined_.empty()) joined_.assign(recoded);
      recoded = joined_.append(part);
    };
    std::string_view rest = raw;
    while (!rest.empty()) {
      if (is_utf16_) {
        const utf16_extent wide = utf16_prefix(rest, from_.big_endian, last);
        const std::size_t size = wide.ended || last ? wide.size : without_high_surrogate(rest, wide.size);
        add(decoder_.decode(decoded_as_, marked(rest.substr(0, size)), bytes_));
        rest.remove_prefix(size);
        if (!wide.ended) break;
        is_utf16_ = false;
      } else {
        const std::size_t begin = find_utf16(rest, 0, from_.big_endian);
        is_utf16_ = begin != npos;
        const std::size_t held = last ? 0 : std::min(rest.size(), utf16_mark_size + utf16_sign_size);
        const std::size_t size = is_utf16_ ? begin : rest.size() - held;
        add(bytes_.copy(rest.substr(0, size)));
        rest.remove_prefix(size);
        if (!is_utf16_) break;
      }
    }
    return {recoded, raw.size() - rest.size()};
  }

  [[nodiscard]] std::size_t without_high_surrogate(std::string_view units, std::size_t size) const {
    if (size < 2) return size;
    const std::uint32_t unit = first_unit(units.substr(size - 2), from_);
    return unit >= 0xD800 && unit <= 0xDBFF ? size - 2 : size;
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
  std::string joined_;    // UTF-8 of several parts
  bool is_utf16_ = true;  // the next bytes are UTF-16, and no text that was appended to it
  charset_decoder decoder_;
};

}  // namespace

std::unique_ptr<byte_source> as_utf8(std::unique_ptr<byte_source> stored, const wide_encoding& charset,
                                     const consumed_head& head) {
  return std::make_unique<wide_source>(std::move(stored), charset, head);
}

}  // namespace urlsieve
