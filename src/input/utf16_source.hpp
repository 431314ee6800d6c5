// A UTF-16 or UTF-32 input as UTF-8: what comes after expects bytes in which ASCII stands for itself.
#ifndef URLSIEVE_INPUT_UTF16_SOURCE_HPP
#define URLSIEVE_INPUT_UTF16_SOURCE_HPP

#include <memory>
#include <string_view>

#include "src/input/byte_source.hpp"
#include "src/text/wide_text.hpp"

namespace urlsieve {

// The rest of `stored`, of which `head`, with its byte order mark, was read already. Unpaired surrogates,
// units that are no character and parts of units become U+FFFD.
[[nodiscard]] std::unique_ptr<byte_source> as_utf8(std::unique_ptr<byte_source> stored,
                                                   const wide_encoding& from, std::string_view head);

}  // namespace urlsieve

#endif
