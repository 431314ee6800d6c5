#include "src/codec/gzip_stream.hpp"

#include <isa-l/igzip_lib.h>
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

namespace urlsieve {
namespace {

// Skips the header of a gzip member (RFC 1952 section 2.3), in pieces of any size. Names and comments may
// have any length. The checksum of the header is not verified, because no field of the header is used.
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

// zlib's lengths are 32-bit.
constexpr std::size_t gzip_largest_piece = std::size_t{1} << 30;

// At an invalid distance, isa-l's fast loop reports up to 258 output bytes that it has not written. The loop
// runs only while more than a few input bytes are ahead. On a fault, the decoder therefore returns to a saved
// state and approaches the fault in small steps of input, the last ones of 7 bytes.
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
    if (!pending_fault_.empty()) return deliver_rest(out, step);
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
  // Input size of one call of isa-l.
  enum class pace : std::uint8_t { whole, narrow, crumbs };
  static constexpr std::size_t piece_size[] = {std::size_t{1} << 20, 1024, 7};
  // Maximum input since the saved state at pace `whole`. At `narrow`, every step saves a state.
  static constexpr std::size_t max_replayable = std::size_t{256} << 10;

  void begin() {
    start(state_);
    header_.reset();
    zlib_header_size_ = 0;
    pending_fault_ = {};
    in_body_ = wrapper_ == deflate_wrapper::raw;
    pace_ = pace::whole;
    has_saved_ = false;
    replayable_output_ = 0;
    replayable_.clear();
    replay_.clear();
    replay_at_ = 0;
    skip_ = 0;
  }

  void start(inflate_state& state) const {
    isal_inflate_reset(&state);
    state.next_in = nullptr;
    state.avail_in = 0;
    switch (wrapper_) {
      case deflate_wrapper::gzip:
        state.crc_flag = ISAL_GZIP_NO_HDR_VER;
        break;
      case deflate_wrapper::zlib:
        state.crc_flag = ISAL_ZLIB_NO_HDR_VER;
        break;
      case deflate_wrapper::raw:
        state.crc_flag = ISAL_DEFLATE;
        break;
    }
  }

  gzip_header::outcome read_header(const char*& next, const char* end) {
    if (wrapper_ == deflate_wrapper::gzip) return header_.read(next, end);
    // RFC 1950 section 2.2: a preset dictionary (bit 5 of the second byte) is unsupported.
    while (zlib_header_size_ < 2 && next != end)
      zlib_header_[zlib_header_size_++] = static_cast<unsigned char>(*next++);
    if (zlib_header_size_ < 2) return gzip_header::outcome::more;
    const bool valid = (zlib_header_[0] & 0x0FU) == 8 && zlib_header_[0] <= 0x7F &&
                       (zlib_header_[0] * 256U + zlib_header_[1]) % 31 == 0 && (zlib_header_[1] & 0x20U) == 0;
    return valid ? gzip_header::outcome::done : gzip_header::outcome::bad;
  }

  decode_step inflate(std::span<const char> in, std::span<char> out, bool last, decode_step step) {
    while (true) {
      const bool from_replay = replay_at_ < replay_.size();
      const std::span<const char> source =
          from_replay ? std::span<const char>(replay_).subspan(replay_at_) : in.subspan(step.consumed);
      const bool skips = skip_ > 0;
      if (skips) skipped_.resize(skipped_size);
      const std::span<char> target =
          skips ? std::span<char>(skipped_).first(std::min(skipped_size, skip_)) : out.subspan(step.produced);
      const std::span<const char> piece =
          source.first(std::min(source.size(), piece_size[static_cast<std::size_t>(pace_)]));
      const std::span<char> output = target.first(std::min(target.size(), gzip_largest_piece));
      // isa-l takes pointers to non-const and does not write through next_in.
      state_.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(piece.data()));
      state_.avail_in = static_cast<std::uint32_t>(piece.size());
      state_.next_out = reinterpret_cast<std::uint8_t*>(output.data());
      state_.avail_out = static_cast<std::uint32_t>(output.size());
      const int answer = isal_inflate(&state_);
      if (answer < 0 && answer != ISAL_INCORRECT_CHECKSUM && pace_ != pace::crumbs) {
        rewind();
        continue;
      }
      const std::size_t consumed = piece.size() - std::min<std::size_t>(state_.avail_in, piece.size());
      const std::size_t produced = output.size() - state_.avail_out;
      (from_replay ? replay_at_ : step.consumed) += consumed;
      if (skips)
        skip_ -= produced;
      else
        step.produced += produced;
      if (answer < 0) {
        pending_fault_ = answer == ISAL_INCORRECT_CHECKSUM ? "wrong checksum or size" : "invalid data";
        return deliver_rest(out, step);
      }
      if (state_.block_state == ISAL_BLOCK_FINISH) {
        begin();
        step.state = decode_state::member_end;
        return step;
      }
      record_step(piece.first(consumed), produced);
      const bool has_progress = consumed > 0 || produced > 0;
      if (skips && has_progress) continue;
      if (step.produced == out.size()) return step;
      if (from_replay && has_progress) continue;
      if (step.consumed == in.size() || !has_progress) {
        if (last && produced == 0) return fail(step, decode_state::truncated, "ends early");
        if (produced == 0) return step;
      }
    }
  }

  // Records a step: keeps its input, or saves the state.
  void record_step(std::span<const char> consumed, std::size_t produced) {
    if (pace_ == pace::crumbs) return;
    if (pace_ == pace::whole && replayable_.size() + consumed.size() <= max_replayable) {
      replayable_.insert(replayable_.end(), consumed.begin(), consumed.end());
      replayable_output_ += produced;
      return;
    }
    if (!saved_) saved_ = std::make_unique<inflate_state>();
    *saved_ = state_;
    has_saved_ = true;
    replayable_.clear();
    replayable_output_ = 0;
  }

  // Restores the saved state, at the next slower pace. Output since then is decoded again and not returned
  // twice.
  void rewind() {
    pace_ = pace_ == pace::whole ? pace::narrow : pace::crumbs;
    if (has_saved_)
      state_ = *saved_;
    else
      start(state_);
    replayable_.insert(replayable_.end(), replay_.begin() + static_cast<std::ptrdiff_t>(replay_at_),
                       replay_.end());
    replay_ = std::exchange(replayable_, {});
    replay_at_ = 0;
    skip_ += std::exchange(replayable_output_, 0);
  }

  // On a fault, isa-l retains decoded bytes that exceeded the output: bytes of tmp_out_buffer between the two
  // marks.
  decode_step deliver_rest(std::span<char> out, decode_step step) {
    const auto rest = static_cast<std::size_t>(state_.tmp_out_valid - state_.tmp_out_processed);
    const std::size_t size = std::min(rest, out.size() - step.produced);
    if (size > 0)
      std::memcpy(out.data() + step.produced, state_.tmp_out_buffer + state_.tmp_out_processed, size);
    state_.tmp_out_processed += static_cast<std::int32_t>(size);
    step.produced += size;
    if (size < rest) return step;
    return fail(step, decode_state::corrupt, pending_fault_);
  }

  decode_step fail(decode_step step, decode_state state, std::string_view fault) {
    fault_ = fault;
    step.state = state;
    return step;
  }

  inflate_state state_;
  std::unique_ptr<inflate_state>
      saved_;  // a state inside the member if has_saved_; otherwise the member's start counts
  std::vector<char> replayable_;  // input since the saved state
  std::vector<char> replay_;      // input to decode again first
  std::vector<char> skipped_;
  static constexpr std::size_t skipped_size = std::size_t{64} << 10;
  std::size_t replay_at_ = 0;
  std::size_t replayable_output_ = 0;  // output since the saved state
  std::size_t skip_ = 0;               // output that was returned before
  gzip_header header_;
  deflate_wrapper wrapper_;
  pace pace_ = pace::whole;
  bool has_saved_ = false;
  unsigned zlib_header_size_ = 0;
  unsigned char zlib_header_[2] = {};
  bool in_body_ = false;
  std::string_view pending_fault_;  // the fault, to report behind the output before it
  std::string_view fault_;
};

class gzip_encoder final : public encoder {
 public:
  explicit gzip_encoder(int level) {
    // 15 + 16: the largest window and a gzip wrapper; zlib then writes neither name nor time.
    if (deflateInit2(&state_, level, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~gzip_encoder() override { deflateEnd(&state_); }
  gzip_encoder(const gzip_encoder&) = delete;
  gzip_encoder& operator=(const gzip_encoder&) = delete;

  encode_step encode(std::span<const char> in, std::span<char> out, bool last) override {
    encode_step step;
    while (true) {
      const std::size_t input_size = std::min(in.size() - step.consumed, gzip_largest_piece);
      const std::size_t output_size = std::min(out.size() - step.produced, gzip_largest_piece);
      state_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data())) + step.consumed;
      state_.avail_in = static_cast<uInt>(input_size);
      state_.next_out = reinterpret_cast<Bytef*>(out.data()) + step.produced;
      state_.avail_out = static_cast<uInt>(output_size);
      const bool finish = last && input_size == in.size() - step.consumed;
      const int answer = deflate(&state_, finish ? Z_FINISH : Z_NO_FLUSH);
      const std::size_t consumed = input_size - std::min<std::size_t>(state_.avail_in, input_size);
      const std::size_t produced = output_size - state_.avail_out;
      step.consumed += consumed;
      step.produced += produced;
      if (answer == Z_STREAM_END) {
        deflateReset(&state_);
        step.finished = true;
        return step;
      }
      if (step.produced == out.size() || (step.consumed == in.size() && !last) ||
          (consumed == 0 && produced == 0))
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
