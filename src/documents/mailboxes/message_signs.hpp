// Detects mail and news in text by content alone: header lines, the separators of a LISTSERV log, and the
// starts of message files.
#ifndef URLSIEVE_DOCUMENTS_MESSAGE_SIGNS_HPP
#define URLSIEVE_DOCUMENTS_MESSAGE_SIGNS_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Returns true if `text` begins with a header line (RFC 5322 section 2.2): a name of printable characters,
// optional blanks, and ":". A URL is not a header line.
[[nodiscard]] bool begins_field(std::string_view text);

// Returns true if `text` begins with a header line whose name mail or news uses.
[[nodiscard]] bool begins_mail_field(std::string_view text);

// The number of bytes that decide whether a message of a LISTSERV log begins.
inline constexpr std::size_t listserv_lookahead = 256;
inline constexpr std::string_view listserv_line =
    "=========================================================================";
// Returns true if `text` begins with listserv_line and a header line of mail.
[[nodiscard]] bool begins_listserv_message(std::string_view text);

// Returns true if `text` begins with header lines up to an empty line or the end of `text`. At least two
// fields must be of mail or news, one of them not used elsewhere; or the block is a multipart entity of MIME.
// With four such fields, up to 8 other lines are accepted. A "From " line may precede the block. From, To,
// Cc, Sender and Reply-To do not count if the value is a URL, nor do References without "<". A date without a
// time does not count beside a single other field.
[[nodiscard]] bool begins_message(std::string_view text);

// Returns true if `text` begins with a header block whose Content-Type is a multipart with a boundary.
[[nodiscard]] bool begins_multipart_message(std::string_view text);

// Returns the size, with line end, of the line that declares the size of an Apple Mail message (.emlx); 0 if
// there is none.
[[nodiscard]] std::size_t emlx_line(std::string_view text);

// Returns the size, with line end, of the status line before an article of an NNTP server; 0 if there is
// none. Its code is 220 or 221 (RFC 3977 section 6.2.1: "220 3000234 <45223423@example.com>").
[[nodiscard]] std::size_t nntp_status_line(std::string_view text);

// Returns true if `text` begins with a message, optionally behind the size line of an .emlx or an NNTP status
// line.
[[nodiscard]] bool begins_message_file(std::string_view text);

}  // namespace urlsieve

#endif
