// The library does not state how much the call that fails has written. The decoder therefore passes a frame
// in its pieces (header, block header, block, checksum; RFC 8878 section 3.1.1), each after the output of the
// piece before is complete. A failing call has then written nothing, and all blocks before the fault are
// delivered.
#include "src/codec/zstd_stream.hpp"

#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

#include "src/codec/zstd_frame.hpp"
#include "src/text/number_bytes.hpp"

namespace urlsieve {
namespace {

constexpr std::uint32_t stream_frame_magic = 0xFD2FB528;
constexpr std::uint32_t dictionary_magic = 0xEC30A437;
constexpr std::uint32_t stream_skippable_magic = 0x184D2A50;  // and the next 15 values
constexpr std::uint32_t warc_dictionary_frame = 0x184D2A5D;

// Requires: at most four bytes.
std::uint32_t number_at(const char* bytes, std::size_t size) {
  return static_cast<std::uint32_t>(little_endian({bytes, size}));
}

// RFC 8878 section 3.1.1.1: returns the header's size from its descriptor.
unsigned frame_header_size(unsigned char descriptor) {
  constexpr unsigned dictionary_id[] = {0, 1, 2, 4};
  const unsigned content_size_flag = descriptor >> 6U;
  const bool single_segment = (descriptor & 0x20U) != 0;
  const unsigned content_size = content_size_flag == 0 ? (single_segment ? 1U : 0U) : 1U << content_size_flag;
  return 4 + 1 + (single_segment ? 0U : 1U) + dictionary_id[descriptor & 3U] + content_size;
}

class zstd_decoder final : public decoder {
 public:
  explicit zstd_decoder(decoder_limits limits) : limits_(limits), context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_, ZSTD_d_windowLogMax, static_cast<int>(limits.window_log));
  }
  ~zstd_decoder() override { ZSTD_freeDCtx(context_); }
  zstd_decoder(const zstd_decoder&) = delete;
  zstd_decoder& operator=(const zstd_decoder&) = delete;

  void reset() override {
    ZSTD_DCtx_reset(context_, ZSTD_reset_session_only);
    enter(phase::magic, 4);
    pending_ = false;
    over_limit_ = false;
  }

  [[nodiscard]] std::string_view fault() const override { return fault_; }
  [[nodiscard]] bool over_limit() const override { return over_limit_; }
  [[nodiscard]] bool has_dictionary() const override { return !dictionary_.empty(); }

  decode_step decode(std::span<const char> in, std::span<char> out, bool last) override {
    decode_step step;
    if (phase_ == phase::magic && header_size_ == 0 && whole_frame(in, out, step)) return step;
    while (true) {
      if (pending_ && !flush(out, step)) return step;
      const std::span<const char> rest = in.subspan(step.consumed);
      if (left_ > 0) {
        if (rest.empty()) {
          if (last) fail(step, decode_state::truncated, "ends early");
          return step;
        }
        if (!take(rest, out, step)) return step;
        if (left_ > 0) continue;
      }
      if (!finish_piece(out, step)) return step;
    }
  }

 private:
  enum class phase : std::uint8_t {
    magic,           // 4 bytes, held
    descriptor,      // one more
    header,          // the rest of the frame header
    block_header,    // 3 bytes, held
    block,           // passed as it arrives
    checksum,        // passed as it arrives
    skippable_size,  // 4 bytes, held
    skippable,       // skipped
    dictionary,      // collected
    flushing         // the last piece was passed
  };

  void enter(phase next, std::size_t size) {
    phase_ = next;
    left_ = size;
    if (next != phase::descriptor && next != phase::header && next != phase::skippable_size) header_size_ = 0;
  }

  // A complete frame whose output fits needs no separate window.
  bool whole_frame(std::span<const char> in, std::span<char> out, decode_step& step) {
    if (in.size() < 9 || number_at(in.data(), 4) != stream_frame_magic) return false;
    const unsigned long long content = ZSTD_getFrameContentSize(in.data(), in.size());
    if (content == ZSTD_CONTENTSIZE_ERROR || content == ZSTD_CONTENTSIZE_UNKNOWN || content > out.size())
      return false;
    const std::size_t size = ZSTD_findFrameCompressedSize(in.data(), in.size());
    if (ZSTD_isError(size) != 0 || size > in.size() || exceeds_window_limit({in.data(), size})) return false;
    const std::size_t produced = ZSTD_decompressDCtx(context_, out.data(), out.size(), in.data(), size);
    if (ZSTD_isError(produced) != 0) {
      reset();
      return false;
    }
    step = {size, produced, decode_state::member_end};
    return true;
  }

  // Adds bytes of `rest` to the current piece. Returns false if the call must return.
  bool take(std::span<const char> rest, std::span<char> out, decode_step& step) {
    const std::size_t size = std::min(left_, rest.size());
    switch (phase_) {
      case phase::block:
      case phase::checksum:
        return decode_piece(rest.first(size), out, step);
      case phase::dictionary:
        dictionary_.insert(dictionary_.end(), rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(size));
        break;
      case phase::skippable:
        break;
      default:
        std::memcpy(header_bytes_.data() + header_size_, rest.data(), size);
        header_size_ += size;
        break;
    }
    left_ -= size;
    step.consumed += size;
    return true;
  }

  // Selects the piece behind a complete one. Returns false if the call must return.
  bool finish_piece(std::span<char> out, decode_step& step) {
    switch (phase_) {
      case phase::magic: {
        const std::uint32_t magic = number_at(header_bytes_.data(), 4);
        if (magic == stream_frame_magic) {
          enter(phase::descriptor, 1);
        } else if ((magic & ~0xFU) == stream_skippable_magic) {
          enter(phase::skippable_size, 4);
        } else {
          fail(step, decode_state::corrupt, "no valid header");
          return false;
        }
        return true;
      }
      case phase::descriptor: {
        const auto descriptor = static_cast<unsigned char>(header_bytes_[4]);
        has_checksum_ = (descriptor & 4U) != 0;
        enter(phase::header, frame_header_size(descriptor) - 5);
        return true;
      }
      case phase::header:
        if (exceeds_window_limit({header_bytes_.data(), header_size_})) {
          over_limit_ = true;
          fail(step, decode_state::corrupt, "needs a larger window than the memory allows");
          return false;
        }
        if (!decode_header(out, step)) return false;
        enter(phase::block_header, 3);
        return true;
      case phase::block_header:
        return finish_block_header(out, step);
      case phase::block:
        after_block();
        return true;
      case phase::skippable_size: {
        const std::uint32_t size = number_at(header_bytes_.data() + 4, 4);
        const bool dictionary =
            number_at(header_bytes_.data(), 4) == warc_dictionary_frame && size <= limits_.dictionary;
        dictionary_.clear();
        enter(dictionary ? phase::dictionary : phase::skippable, size);
        return true;
      }
      case phase::dictionary:
        if (!load_dictionary()) {
          fail(step, decode_state::corrupt, "a dictionary that cannot be read");
          return false;
        }
        [[fallthrough]];
      case phase::skippable:
        end(step);
        return false;
      case phase::checksum:
      case phase::flushing:
        // All input was passed and no output is pending, but the library reports an incomplete frame.
        fail(step, decode_state::corrupt, "invalid data");
        return false;
    }
    return false;
  }

  bool finish_block_header(std::span<char> out, decode_step& step) {
    const std::uint32_t header = number_at(header_bytes_.data(), 3);
    last_block_ = (header & 1U) != 0;
    const unsigned type = (header >> 1U) & 3U;
    const std::size_t size = type == 1 ? 1 : header >> 3U;  // an RLE block stores one byte
    // An empty last block ends the frame at once.
    if (last_block_ && size == 0 && !has_checksum_) enter_held(phase::flushing);
    if (!decode_header(out, step)) return false;
    if (phase_ == phase::flushing) return true;
    enter(phase::block, size);
    if (size == 0) after_block();
    return true;
  }

  void enter_held(phase next) {
    phase_ = next;
    left_ = 0;
  }

  void after_block() {
    if (!last_block_)
      enter(phase::block_header, 3);
    else if (has_checksum_)
      enter(phase::checksum, 4);
    else
      enter(phase::flushing, 0);
  }

  bool decode_header(std::span<char> out, decode_step& step) {
    std::size_t consumed = 0;
    return call({header_bytes_.data(), header_size_}, out, step, consumed);
  }

  bool decode_piece(std::span<const char> piece, std::span<char> out, decode_step& step) {
    std::size_t consumed = 0;
    const bool continues = call(piece, out, step, consumed);
    step.consumed += consumed;
    if (continues) left_ -= consumed;
    return continues;
  }

  // Writes the library's pending output. Returns false if the call must return.
  bool flush(std::span<char> out, decode_step& step) {
    if (step.produced == out.size()) return false;
    std::size_t consumed = 0;
    return call({}, out, step, consumed) && !pending_;
  }

  bool call(std::span<const char> piece, std::span<char> out, decode_step& step, std::size_t& consumed) {
    ZSTD_inBuffer from{piece.data(), piece.size(), 0};
    ZSTD_outBuffer to{out.data(), out.size(), step.produced};
    const std::size_t answer = ZSTD_decompressStream(context_, &to, &from);
    if (ZSTD_getErrorCode(answer) == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (ZSTD_isError(answer) != 0) {
      fail(step, decode_state::corrupt, ZSTD_getErrorName(answer));
      return false;
    }
    step.produced = to.pos;
    consumed = from.pos;
    pending_ = to.pos == to.size;
    if (answer == 0) {
      consumed = piece.size();
      end(step);
      return false;
    }
    return true;
  }

  void end(decode_step& step) {
    step.state = decode_state::member_end;
    enter(phase::magic, 4);
    pending_ = false;
  }

  // The content is a dictionary, or a zstd frame that contains one. Other content is ignored.
  bool load_dictionary() {
    if (dictionary_.size() < 8) return true;
    if (number_at(dictionary_.data(), 4) == stream_frame_magic && !inflate_dictionary()) return false;
    if (dictionary_.size() < 8 || number_at(dictionary_.data(), 4) != dictionary_magic) return true;
    ZSTD_DCtx_reset(context_, ZSTD_reset_session_only);
    const std::size_t answer = ZSTD_DCtx_loadDictionary(context_, dictionary_.data(), dictionary_.size());
    return ZSTD_isError(answer) == 0;
  }

  bool inflate_dictionary() {
    zstd_decoder inner(limits_);
    std::vector<char> plain;
    std::size_t decoded_size = 0;
    std::span<const char> in = dictionary_;
    decode_step step;
    while (step.state == decode_state::more) {
      if (decoded_size == limits_.dictionary) return false;
      if (decoded_size == plain.size())
        plain.resize(std::min(std::max<std::size_t>(2 * decoded_size, 1U << 17U), limits_.dictionary));
      step = inner.decode(in, std::span(plain).subspan(decoded_size), true);
      in = in.subspan(step.consumed);
      decoded_size += step.produced;
    }
    if (step.state != decode_state::member_end) return false;
    plain.resize(decoded_size);
    dictionary_ = std::move(plain);
    return true;
  }

  [[nodiscard]] bool exceeds_window_limit(std::string_view header) const {
    return read_zstd_frame_header(header).window > std::uint64_t{1} << limits_.window_log;
  }

  void fail(decode_step& step, decode_state state, std::string_view fault) {
    fault_ = fault;
    step.state = state;
  }
  decoder_limits limits_;
  ZSTD_DCtx* context_;
  phase phase_ = phase::magic;
  std::size_t left_ = 4;  // of the current piece
  std::array<char, 18> header_bytes_{};
  std::size_t header_size_ = 0;
  bool has_checksum_ = false;
  bool last_block_ = false;
  bool over_limit_ = false;
  bool pending_ = false;  // the library may hold output that did not fit
  std::vector<char> dictionary_;
  std::string_view fault_;
};

}  // namespace

std::unique_ptr<decoder> make_zstd_decoder(decoder_limits limits) {
  return std::make_unique<zstd_decoder>(limits);
}

}  // namespace urlsieve
