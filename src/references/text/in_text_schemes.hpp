// Lists the schemes that are recognized in text and the syntax required after each colon, by the opaque
// grammars of rfc1738 section 3, url-bnf-1993-11 and the registrations named at each kind.
//
// The scheme table of the url module (src/url/scheme.hpp) has another purpose: it says how to parse and
// normalize a known URL. The rows differ, too: text contains schemes without rules of their own (s3, rtmp),
// and "URL:" is not a scheme. A test checks that all schemes of that table appear here.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_SCHEMES_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_SCHEMES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/text/ascii.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

enum class text_scheme : std::uint8_t {
  unknown,       // not in the table
  host,          // "//" and a host
  file,          // "/", or "//" and something after it
  generic,       // "//" and a letter or digit
  url_prefix,    // "URL:", not a scheme (url-bnf-1993-11, prefixedurl)
  never,         // never taken from text
  mailto,        // RFC 6068: an address, or header fields alone
  sip,           // RFC 3261: user[:password]@host or a host name
  address,       // x@y (RFC 6068, addr-spec): xmpp, mid
  content_id,    // RFC 2392: x@y, or a dotted name
  news,          // rfc1738 section 3.6: "*", a group, or a message id
  tel,           // RFC 3966
  sms,           // RFC 5724
  urn,           // RFC 8141
  data,          // RFC 2397: everything up to a comma, and the data after the comma
  magnet,        // "?" and something
  doi,           // "10." digits
  blob,          // a URL or "null/"
  about,         // RFC 6694: blank, srcdoc
  tag,           // RFC 4151: authority, year
  geo,           // RFC 5870: two numbers
  token,         // five letters or digits: bitcoin, ipfs, ipns
  matrix,        // a kind and "/"
  secure_shell,  // user@host
  view_source,   // http:// or https://
};

struct text_scheme_row {
  std::string_view name;
  text_scheme kind;
};

inline constexpr std::array text_schemes{
    text_scheme_row{"http", text_scheme::host},
    text_scheme_row{"https", text_scheme::host},
    text_scheme_row{"ws", text_scheme::host},
    text_scheme_row{"wss", text_scheme::host},
    text_scheme_row{"ftp", text_scheme::host},
    text_scheme_row{"ftps", text_scheme::host},
    text_scheme_row{"sftp", text_scheme::host},
    text_scheme_row{"gopher", text_scheme::host},
    text_scheme_row{"telnet", text_scheme::host},
    text_scheme_row{"wais", text_scheme::host},
    text_scheme_row{"nntp", text_scheme::host},
    text_scheme_row{"rtsp", text_scheme::host},
    text_scheme_row{"gemini", text_scheme::host},
    text_scheme_row{"file", text_scheme::file},
    text_scheme_row{"prospero", text_scheme::generic},
    text_scheme_row{"afs", text_scheme::generic},
    text_scheme_row{"git", text_scheme::generic},
    text_scheme_row{"svn", text_scheme::generic},
    text_scheme_row{"irc", text_scheme::generic},
    text_scheme_row{"ircs", text_scheme::generic},
    text_scheme_row{"ldap", text_scheme::generic},
    text_scheme_row{"ldaps", text_scheme::generic},
    text_scheme_row{"imap", text_scheme::generic},
    text_scheme_row{"imaps", text_scheme::generic},
    text_scheme_row{"smb", text_scheme::generic},
    text_scheme_row{"nfs", text_scheme::generic},
    text_scheme_row{"rsync", text_scheme::generic},
    text_scheme_row{"rtmp", text_scheme::generic},
    text_scheme_row{"mms", text_scheme::generic},
    text_scheme_row{"vnc", text_scheme::generic},
    text_scheme_row{"s3", text_scheme::generic},
    text_scheme_row{"rtsps", text_scheme::generic},
    text_scheme_row{"pop", text_scheme::generic},
    text_scheme_row{"snews", text_scheme::generic},
    text_scheme_row{"tn3270", text_scheme::generic},
    text_scheme_row{"url", text_scheme::url_prefix},
    text_scheme_row{"javascript", text_scheme::never},
    text_scheme_row{"mailto", text_scheme::mailto},
    text_scheme_row{"sip", text_scheme::sip},
    text_scheme_row{"sips", text_scheme::sip},
    text_scheme_row{"xmpp", text_scheme::address},
    text_scheme_row{"mid", text_scheme::address},
    text_scheme_row{"cid", text_scheme::content_id},
    text_scheme_row{"news", text_scheme::news},
    text_scheme_row{"tel", text_scheme::tel},
    text_scheme_row{"sms", text_scheme::sms},
    text_scheme_row{"urn", text_scheme::urn},
    text_scheme_row{"data", text_scheme::data},
    text_scheme_row{"magnet", text_scheme::magnet},
    text_scheme_row{"doi", text_scheme::doi},
    text_scheme_row{"blob", text_scheme::blob},
    text_scheme_row{"about", text_scheme::about},
    text_scheme_row{"tag", text_scheme::tag},
    text_scheme_row{"geo", text_scheme::geo},
    text_scheme_row{"bitcoin", text_scheme::token},
    text_scheme_row{"ipfs", text_scheme::token},
    text_scheme_row{"ipns", text_scheme::token},
    text_scheme_row{"matrix", text_scheme::matrix},
    text_scheme_row{"ssh", text_scheme::secure_shell},
    text_scheme_row{"view-source", text_scheme::view_source},
};

inline constexpr std::size_t longest_text_scheme = 11;

// Returns true if the scheme does not require "//".
[[nodiscard]] constexpr bool is_opaque(text_scheme kind) {
  return kind > text_scheme::never;
}

// For each first letter, a bit set of the lengths of names with this letter.
inline constexpr std::array<std::uint16_t, 26> text_scheme_lengths = [] {
  std::array<std::uint16_t, 26> lengths{};
  for (const text_scheme_row& row : text_schemes) {
    std::uint16_t& of_letter = lengths[static_cast<std::size_t>(row.name.front() - 'a')];
    of_letter = static_cast<std::uint16_t>(of_letter | (1U << row.name.size()));
  }
  return lengths;
}();

// Returns the kind of the scheme `name` (without colon, in any case); unknown if the table lacks the name.
[[nodiscard]] constexpr text_scheme find_text_scheme(std::string_view name) {
  if (name.size() < 2 || name.size() > longest_text_scheme) return text_scheme::unknown;
  const char first = ascii::lower(name.front());
  if (first < 'a' || first > 'z') return text_scheme::unknown;
  // The length rules out most words before a colon.
  if (((text_scheme_lengths[static_cast<std::size_t>(first - 'a')] >> name.size()) & 1U) == 0)
    return text_scheme::unknown;
  for (const text_scheme_row& row : text_schemes)
    if (row.name.front() == first && ascii::same(name, row.name)) return row.kind;
  return text_scheme::unknown;
}

// Returns the length of http:// https:// ftp:// ftps:// ws:// wss:// or file:// at the front of `text`, or 0.
[[nodiscard]] constexpr std::size_t inner_scheme(std::string_view text) {
  constexpr std::array<std::string_view, 7> names{"http://", "https://", "ftp://", "ftps://",
                                                  "ws://",   "wss://",   "file://"};
  if (text.size() < 5) return 0;
  const char first = ascii::lower(text.front());
  if (first != 'h' && first != 'f' && first != 'w') return 0;
  for (const std::string_view name : names)
    if (ascii::same(text.substr(0, name.size()), name)) return name.size();
  return 0;
}

namespace bytes {
// The bytes that may end a scheme of the table, and the bytes that may follow the colon of a URL without
// "//". Between other bytes, a colon is punctuation ("note: see", "a::b").
inline constexpr byte_set last_of_text_scheme = [] {
  byte_set set;
  for (const text_scheme_row& row : text_schemes) {
    const auto last = static_cast<unsigned char>(row.name.back());
    set = set | byte_set::range(last, last);
    if (alpha.contains(last)) set = set | byte_set::range(last - 32U, last - 32U);
  }
  return set;
}();
inline constexpr byte_set first_after_colon = alphanum | non_ascii | byte_set("!#$%&'(*+,-./;=?_{|}~");
// White space inside a wrapped URL, except U+00A0, which has two bytes.
inline constexpr byte_set text_space{std::string_view(" \t\n\r")};
}  // namespace bytes

}  // namespace urlsieve

#endif
