// The signs by which mail and news are told from other text: header lines, the lines that separate the
// messages of an archive, and what a file that is one begins with. All of them by content alone.
#ifndef URLSIEVE_DOCUMENTS_MESSAGE_SIGNS_HPP
#define URLSIEVE_DOCUMENTS_MESSAGE_SIGNS_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// `text` begins with a header line (RFC 5322 section 2.2): a name of printable characters, blanks perhaps,
// and ":"; but not with a URL.
[[nodiscard]] bool begins_field(std::string_view text);

// The same, and the name is one that mail and news use.
[[nodiscard]] bool begins_mail_field(std::string_view text);

// A separator of mbox files is told by this many bytes from its first one on.
inline constexpr std::size_t separator_lookahead = 1280;

// `text` begins with a line that separates messages, if an empty line or nothing stands before it: "From ", a
// sender and a date as asctime() writes it (or with a zone, without seconds, in the order of RFC 5322); or
// "From " with a sender or nothing alone. A header line must follow, or ">From ". Never the line that begins
// a patch of git: it stands in the bodies of messages.
[[nodiscard]] bool begins_mbox_message(std::string_view text);

// `text` begins with a line that a LISTSERV log has before each message: 73 "=", and a header line behind it.
inline constexpr std::size_t listserv_lookahead = 256;
inline constexpr std::string_view listserv_line =
    "=========================================================================";
[[nodiscard]] bool begins_listserv_message(std::string_view text);

// `text` begins with a block of header lines, up to an empty line or its own end. Two fields at least are of
// mail or news, one of them of nothing else; or it is a multipart entity of MIME. A few lines that are no
// header lines are forgiven where there are four such fields. A "From " line may stand before the first one.
[[nodiscard]] bool begins_message(std::string_view text);

// The size of the line, with its end, that gives the size of an Apple Mail message (.emlx) before it; 0 if
// there is none.
[[nodiscard]] std::size_t emlx_line(std::string_view text);

// The size of the lines, with their ends, by which an NNTP server announces an article (RFC 3977
// section 6.2.1: "220 3000234 <45223423@example.com>"); 0 if there is none.
[[nodiscard]] std::size_t nntp_status_line(std::string_view text);

// `text` begins with a message, perhaps behind such lines.
[[nodiscard]] bool begins_message_file(std::string_view text);

}  // namespace urlsieve

#endif
