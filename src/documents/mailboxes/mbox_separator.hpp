// The lines that separate the messages of an mbox, and the signs by which a whole input is told to be one.
#ifndef URLSIEVE_DOCUMENTS_MBOX_SEPARATOR_HPP
#define URLSIEVE_DOCUMENTS_MBOX_SEPARATOR_HPP

#include <cstddef>
#include <optional>
#include <string_view>

#include "src/documents/input_head.hpp"

namespace urlsieve {

// A separator is told by this many bytes from its first one on.
inline constexpr std::size_t separator_lookahead = 3072;

// `text` begins with a line that separates messages, "From " and more. Behind an empty line (or nothing) a
// date or an address in it is enough. Anywhere it is one if it has a date as asctime() writes it (or with a
// zone, without seconds), or is bare (nothing, "-", an address alone), or has the signed number of a Usenet
// archive alone, and two header lines follow, one of them of mail or news; lines of ">From " between are
// separators of before. Never the line that begins a patch of git: it stands in the bodies of messages.
[[nodiscard]] bool separates_messages(std::string_view text, bool behind_empty_line);

// The same of an input's beginning, where prose is more likely: a date or a bare line, and a header line or
// ">From " behind it.
[[nodiscard]] bool begins_mbox_message(std::string_view text);

// `line` is what stands behind "From " in the line that git writes before a patch: the name of a commit and a
// fixed date.
[[nodiscard]] bool is_patch_line(std::string_view line);

// An mbox from its first byte on, or a message of which the separator was cut off, with a separator behind
// it. What a message holds inside of a multipart is none.
[[nodiscard]] bool begins_mbox(const input_head& head);

// Where the first separator before a header of mail stands.
[[nodiscard]] std::optional<std::size_t> find_mbox(const input_head& head);

}  // namespace urlsieve

#endif
