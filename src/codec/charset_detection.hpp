// Guesses the charset of a text that declares none, by ICU. The functions throw std::runtime_error if a guess
// needs ICU and ICU is not installed.
#ifndef URLSIEVE_CODEC_CHARSET_DETECTION_HPP
#define URLSIEVE_CODEC_CHARSET_DETECTION_HPP

#include <cstddef>
#include <string_view>

#include "src/codec/charset.hpp"

namespace urlsieve {

// Number of bytes at the front of a text that the guess uses.
inline constexpr std::size_t detected_bytes = std::size_t{64} << 10;

// Returns the single-byte or multi-byte encoding that ICU finds most likely. Returns encoding_kind::unknown
// if the front is UTF-8 (it may end inside a character), if it is UTF-8 with faults, or if it is too short
// for a guess with confidence. A front with 10 well-formed characters beyond ASCII for each ill-formed piece
// is UTF-8 with faults; ICU may find others. UTF-16 within the text (utf16_runs.hpp) does not count.
[[nodiscard]] encoding guess_encoding(std::string_view text);

// The charset of a text that declares none.
struct undeclared_charset {
  encoding named;           // unknown: use the text undecoded
  bool is_guessed = false;  // guess_encoding() was asked; also true if the guess is unknown
};

// Returns `fallback`, or a guess if `fallback` is unknown; unknown for a text with a byte order mark. If
// `fallback` is UTF-16 but the front is UTF-8 without NULs, returns UTF-8, because such a front holds no URL
// in UTF-16.
[[nodiscard]] undeclared_charset find_undeclared_charset(std::string_view text, const encoding& fallback);

}  // namespace urlsieve

#endif
