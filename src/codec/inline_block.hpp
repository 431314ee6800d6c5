// Finds encoded files in a text body: uuencode ("begin 644 name" ... "end", as POSIX uuencode writes) and
// yEnc ("=ybegin" ... "=yend", yEnc draft 1.3). Readers of the text skip the blocks. Only uuencode is
// decoded.
#ifndef URLSIEVE_CODEC_INLINE_BLOCK_HPP
#define URLSIEVE_CODEC_INLINE_BLOCK_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

enum class inline_coding : std::uint8_t { uuencode, yenc };

// The views point into the text.
struct inline_block {
  inline_coding coding = inline_coding::uuencode;
  std::size_t begin = 0;   // offset of the "begin" line in the text
  std::size_t end = 0;     // offset behind the last line of the block
  std::string_view name;   // of the file, as written
  std::string_view lines;  // the encoded lines
  bool closed = false;     // "end" or "=yend" is present
};

// Finds the first block at or after `from`; returns false if there is none. Requires: `from` begins a line.
// Repeated calls, each from the end of the last block, take linear time in total.
[[nodiscard]] bool find_inline_block(std::string_view text, std::size_t from, inline_block& found);

// True if a file of that name can hold links: "notes.txt", "page.html" ...
[[nodiscard]] bool names_text(std::string_view name);

struct decoded_uuencode {
  std::string_view bytes;  // in the arena
  bool damaged = false;
};
// Decodes the lines of a uuencode block. Never fails: faulty lines are decoded as far as possible, and count
// as damage.
[[nodiscard]] decoded_uuencode decode_uuencode(std::string_view lines, arena& out);

}  // namespace urlsieve

#endif
