// The signs by which mail and news are told from other text: header lines, the lines between the messages of
// a LISTSERV log, and what a file that is one message begins with. All of them by content alone.
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

// `text` begins with a line that a LISTSERV log has before each message: 73 "=", and a header line behind it.
inline constexpr std::size_t listserv_lookahead = 256;
inline constexpr std::string_view listserv_line =
    "=========================================================================";
[[nodiscard]] bool begins_listserv_message(std::string_view text);

// `text` begins with a block of header lines, up to an empty line or its own end. Two fields at least are of
// mail or news, one of them of nothing else; or it is a multipart entity of MIME. A few lines that are no
// header lines are forgiven where there are four such fields. A "From " line may stand before the first one.
[[nodiscard]] bool begins_message(std::string_view text);

// `text` begins with such a block, and its Content-Type is a multipart with a boundary.
[[nodiscard]] bool begins_multipart_message(std::string_view text);

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
