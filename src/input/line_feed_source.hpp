// An input whose lines end in CR alone, with LF in its place, so that every byte keeps its offset.
#ifndef URLSIEVE_INPUT_LINE_FEED_SOURCE_HPP
#define URLSIEVE_INPUT_LINE_FEED_SOURCE_HPP

#include <memory>
#include <string_view>

#include "src/input/byte_source.hpp"

namespace urlsieve {

// `head` holds a CR and no LF.
[[nodiscard]] bool has_bare_returns(std::string_view head);

// The rest of `stored`, of which `head` was read already. A CR before a LF stays.
[[nodiscard]] std::unique_ptr<byte_source> with_line_feeds(std::unique_ptr<byte_source> stored,
                                                           std::string_view head);

}  // namespace urlsieve

#endif
