// Decodes and encodes compressed streams, member by member: gzip members, zstd frames, bzip2 and xz streams.
// A decoder knows nothing about the bytes between members; the caller detects each next member by
// sniff_compression(), so that differently compressed members may follow one another. Decoders and encoders
// throw std::bad_alloc if memory runs out; the decoders of zstd and brotli report a corrupt member instead.
#ifndef URLSIEVE_CODEC_COMPRESSION_HPP
#define URLSIEVE_CODEC_COMPRESSION_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "src/codec/zstd_frame.hpp"
#include "urlsieve/names.hpp"
#include "urlsieve/output_compression.hpp"

namespace urlsieve {

// Bytes that sniff_compression() needs for a certain answer; with fewer bytes, the answer is provisional.
inline constexpr std::size_t compression_head_size = 10;

// Returns the compression of the member that `head` begins, or `none`. zstd's skippable frames count as zstd.
[[nodiscard]] compression sniff_compression(std::string_view head);

enum class decode_state : std::uint8_t {
  more,        // needs more input or more output capacity
  member_end,  // the member is complete and its checksum valid; the next call begins another
  corrupt,     // the output is valid up to the fault; call reset() before the next call
  truncated    // `last` was given and the member is incomplete; call reset() before the next call
};

// The progress of one call, in bytes.
struct decode_step {
  std::size_t consumed = 0;
  std::size_t produced = 0;
  decode_state state = decode_state::more;
};

// Decodes members one after another. Holds the window of one stream; not thread-safe.
class decoder {
 public:
  virtual ~decoder() = default;

  // Decodes `in` from its front into `out` as far as possible. `last`: nothing follows `in`. At
  // member_end, exactly the bytes of the member are consumed. The output does not depend on out.size() or on
  // the boundaries of the input, except for the output of a corrupt xz block.
  virtual decode_step decode(std::span<const char> in, std::span<char> out, bool last) = 0;

  // Discards the current member. Keeps a dictionary that was read.
  virtual void reset() = 0;

  // True if the fault was that the member needs more memory than allowed.
  [[nodiscard]] virtual bool over_limit() const { return false; }

  // True if a dictionary was read that later members may need.
  [[nodiscard]] virtual bool has_dictionary() const { return false; }

  // The fault if the state was corrupt or truncated: a few words with static lifetime.
  [[nodiscard]] virtual std::string_view fault() const = 0;
};

struct decoder_limits {
  // Largest window (log2 of bytes; zstd --long uses one) and largest dictionary (bytes) of a stream.
  unsigned window_log = largest_zstd_window_log;
  std::size_t dictionary = std::size_t{64} << 20;
};

// Returns a decoder of `kind`; null for compression::none.
[[nodiscard]] std::unique_ptr<decoder> make_decoder(compression kind, decoder_limits limits = {});

struct encode_step {
  std::size_t consumed = 0;
  std::size_t produced = 0;
  bool finished = false;  // `last` was given and the member is complete; the next call begins another
};

// Encodes members. The output depends only on the input and the level, not on the boundaries of the input,
// the machine, or the time.
class encoder {
 public:
  virtual ~encoder() = default;
  // Encodes `in` from its front into `out` as far as possible, and returns the progress in bytes. `last`: the
  // member ends after `in`. The caller repeats the call with the rest of `in` until all input is consumed,
  // and after `last`, with the same `last`, until `finished`.
  virtual encode_step encode(std::span<const char> in, std::span<char> out, bool last) = 0;
};

// Returns an encoder; null for compression::none and for compressions that are only read. Level 0: the level
// with the best ratio of savings to cost (gzip 4, zstd 1). Other levels are limited to those of the library:
// gzip 1 to 9, zstd up to 22.
[[nodiscard]] std::unique_ptr<encoder> make_encoder(compression kind, int level = 0);

// Returns an encoder for files with random access: as make_encoder(), but zstd is seekable
// (zstd_seekable_encoder.hpp).
[[nodiscard]] std::unique_ptr<encoder> make_seekable_encoder(compression kind, int level = 0);

// Returns the suffix of file names (".gz"); empty for compression::none.
[[nodiscard]] std::string_view suffix_of(compression kind);

// True for compression::none, and for compressions that have an encoder.
[[nodiscard]] bool is_writable(compression kind);

// A set of decoders, one for each compression, created at the first use. A reference to a decoder is valid as
// long as the set. One thread at a time may use a set.
class decoder_set {
 public:
  explicit decoder_set(decoder_limits limits = {}) : limits_(limits) {}

  // Returns the decoder of `kind`. Requires: `kind` is not `none`.
  [[nodiscard]] decoder& of(compression kind) {
    std::unique_ptr<decoder>& slot = slot_of(kind);
    if (!slot) slot = make_decoder(kind, limits_);
    return *slot;
  }

  // True if the decoder has read a dictionary that later members may need.
  [[nodiscard]] bool has_dictionary(compression kind) {
    const std::unique_ptr<decoder>& slot = slot_of(kind);
    return slot && slot->has_dictionary();
  }

 private:
  [[nodiscard]] std::unique_ptr<decoder>& slot_of(compression kind) {
    return decoders_[static_cast<std::size_t>(kind)];
  }

  decoder_limits limits_;
  std::array<std::unique_ptr<decoder>, count_of<compression>> decoders_;
};

}  // namespace urlsieve

#endif
