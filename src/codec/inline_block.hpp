// Encoded files that stand in the middle of a text body: uuencode ("begin 644 name" ... "end", as POSIX
// uuencode writes it) and yEnc ("=ybegin" ... "=yend", yEnc draft 1.3). A reader of the text passes over
// them.
#ifndef URLSIEVE_CODEC_INLINE_BLOCK_HPP
#define URLSIEVE_CODEC_INLINE_BLOCK_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/text/arena.hpp"

namespace urlsieve {

enum class inline_coding : std::uint8_t { uuencode, yenc };

struct inline_block {
  inline_coding coding = inline_coding::uuencode;
  std::size_t begin = 0;   // of the "begin" line, in the text
  std::size_t end = 0;     // behind the last line of the block
  std::string_view name;   // of the file, as written
  std::string_view lines;  // the encoded ones
  bool closed = false;     // "end" or "=yend" was there
};

// The first block that begins at or after `from`, which begins a line. Every byte is looked at a bounded
// number of times when it is asked again from the block's end.
[[nodiscard]] bool find_inline_block(std::string_view text, std::size_t from, inline_block& found);

// Whether a file of that name is one that can hold links: "notes.txt", "page.html" ...
[[nodiscard]] bool names_text(std::string_view name);

struct decoded_uuencode {
  std::string_view bytes;  // in the arena
  bool damaged = false;
};
// What the lines of a block hold.
[[nodiscard]] decoded_uuencode decode_uuencode(std::string_view lines, arena& out);

}  // namespace urlsieve

#endif
