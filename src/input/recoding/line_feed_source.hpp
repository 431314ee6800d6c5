// Converts line ends: a lone CR to LF, which keeps all offsets, or CR CR LF to CR LF.
#ifndef URLSIEVE_INPUT_RECODING_LINE_FEED_SOURCE_HPP
#define URLSIEVE_INPUT_RECODING_LINE_FEED_SOURCE_HPP

#include <memory>
#include <string>
#include <string_view>

#include "src/input/byte_source.hpp"
#include "src/input/recoding/consumed_head.hpp"

namespace urlsieve {

// Returns true if `head` holds a CR and no LF.
[[nodiscard]] bool has_bare_returns(std::string_view head);

// Returns the rest of `stored`, of which `head` was read already, with LF for each CR that no LF follows.
// Holds back a CR until the next byte has arrived.
[[nodiscard]] std::unique_ptr<byte_source> with_line_feeds(std::unique_ptr<byte_source> stored,
                                                           const consumed_head& head);

// Returns true if more than half of the lines in `head` end in CR CR LF, as in a file that was converted
// twice by text mode.
[[nodiscard]] bool has_doubled_returns(std::string_view head);

// Returns `text` with CR LF for each CR CR LF.
[[nodiscard]] std::string without_doubled_returns(std::string_view text);

// Returns the rest of `stored`, of which `head` was read already, with CR LF for each CR CR LF. Offsets count
// bytes of the converted text.
[[nodiscard]] std::unique_ptr<byte_source> with_single_returns(std::unique_ptr<byte_source> stored,
                                                               const consumed_head& head);

}  // namespace urlsieve

#endif
