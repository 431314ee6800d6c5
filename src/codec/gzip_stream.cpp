#include "src/codec/gzip_stream.hpp"

#include <isa-l/igzip_lib.h>
#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <new>
#include <utility>

namespace urlsieve {
namespace {

// Lengths are 32 bits wide in both libraries.
constexpr std::size_t largest_piece = std::size_t{1} << 30;

// The header of a gzip member (RFC 1952 section 2.3), passed over byte by byte however it arrives. Names and
// comments may be of any length; the header's own checksum is not looked at, since the header says nothing
// that is used.
class gzip_header {
 public:
  enum class outcome : std::uint8_t { more, done, bad };

  void reset() { *this = gzip_header(); }

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

  // Enters the next part that this header has; true if there is none.
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

class inflater final : public decoder {
 public:
  explicit inflater(deflate_wrapper wrapper) : wrapper_(wrapper) {
    isal_inflate_init(&state_);
    begin();
  }

  void reset() override { begin(); }
  [[nodiscard]] std::string_view fault() const override { return fault_; }

  decode_step decode(std::span<const char> in, std::span<char> out, bool last) override {
    const char* next = in.data();
    const char* const end = next + in.size();
    decode_step step;
    if (!broken_.empty()) return deliver_rest(out, step);
    if (!in_body_) {
      const gzip_header::outcome read = read_header(next, end);
      step.consumed = static_cast<std::size_t>(next - in.data());
      if (read == gzip_header::outcome::bad) return fail(step, decode_state::corrupt, "no valid header");
      if (read == gzip_header::outcome::more) {
        if (last) return fail(step, decode_state::truncated, "ends inside the header");
        return step;
      }
      in_body_ = true;
    }
    return inflate(in, out, last, step);
  }

 private:
  void begin() {
    isal_inflate_reset(&state_);
    state_.next_in = nullptr;
    state_.avail_in = 0;
    switch (wrapper_) {
      case deflate_wrapper::gzip:
        state_.crc_flag = ISAL_GZIP_NO_HDR_VER;
        break;
      case deflate_wrapper::zlib:
        state_.crc_flag = ISAL_ZLIB_NO_HDR_VER;
        break;
      case deflate_wrapper::raw:
        state_.crc_flag = ISAL_DEFLATE;
        break;
    }
    header_.reset();
    zlib_header_size_ = 0;
    broken_ = {};
    in_body_ = wrapper_ == deflate_wrapper::raw;
  }

  gzip_header::outcome read_header(const char*& next, const char* end) {
    if (wrapper_ == deflate_wrapper::gzip) return header_.read(next, end);
    // RFC 1950 section 2.2; a preset dictionary (bit 5 of the second byte) is nobody's.
    while (zlib_header_size_ < 2 && next != end)
      zlib_header_[zlib_header_size_++] = static_cast<unsigned char>(*next++);
    if (zlib_header_size_ < 2) return gzip_header::outcome::more;
    const bool valid = (zlib_header_[0] & 0x0FU) == 8 && zlib_header_[0] <= 0x7F &&
                       (zlib_header_[0] * 256U + zlib_header_[1]) % 31 == 0 && (zlib_header_[1] & 0x20U) == 0;
    return valid ? gzip_header::outcome::done : gzip_header::outcome::bad;
  }

  decode_step inflate(std::span<const char> in, std::span<char> out, bool last, decode_step step) {
    while (true) {
      const std::size_t give = std::min(in.size() - step.consumed, largest_piece);
      const std::size_t room = std::min(out.size() - step.produced, largest_piece);
      // isa-l takes pointers to non-const and does not write through next_in.
      state_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(in.data())) + step.consumed;
      state_.avail_in = static_cast<std::uint32_t>(give);
      state_.next_out = reinterpret_cast<std::uint8_t*>(out.data()) + step.produced;
      state_.avail_out = static_cast<std::uint32_t>(room);
      const int answer = isal_inflate(&state_);
      const std::size_t took = give - std::min<std::size_t>(state_.avail_in, give);
      const std::size_t gave = room - state_.avail_out;
      step.consumed += took;
      step.produced += gave;
      if (answer < 0) {
        broken_ = answer == ISAL_INCORRECT_CHECKSUM ? "wrong checksum or size" : "invalid data";
        return deliver_rest(out, step);
      }
      if (state_.block_state == ISAL_BLOCK_FINISH) {
        begin();
        step.state = decode_state::member_end;
        return step;
      }
      if (step.produced == out.size()) return step;
      if (step.consumed == in.size() || (took == 0 && gave == 0)) {
        if (last && gave == 0) return fail(step, decode_state::truncated, "ends early");
        if (gave == 0) return step;
      }
    }
  }

  // At a fault isa-l keeps back what it had decoded ahead of the room there was: bytes of tmp_out_buffer
  // between the two marks.
  decode_step deliver_rest(std::span<char> out, decode_step step) {
    const auto rest = static_cast<std::size_t>(state_.tmp_out_valid - state_.tmp_out_processed);
    const std::size_t size = std::min(rest, out.size() - step.produced);
    if (size > 0)
      std::memcpy(out.data() + step.produced, state_.tmp_out_buffer + state_.tmp_out_processed, size);
    state_.tmp_out_processed += static_cast<std::int32_t>(size);
    step.produced += size;
    if (size < rest) return step;
    return fail(step, decode_state::corrupt, broken_);
  }

  decode_step fail(decode_step step, decode_state state, std::string_view fault) {
    fault_ = fault;
    step.state = state;
    return step;
  }

  inflate_state state_;
  gzip_header header_;
  deflate_wrapper wrapper_;
  unsigned zlib_header_size_ = 0;
  unsigned char zlib_header_[2] = {};
  bool in_body_ = false;
  std::string_view broken_;  // the fault that was met, told when all before it is out
  std::string_view fault_;
};

class gzip_encoder final : public encoder {
 public:
  explicit gzip_encoder(int level) {
    // 15 + 16: the largest window, a gzip wrapper; zlib then writes no name and no time.
    if (deflateInit2(&state_, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~gzip_encoder() override { deflateEnd(&state_); }
  gzip_encoder(const gzip_encoder&) = delete;
  gzip_encoder& operator=(const gzip_encoder&) = delete;

  encode_step encode(std::span<const char> in, std::span<char> out, bool last) override {
    encode_step step;
    while (true) {
      const std::size_t give = std::min(in.size() - step.consumed, largest_piece);
      const std::size_t room = std::min(out.size() - step.produced, largest_piece);
      state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data())) + step.consumed;
      state_.avail_in = static_cast<uInt>(give);
      state_.next_out = reinterpret_cast<Bytef*>(out.data()) + step.produced;
      state_.avail_out = static_cast<uInt>(room);
      const bool finish = last && give == in.size() - step.consumed;
      const int answer = deflate(&state_, finish ? Z_FINISH : Z_NO_FLUSH);
      const std::size_t took = give - std::min<std::size_t>(state_.avail_in, give);
      const std::size_t gave = room - state_.avail_out;
      step.consumed += took;
      step.produced += gave;
      if (answer == Z_STREAM_END) {
        deflateReset(&state_);
        step.finished = true;
        return step;
      }
      if (step.produced == out.size() || (step.consumed == in.size() && !last) || (took == 0 && gave == 0))
        return step;
    }
  }

 private:
  z_stream state_{};
};

}  // namespace

std::unique_ptr<decoder> make_inflater(deflate_wrapper wrapper) {
  return std::make_unique<inflater>(wrapper);
}

std::unique_ptr<encoder> make_gzip_encoder(int level) {
  return std::make_unique<gzip_encoder>(std::clamp(level == 0 ? 4 : level, 1, 9));
}

}  // namespace urlsieve
