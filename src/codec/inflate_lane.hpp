// The state of one DEFLATE stream that is decoded from memory to memory: positions, the codes of its block,
// and a fully checked slow path. inflate_groups decodes whole groups of symbols.
#ifndef URLSIEVE_CODEC_INFLATE_LANE_HPP
#define URLSIEVE_CODEC_INFLATE_LANE_HPP

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "src/codec/inflate_code.hpp"

namespace urlsieve {

struct inflate_lane {
  enum class state : std::uint8_t {
    idle,       // no stream; the positions below are meaningless
    running,    // inside a block with codes
    block_end,  // the next block header follows, or nothing after the last block
    finished,   // the stream is complete, `bit` is behind it
    failed      // the stream is corrupt, or larger than the output buffer
  };

  block_codes codes;
  std::uint64_t no_match = block_codes::no_match;  // in memory for a conditional move
  std::uint8_t* begin;                             // begin of the output
  std::uint8_t* out;
  std::uint8_t* output_end;
  std::uint64_t bit;  // position in the input; see byte_of
  const std::uint8_t* in_end;
  state now = state::idle;
  bool last_block;

  // Starts a stream at the front of `stored`, whose decoded bytes go to `output`; then enter_block() must be
  // called. Bytes behind the stream are allowed. The bytes of `output` behind the decoded bytes are
  // unspecified afterwards. Requires: both outlive the decoding.
  void start(std::string_view stored, std::span<char> output);

  // Reads block headers, and copies stored blocks, until symbols follow (running) or the stream stops
  // (finished, failed). Does nothing in any other state than block_end.
  void enter_block();

  struct position {
    std::uint64_t bit;
    std::uint8_t* out;
  };
  // Decodes one symbol (and the distance of a match) at `at`, with all checks. May change `now`.
  [[nodiscard]] position step(position at);

 private:
  [[nodiscard]] bool enter_next_block();
  [[nodiscard]] bool copy_stored(bit_place from);
  [[nodiscard]] position fail(position at) {
    now = state::failed;
    return at;
  }
  [[nodiscard]] position step_match(position at, std::uint64_t bits, unsigned used, unsigned length);
};

}  // namespace urlsieve

#endif
