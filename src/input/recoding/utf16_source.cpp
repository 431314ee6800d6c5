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

using namespace std::string_view_literals;

constexpr std::uint32_t byte_order_mark_unit = 0xFEFF;

// The bytes at the end of text whose encoding the next bytes may decide.
constexpr std::size_t longest_sign = utf16_mark_size + 1 + utf16_sign_size;

constexpr wide_encoding little_endian_utf16{"utf-16le", 2, false, 0};

encoding utf16_decoding(bool big_endian) {
  return find_encoding(big_endian ? "utf-16be" : "utf-16le");
}

// Returns the number of bytes at the end of `text`, which is not UTF-16, that may begin UTF-16. A whole line
// is not held back, so that live lists are delivered as they arrive.
std::size_t held_size(std::string_view text) {
  const std::string_view end = text.substr(text.size() - std::min(text.size(), longest_sign));
  if (end.find_first_of("\0\xFE\xFF"sv) != npos) return end.size();
  const std::size_t line_feed = end.rfind('\n');
  return line_feed == npos ? end.size() : end.size() - line_feed - 1;
}

bool is_surrogate(std::uint32_t unit) {
  return unit >= 0xD800 && unit <= 0xDFFF;
}

class wide_source final : public recoded_source {
 public:
  wide_source(std::unique_ptr<byte_source> stored, const wide_encoding& charset, const consumed_head& head)
      : recoded_source(std::move(stored), head, charset.mark),
        from_(charset),
        decoded_as_(utf16_decoding(charset.unit == 2 && charset.big_endian)) {}

  // Begins in text that is not UTF-16, and takes the byte order from the mark of the first UTF-16.
  wide_source(std::unique_ptr<byte_source> stored, const consumed_head& head)
      : recoded_source(std::move(stored), head),
        from_(little_endian_utf16),
        decoded_as_(utf16_decoding(false)),
        is_utf16_(false),
        knows_order_(false) {}

 private:
  step recode(std::string& raw, bool last) override {
    bytes_.clear();
    if (!is_utf16_ && raw.find('\0') == npos) return pass(raw, last);
    if (from_.unit == 2) return recode_utf16(raw, last);
    const std::size_t whole = last ? raw.size() : raw.size() - raw.size() % from_.unit;
    return {decoder_.decode(decoded_as_, narrowed(std::string_view(raw).substr(0, whole)), bytes_), whole};
  }

  // Returns text without NULs as it is.
  step pass(std::string& raw, bool last) {
    const std::size_t size = raw.size() - (last ? 0 : held_size(raw));
    passed_.swap(raw);
    raw.assign(passed_, size);
    if (size != 0) is_behind_line_feed_ = passed_[size - 1] == '\n';
    return {std::string_view(passed_).substr(0, size), 0};
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
        const std::size_t begin = find_next_utf16(rest);
        is_utf16_ = begin != npos;
        const std::size_t size = is_utf16_ ? begin : rest.size() - (last ? 0 : held_size(rest));
        const std::string_view text = rest.substr(0, size);
        // The line feed of a unit was returned already.
        const bool ends_line_feed = is_utf16_ && is_behind_line_feed_ && text == "\0"sv;
        if (!ends_line_feed) add(bytes_.copy(text));
        if (size != 0) is_behind_line_feed_ = text.back() == '\n';
        rest.remove_prefix(size);
        if (!is_utf16_) break;
      }
    }
    return {recoded, raw.size() - rest.size()};
  }

  std::size_t find_next_utf16(std::string_view text) {
    const std::size_t begin = find_utf16(text, 0, from_.big_endian);
    if (begin == npos || std::exchange(knows_order_, true)) return begin;
    // Little-endian units were found behind the first byte of big-endian text.
    constexpr std::string_view mark = "\xFE\xFF\0"sv;
    if (begin < mark.size() || text.substr(begin - mark.size(), mark.size()) != mark) return begin;
    from_.big_endian = true;
    decoded_as_ = utf16_decoding(true);
    return begin - mark.size();
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
  std::string passed_;                // text without NULs
  std::string joined_;                // UTF-8 of several parts
  bool is_utf16_ = true;              // the next bytes are UTF-16, and no text that was appended to it
  bool knows_order_ = true;           // the byte order in from_ is that of the input
  bool is_behind_line_feed_ = false;  // the last byte of text that is not UTF-16
  charset_decoder decoder_;
};

}  // namespace

std::unique_ptr<byte_source> as_utf8(std::unique_ptr<byte_source> stored, const wide_encoding& charset,
                                     const consumed_head& head) {
  return std::make_unique<wide_source>(std::move(stored), charset, head);
}

std::unique_ptr<byte_source> with_utf16_as_utf8(std::unique_ptr<byte_source> stored,
                                                const consumed_head& head) {
  return std::make_unique<wide_source>(std::move(stored), head);
}

}  // namespace urlsieve
