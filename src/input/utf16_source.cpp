#include "src/input/utf16_source.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "src/codec/charset.hpp"
#include "src/text/arena.hpp"

namespace urlsieve {
namespace {

class utf16_source final : public byte_source {
 public:
  utf16_source(std::unique_ptr<byte_source> stored, const byte_order_mark& mark, std::string_view head)
      : stored_(std::move(stored)), from_(mark.named), units_(head.substr(mark.size)) {
    decode(false);
  }

  std::size_t read(std::span<char> out, stats& counted) override {
    after_gap_ = false;
    std::size_t filled = 0;
    while (filled < out.size()) {
      if (decoded_.empty() && !refill(counted)) break;
      if (gap_before_) {
        if (filled != 0) break;
        gap_before_ = false;
        after_gap_ = true;
      }
      const std::size_t part = std::min(decoded_.size(), out.size() - filled);
      if (part != 0) std::memcpy(out.data() + filled, decoded_.data(), part);
      decoded_.remove_prefix(part);
      filled += part;
    }
    return filled;
  }

  [[nodiscard]] bool after_gap() const override { return after_gap_; }
  [[nodiscard]] std::uint64_t stored_position() const override { return stored_->stored_position(); }
  [[nodiscard]] std::uint64_t stored_size() const override { return stored_->stored_size(); }
  [[nodiscard]] std::string_view name() const override { return stored_->name(); }

 private:
  static constexpr std::size_t block = std::size_t{128} << 10;

  // Reads until something is decoded; false at the end.
  bool refill(stats& counted) {
    while (decoded_.empty() && !ended_) {
      const std::size_t left = units_.size();
      units_.resize(left + block);
      const std::size_t got = stored_->read(std::span(units_).subspan(left), counted);
      units_.resize(left + got);
      ended_ = got == 0;
      if (got != 0 && stored_->after_gap()) {
        units_.erase(0, left);
        gap_before_ = true;
      }
      decode(ended_);
    }
    return !decoded_.empty();
  }

  // Decodes what is whole: neither half a unit nor half a surrogate pair, unless nothing follows.
  void decode(bool last) {
    std::size_t whole = units_.size();
    if (!last) {
      whole -= whole % 2;
      if (whole >= 2 && (lead_byte(whole - 2) & 0xFCU) == 0xD8U) whole -= 2;
    }
    bytes_.clear();
    decoded_ = decoder_.decode(from_, std::string_view(units_).substr(0, whole), bytes_);
    units_.erase(0, whole);
  }

  [[nodiscard]] unsigned lead_byte(std::size_t unit) const {
    const std::size_t at = unit + (from_.kind == encoding_kind::utf16le ? 1 : 0);
    return static_cast<unsigned char>(units_[at]);
  }

  std::unique_ptr<byte_source> stored_;
  encoding from_;
  std::string units_;         // read and not decoded
  arena bytes_;               // owns what was decoded
  std::string_view decoded_;  // decoded and not given out
  charset_decoder decoder_;
  bool gap_before_ = false;  // bytes were lost right before decoded_
  bool after_gap_ = false;
  bool ended_ = false;
};

}  // namespace

bool begins_utf16(std::string_view head) {
  const encoding_kind kind = find_byte_order_mark(head).named.kind;
  return kind == encoding_kind::utf16le || kind == encoding_kind::utf16be;
}

std::unique_ptr<byte_source> as_utf8(std::unique_ptr<byte_source> stored, std::string_view head) {
  return std::make_unique<utf16_source>(std::move(stored), find_byte_order_mark(head), head);
}

}  // namespace urlsieve
