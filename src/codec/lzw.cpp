// Codes are stored from the low bits of bytes on, in groups of eight codes of one width. When the width
// changes or the table is cleared, the rest of the group is unused.
#include "src/codec/lzw.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace urlsieve {
namespace {

constexpr std::size_t header_size = 3;
constexpr unsigned least_width = 9;
constexpr unsigned most_width = 16;
constexpr std::uint32_t clear_code = 256;
constexpr std::uint32_t none = ~std::uint32_t{0};

class code_reader {
 public:
  explicit code_reader(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] unsigned width() const { return width_; }

  // Returns false if no complete code is left.
  bool next(std::uint32_t& code) {
    if (bit_ + width_ > 8 * bytes_.size()) return false;
    std::uint32_t word = 0;
    const std::size_t first = bit_ / 8;
    for (std::size_t i = 0; i < 3 && first + i < bytes_.size(); ++i)
      word |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes_[first + i])) << (8 * i);
    code = (word >> (bit_ % 8)) & ((std::uint32_t{1} << width_) - 1);
    bit_ += width_;
    return true;
  }

  void set_width(unsigned width) {
    const std::size_t group = std::size_t{8} * width_;
    run_ += (bit_ - run_ + group - 1) / group * group;
    bit_ = run_;
    width_ = width;
  }

 private:
  std::string_view bytes_;
  std::size_t bit_ = 0;
  std::size_t run_ = 0;  // offset of the first code of the current width
  unsigned width_ = least_width;
};

class code_table {
 public:
  explicit code_table(unsigned width, bool clears)
      : capacity_(std::size_t{1} << width), next_(clears ? clear_code + 1 : clear_code) {
    prefix_.resize(capacity_);
    last_.resize(capacity_);
    for (std::size_t i = 0; i < 256; ++i) last_[i] = static_cast<char>(i);
  }

  [[nodiscard]] std::uint32_t next() const { return next_; }

  // Below the first free slot: the code behind a clear code defines no entry.
  void clear() { next_ = clear_code; }

  void add(std::uint32_t prefix, char last) {
    if (next_ == capacity_) return;
    prefix_[next_] = prefix;
    last_[next_] = last;
    ++next_;
  }

  // The string of a defined code, last byte first.
  void spell(std::uint32_t code, std::string& reversed) const {
    for (; code >= 256; code = prefix_[code]) reversed += last_[code];
    reversed += last_[code];
  }

 private:
  std::size_t capacity_;
  std::uint32_t next_;
  std::vector<std::uint32_t> prefix_;
  std::vector<char> last_;
};

}  // namespace

bool begins_lzw(std::string_view compressed) {
  if (compressed.size() < header_size || !compressed.starts_with("\x1F\x9D")) return false;
  const unsigned width = static_cast<unsigned char>(compressed[2]) & 0x1FU;
  return width >= least_width && width <= most_width;
}

lzw_end decompress_lzw(std::string_view compressed, std::size_t limit, std::string& out) {
  if (!begins_lzw(compressed)) return lzw_end::corrupt;
  const unsigned widest = static_cast<unsigned char>(compressed[2]) & 0x1FU;
  const bool clears = (static_cast<unsigned char>(compressed[2]) & 0x80U) != 0;
  code_reader codes(compressed.substr(header_size));
  code_table table(widest, clears);
  std::uint32_t before = none;
  std::uint32_t code = 0;
  char first = 0;
  std::string reversed;
  std::size_t left = limit;
  while (true) {
    const std::uint32_t largest = (std::uint32_t{1} << codes.width()) - 1;
    if (table.next() > largest && codes.width() < widest) codes.set_width(codes.width() + 1);
    if (!codes.next(code)) return lzw_end::whole;
    if (clears && code == clear_code && before != none) {
      table.clear();
      codes.set_width(least_width);
      continue;
    }
    reversed.clear();
    if (before == none ? code >= 256 : code > table.next()) return lzw_end::corrupt;
    if (before != none && code == table.next()) {
      reversed += first;
      table.spell(before, reversed);
    } else {
      table.spell(code, reversed);
    }
    first = reversed.back();
    const std::size_t count = std::min(left, reversed.size());
    out.append(reversed.rbegin(), reversed.rbegin() + static_cast<std::ptrdiff_t>(count));
    left -= count;
    if (count < reversed.size()) return lzw_end::limit;
    if (before != none) table.add(before, first);
    before = code;
  }
}

}  // namespace urlsieve
