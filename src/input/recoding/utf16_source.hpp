// Converts a UTF-16 or UTF-32 input to UTF-8, because all consumers expect ASCII-compatible bytes.
#ifndef URLSIEVE_INPUT_RECODING_UTF16_SOURCE_HPP
#define URLSIEVE_INPUT_RECODING_UTF16_SOURCE_HPP

#include <memory>
#include <string_view>

#include "src/input/byte_source.hpp"
#include "src/input/recoding/consumed_head.hpp"
#include "src/text/encodings/wide_text.hpp"

namespace urlsieve {

// Returns the input as UTF-8, without the byte order mark. Requires: `head`, with the mark, was read from
// `stored` already. Unpaired surrogates, invalid units and incomplete units become U+FFFD.
[[nodiscard]] std::unique_ptr<byte_source> as_utf8(std::unique_ptr<byte_source> stored,
                                                   const wide_encoding& charset, const consumed_head& head);

// Returns text that is not UTF-16 at the front, with UTF-16 behind it as UTF-8 (utf16_runs.hpp) and other
// bytes unchanged. Requires: `head` was read from `stored` already. Delivers whole lines without NULs as they
// arrive.
[[nodiscard]] std::unique_ptr<byte_source> with_utf16_as_utf8(std::unique_ptr<byte_source> stored,
                                                              const consumed_head& head);

}  // namespace urlsieve

#endif
