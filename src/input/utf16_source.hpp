// A UTF-16 input as UTF-8: what comes after expects bytes in which ASCII stands for itself.
#ifndef URLSIEVE_INPUT_UTF16_SOURCE_HPP
#define URLSIEVE_INPUT_UTF16_SOURCE_HPP

#include <memory>
#include <string_view>

#include "src/input/byte_source.hpp"

namespace urlsieve {

// Whether an input that begins with `head` has a byte order mark of UTF-16.
[[nodiscard]] bool begins_utf16(std::string_view head);

// The rest of `stored`, of which `head`, with its byte order mark, was read already. Unpaired surrogates and
// half units become U+FFFD. REQUIRES: begins_utf16(head).
[[nodiscard]] std::unique_ptr<byte_source> as_utf8(std::unique_ptr<byte_source> stored,
                                                   std::string_view head);

}  // namespace urlsieve

#endif
