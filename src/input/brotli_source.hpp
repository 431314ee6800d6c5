// A file that is one stream of brotli.
#ifndef URLSIEVE_INPUT_BROTLI_SOURCE_HPP
#define URLSIEVE_INPUT_BROTLI_SOURCE_HPP

#include <memory>
#include <string_view>

#include "src/input/byte_source.hpp"

namespace urlsieve {

// What `packed`, of which `head` was read already, holds. What is broken ends it; bytes behind the stream are
// damage::junk_after_member.
[[nodiscard]] std::unique_ptr<byte_source> as_unpacked_brotli(std::unique_ptr<byte_source> packed,
                                                              std::string_view head);

}  // namespace urlsieve

#endif
