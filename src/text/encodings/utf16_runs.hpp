// Boundaries between UTF-16 and text with one byte per ASCII character, in files to which programs appended
// in different encodings, as ">>" of Windows PowerShell does.
#ifndef URLSIEVE_TEXT_ENCODINGS_UTF16_RUNS_HPP
#define URLSIEVE_TEXT_ENCODINGS_UTF16_RUNS_HPP

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/text/arena.hpp"

namespace urlsieve {

// The size in bytes of the characters that show the beginning of UTF-16, as "http" and "www.", and of a mark.
inline constexpr std::size_t utf16_sign_size = 8;
inline constexpr std::size_t utf16_mark_size = 2;

// Returns the offset, `from` or greater, of the first four ASCII characters in UTF-16, or of the byte order
// mark directly before them; npos if there are none.
[[nodiscard]] std::size_t find_utf16(std::string_view bytes, std::size_t from, bool big_endian);

// Returns true if the UTF-16 in `text` is big-endian: the first NUL follows the mark FE FF, or begins a text
// that does not end in NUL or LF. (Little-endian text that was cut after LF begins with NUL, too.)
[[nodiscard]] bool is_big_endian_utf16(std::string_view text);

struct utf16_extent {
  std::size_t size;  // in bytes; odd if the text that follows begins in the middle of a unit
  bool ended;        // other text follows
};

// Returns the extent of the UTF-16 text at the front of `bytes`. UTF-16 ends before a run of ASCII byte pairs
// that has "://", or 16 pairs outside kana with five different high bytes, which UTF-16 in one script lacks.
// UTF-16 also ends before six units that are ASCII, with four different characters, in the other alignment.
// `last`: no bytes follow; otherwise units that later bytes may exclude are not counted.
[[nodiscard]] utf16_extent utf16_prefix(std::string_view bytes, bool big_endian, bool last);

struct utf16_run {
  std::size_t begin;
  std::size_t size;  // even
};

// Returns the runs of UTF-16, in order.
[[nodiscard]] std::vector<utf16_run> find_utf16_runs(std::string_view text, bool big_endian);

// Returns the run as UTF-8.
[[nodiscard]] std::string utf16_run_as_utf8(std::string_view run, bool big_endian);

// Returns `text` with its runs of UTF-16 as UTF-8, and other bytes unchanged: a copy in `out`, or `text`
// itself if no byte is NUL.
[[nodiscard]] std::string_view with_utf16_as_utf8(std::string_view text, arena& out);

}  // namespace urlsieve

#endif
