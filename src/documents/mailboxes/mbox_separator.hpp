// Detects the lines that separate the messages of an mbox, and inputs that are an mbox.
#ifndef URLSIEVE_DOCUMENTS_MBOX_SEPARATOR_HPP
#define URLSIEVE_DOCUMENTS_MBOX_SEPARATOR_HPP

#include <cstddef>
#include <optional>
#include <string_view>

#include "src/documents/input_head.hpp"

namespace urlsieve {

// The number of bytes that decide whether a line is a separator.
inline constexpr std::size_t separator_lookahead = 3072;

// Returns true if `text` begins with a separator line ("From ...").
//
// Behind an empty line, or at the start, a date in the line is enough, and so is a line of only an address
// before a header line of mail. Elsewhere two header lines must follow, one of them of mail or news. The line
// then has a date as of asctime() (also with a zone, or without seconds), is bare (empty, "-" or only an
// address), or has only the signed number of a Usenet archive; behind an empty line, an address is enough.
// Lines of ">From " in between are earlier separators. A line with "://" and the first line of a git patch
// are never separators, because message bodies contain them.
[[nodiscard]] bool separates_messages(std::string_view text, bool behind_empty_line);

// Like separates_messages(), for the start of an input, which is more often prose: the line needs a date or
// is bare, and a header line or ">From " must follow.
[[nodiscard]] bool begins_mbox_message(std::string_view text);

// Returns true if `line`, the text behind "From ", belongs to a git patch: a commit name and a fixed date.
[[nodiscard]] bool is_patch_line(std::string_view line);

// Returns true if the input is an mbox: it begins with a separator, or with a message without its separator
// and has a separator later. A message inside of a multipart does not count.
[[nodiscard]] bool begins_mbox(const input_head& head);

// Returns the offset of the first separator before a header of mail. If there is none, also sets
// head.without_dots.
[[nodiscard]] std::optional<std::size_t> find_mbox(const input_head& head);

}  // namespace urlsieve

#endif
