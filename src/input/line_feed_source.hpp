// Inputs of other line ends: those of CR alone with LF in its place, so that every byte keeps its offset, and
// those of CR CR LF with CR LF.
#ifndef URLSIEVE_INPUT_LINE_FEED_SOURCE_HPP
#define URLSIEVE_INPUT_LINE_FEED_SOURCE_HPP

#include <memory>
#include <string>
#include <string_view>

#include "src/input/byte_source.hpp"

namespace urlsieve {

// `head` holds a CR and no LF.
[[nodiscard]] bool has_bare_returns(std::string_view head);

// The rest of `stored`, of which `head` was read already. A CR before a LF stays.
[[nodiscard]] std::unique_ptr<byte_source> with_line_feeds(std::unique_ptr<byte_source> stored,
                                                           std::string_view head);

// More than half of the lines in `head` end in CR CR LF, as a file in text mode that was written twice has
// it.
[[nodiscard]] bool has_doubled_returns(std::string_view head);

// `text` with CR LF for CR CR LF.
[[nodiscard]] std::string without_doubled_returns(std::string_view text);

// The rest of `stored`, of which `head` was read already, likewise. Offsets are those of what comes out.
[[nodiscard]] std::unique_ptr<byte_source> with_single_returns(std::unique_ptr<byte_source> stored,
                                                               std::string_view head);

}  // namespace urlsieve

#endif
