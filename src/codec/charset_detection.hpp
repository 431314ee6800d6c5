// The charset of a text that declares none, guessed from its bytes by ICU.
#ifndef URLSIEVE_CODEC_CHARSET_DETECTION_HPP
#define URLSIEVE_CODEC_CHARSET_DETECTION_HPP

#include <cstddef>
#include <string_view>

#include "src/codec/charset.hpp"

namespace urlsieve {

// The guess depends on this many bytes from the front of a text.
inline constexpr std::size_t detected_bytes = std::size_t{64} << 10;

// Returns the single-byte or multi-byte encoding that ICU finds most likely. Returns encoding_kind::unknown
// if the front is UTF-8 (it may end inside a character), if ICU takes it for UTF-8 with faults, or if it is
// too short for a guess with confidence.
[[nodiscard]] encoding guess_encoding(std::string_view text);

}  // namespace urlsieve

#endif
