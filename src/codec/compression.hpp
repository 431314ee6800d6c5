// Compressed streams, a member at a time: gzip members, zstd frames, bzip2 and xz streams. A decoder knows
// nothing of what stands between members; whoever reads a file looks at the bytes there again
// (sniff_compression), so that members of several kinds may follow one another.
#ifndef URLSIEVE_CODEC_COMPRESSION_HPP
#define URLSIEVE_CODEC_COMPRESSION_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "src/codec/zstd_frame.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// What sniff_compression wants to see to be sure; with fewer bytes it answers for as much as there is.
inline constexpr std::size_t compression_head_size = 10;

// The compression that a member beginning with `head` has; `none` if it begins none. zstd's skippable frames
// are zstd.
[[nodiscard]] compression sniff_compression(std::string_view head);

enum class decode_state : std::uint8_t {
  more,        // wants more input or more room
  member_end,  // the member is complete and its checksum right; the next call begins another
  corrupt,     // what was produced is what stood before the fault; reset() before the next call
  truncated    // `last` was given and the member is not complete; reset() before the next call
};

// How far one call came: bytes of the input that are done with, and bytes of the output that are filled.
struct decode_step {
  std::size_t consumed = 0;
  std::size_t produced = 0;
  decode_state state = decode_state::more;
};

// Decodes members one after another. Holds their window, so it serves one stream and one thread at a time.
class decoder {
 public:
  virtual ~decoder() = default;

  // Consumes `in` from its front and fills `out` as far as it can. At member_end exactly the member's bytes
  // have been consumed. `last`: nothing follows `in`. The output does not depend on the size of `out`, nor on
  // how the input is cut, except for the output of a corrupt block of xz.
  virtual decode_step decode(std::span<const char> in, std::span<char> out, bool last) = 0;

  // Gives up the member that was begun; a dictionary that was read stays.
  virtual void reset() = 0;

  // Whether the fault was that the member asks for more memory than it may have.
  [[nodiscard]] virtual bool over_limit() const { return false; }

  // Whether a dictionary was read that later members may need.
  [[nodiscard]] virtual bool has_dictionary() const { return false; }

  // What was wrong when the state was corrupt or truncated: a few words that live as long as the program.
  [[nodiscard]] virtual std::string_view fault() const = 0;
};

struct decoder_limits {
  // A stream may ask for a window of this size (zstd --long asks for one) and a dictionary of this size at
  // most.
  unsigned window_log = largest_zstd_window_log;
  std::size_t dictionary = std::size_t{64} << 20;
};

// Null for compression::none.
[[nodiscard]] std::unique_ptr<decoder> make_decoder(compression kind, decoder_limits limits = {});

struct encode_step {
  std::size_t consumed = 0;
  std::size_t produced = 0;
  bool finished = false;  // `last` was given and the member is written whole; the next call begins another
};

// The bytes that an encoder makes depend on the input and the level alone: not on how the input is cut, on
// the machine, or on the time.
class encoder {
 public:
  virtual ~encoder() = default;
  virtual encode_step encode(std::span<const char> in, std::span<char> out, bool last) = 0;
};

// Null for compression::none and for those that are read, but not written. Level 0: the one that costs little
// and saves most (gzip 4, zstd 1).
[[nodiscard]] std::unique_ptr<encoder> make_encoder(compression kind, int level = 0);

// For files of which parts are looked up: as make_encoder(), but zstd comes in frames of 1 MiB of content
// with a table behind them (zstd_seek_table.hpp), which any zstd decodes.
[[nodiscard]] std::unique_ptr<encoder> make_seekable_encoder(compression kind, int level = 0);

// ".gz": what the names of files end in; empty for compression::none.
[[nodiscard]] std::string_view suffix_of(compression kind);

// Whether it has an encoder, or is none.
[[nodiscard]] bool is_written(compression kind);

}  // namespace urlsieve

#endif
