// Converts an input of another charset to UTF-8.
#ifndef URLSIEVE_INPUT_RECODING_CHARSET_SOURCE_HPP
#define URLSIEVE_INPUT_RECODING_CHARSET_SOURCE_HPP

#include <memory>
#include <string_view>

#include "src/codec/charset.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/recoding/consumed_head.hpp"

namespace urlsieve {

// Returns the rest of `stored`, of which `head` was read already, as UTF-8. Ill-formed bytes become U+FFFD.
// At a gap, the incomplete line before the gap is dropped (multi-byte encodings). Requires: `charset` is a
// single-byte or a multi-byte encoding, whose state a line feed resets.
[[nodiscard]] std::unique_ptr<byte_source> as_decoded(std::unique_ptr<byte_source> stored,
                                                      const encoding& charset, const consumed_head& head);

}  // namespace urlsieve

#endif
