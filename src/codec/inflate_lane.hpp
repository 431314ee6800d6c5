// One DEFLATE stream on its way from memory into memory: where it stands, the codes of its block, and what is
// done about it with every check. Whole groups of symbols are done elsewhere (inflate_groups).
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
    idle,
    running,    // in the midst of a block with codes
    block_end,  // the header of the next block follows, or nothing after the last
    finished,   // the stream is over, `bit` behind it
    failed      // it is broken, or larger than the room
  };

  block_codes codes;
  std::uint64_t no_match = block_codes::no_match;  // in memory for a conditional move
  std::uint8_t* begin;                             // of the output
  std::uint8_t* out;
  std::uint8_t* room_end;
  std::uint64_t bit;  // see byte_of
  const std::uint8_t* in_end;
  state now = state::idle;
  bool last_block;

  // What stands in `room` behind the stream's own bytes means nothing afterwards.
  void start(std::string_view stored, std::span<char> room);

  // Reads block headers until symbols follow or nothing does.
  void enter_block();

  struct position {
    std::uint64_t bit;
    std::uint8_t* out;
  };
  // One symbol (and the distance that goes with it) at `at`; may change the state.
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
