// Options of the search for URLs in plain text.
#ifndef URLSIEVE_TEXT_OPTIONS_HPP
#define URLSIEVE_TEXT_OPTIONS_HPP

#include <cstdint>

#include "urlsieve/enum_table.hpp"
#include "urlsieve/names.hpp"

namespace urlsieve {

// A "-" right before a line break inside a wrapped URL (url-syntax-05 Appendix E). The "-" belongs to the URL
// (keep), or the line break added the "-" (drop). `both` gives the two URLs.
enum class hyphen_choice : std::uint8_t { keep, drop, both };
template <>
inline constexpr auto words_for<hyphen_choice> = enum_table<hyphen_choice>(
    {{hyphen_choice::keep, "keep"}, {hyphen_choice::drop, "drop"}, {hyphen_choice::both, "both"}});

// URLs without a scheme in text (rfc2396bis-01 Appendix F): none, names that begin with "www." or "ftp.", or
// any host below a public suffix.
enum class abbreviated_choice : std::uint8_t { off, www, host };
template <>
inline constexpr auto words_for<abbreviated_choice> = enum_table<abbreviated_choice>(
    {{abbreviated_choice::off, "off"}, {abbreviated_choice::www, "www"}, {abbreviated_choice::host, "host"}});

// Escapes that are decoded before a text is searched.
enum class unescape_choice : std::uint8_t {
  off,
  json,     // JSON strings (RFC 8259 section 7): "\/", "\n", "\u0026"
  qp,       // quoted-printable (RFC 2045 section 6.7): "=3D", and "=" at a line's end
  html,     // character references: "&amp;", "&#x2F;"
  percent,  // URLs inside URLs and logs: "http%3A%2F%2Fh%2F"
  latex     // LaTeX: "\_", "\%", "\~{}", "\textasciitilde{}"
};
template <>
inline constexpr auto words_for<unescape_choice> =
    enum_table<unescape_choice>({{unescape_choice::off, "off"},
                                 {unescape_choice::json, "json"},
                                 {unescape_choice::qp, "qp"},
                                 {unescape_choice::html, "html"},
                                 {unescape_choice::percent, "percent"},
                                 {unescape_choice::latex, "latex"}});

struct text_options {
  bool join_quoted = false;  // white space inside "quotes" does not end a URL
  bool join_spaces = false;  // remove any white space inside <angle brackets>, not only line breaks
  hyphen_choice hyphen = hyphen_choice::keep;
  abbreviated_choice abbreviated = abbreviated_choice::www;
  unescape_choice unescape = unescape_choice::off;
  bool refang = false;     // restore defanged URLs: "hxxp", "[.]", "(dot)"
  bool join_bare = false;  // join bare URLs across the line breaks of hard-wrapped text
};

}  // namespace urlsieve

#endif
