// Skips the header of a gzip member (RFC 1952 section 2.3), in pieces of any size. Names and comments may
// have any length. The checksum of the header is not verified, because no field of the header is used.
#ifndef URLSIEVE_CODEC_GZIP_HEADER_HPP
#define URLSIEVE_CODEC_GZIP_HEADER_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace urlsieve {

class gzip_header {
 public:
  enum class outcome : std::uint8_t { more, done, bad };

  // Prepares for the next header.
  void reset() { *this = gzip_header(); }

  // Consumes bytes from `next` up to `end`, and moves `next` behind the consumed bytes. Returns done at the
  // end of the header, bad if the bytes are no gzip header, and more if the header continues. Requires:
  // reset() after done or bad.
  outcome read(const char*& next, const char* end) {
    while (next != end) {
      if (at_ == part::name || at_ == part::comment) {
        const void* const nul = std::memchr(next, 0, static_cast<std::size_t>(end - next));
        if (nul == nullptr) {
          next = end;
          return outcome::more;
        }
        next = static_cast<const char*>(nul) + 1;
        if (enter_next()) return outcome::done;
        continue;
      }
      if (at_ == part::extra) {
        const std::size_t step = std::min<std::size_t>(left_, static_cast<std::size_t>(end - next));
        next += step;
        left_ -= static_cast<unsigned>(step);
        if (left_ == 0 && enter_next()) return outcome::done;
        continue;
      }
      const auto byte = static_cast<unsigned char>(*next);
      if (!accept(byte)) return outcome::bad;
      ++next;
      if (left_ == 0 && enter_next()) return outcome::done;
    }
    return outcome::more;
  }

 private:
  enum class part : std::uint8_t { fixed, extra_size, extra, name, comment, checksum, over };
  static constexpr unsigned fixed_size = 10;
  static constexpr unsigned has_checksum = 0x02;
  static constexpr unsigned has_extra = 0x04;
  static constexpr unsigned has_name = 0x08;
  static constexpr unsigned has_comment = 0x10;
  static constexpr unsigned reserved = 0xE0;

  bool accept(unsigned char byte) {
    const unsigned index = at_ == part::fixed ? fixed_size - left_ : 0;
    if (at_ == part::fixed) {
      if (index == 0 && byte != 0x1F) return false;
      if (index == 1 && byte != 0x8B) return false;
      if (index == 2 && byte != 8) return false;
      if (index == 3) {
        if ((byte & reserved) != 0) return false;
        flags_ = byte;
      }
    }
    if (at_ == part::extra_size) extra_ |= static_cast<unsigned>(byte) << (left_ == 2 ? 0U : 8U);
    --left_;
    return true;
  }

  // Enters the next part that the header has; returns true at the end of the header.
  bool enter_next() {
    while (true) {
      at_ = static_cast<part>(static_cast<unsigned>(at_) + 1);
      switch (at_) {
        case part::extra_size:
          if ((flags_ & has_extra) == 0) break;
          left_ = 2;
          return false;
        case part::extra:
          left_ = extra_;
          if (left_ == 0) break;
          return false;
        case part::name:
          if ((flags_ & has_name) == 0) break;
          return false;
        case part::comment:
          if ((flags_ & has_comment) == 0) break;
          return false;
        case part::checksum:
          if ((flags_ & has_checksum) == 0) break;
          left_ = 2;
          return false;
        case part::fixed:
        case part::over:
          return true;
      }
    }
  }

  part at_ = part::fixed;
  unsigned left_ = fixed_size;
  unsigned flags_ = 0;
  unsigned extra_ = 0;
};

}  // namespace urlsieve

#endif
