// Pieces of random messages for the MIME walker and its reference implementation: delimiters and headers of
// parts.
#ifndef URLSIEVE_TESTS_DOCUMENTS_MIME_PIECES_HPP
#define URLSIEVE_TESTS_DOCUMENTS_MIME_PIECES_HPP

#include <array>
#include <string_view>

namespace urlsieve::testing {

// The first six are headers.
inline constexpr std::array<std::string_view, 21> mime_pieces{
    "Content-Type: multipart/mixed; boundary=b\n\n",
    "Content-Type: multipart/alternative; boundary=bb\n\n",
    "Content-Type: multipart/digest; boundary=d\n\n",
    "Content-Type: message/rfc822\n\n",
    "Content-Type: text/plain\n\n",
    "Content-Type: text/html\nSubject: x\n",
    "Subject: y\n",
    "\n",
    "\r\n",
    "some text\n",
    "--b\n",
    "--b\n\n",
    "--bb\n",
    "--bb \r\n",
    "--d\n",
    "--b--\n",
    "--bb--\n",
    "--d--\n",
    "--bbb\n",
    "-- \n",
    "--b"};

}  // namespace urlsieve::testing

#endif
