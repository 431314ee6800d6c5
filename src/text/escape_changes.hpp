// Finds the escapes of a text and their meaning: JSON and C strings, quoted-printable, character references,
// LaTeX. Callers iterate over changes, so that decoding and mapping places back to the source need no list of
// changes.
#ifndef URLSIEVE_TEXT_ESCAPE_CHANGES_HPP
#define URLSIEVE_TEXT_ESCAPE_CHANGES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urlsieve {

// A replacement of a piece of a source by other bytes.
struct text_change {
  std::size_t at = 0;
  std::size_t size = 0;      // size of the piece, never 0
  std::uint8_t written = 0;  // number of bytes in `with`; 0 removes the piece
  std::array<char, 8> with{};

  [[nodiscard]] std::string_view bytes() const { return {with.data(), written}; }
};

// The find functions set `found` to the first change at or after `from`, and return false if there is none.
// Text that is no escape, or an incomplete escape, stays. No change writes more bytes than it replaces.
// Requires: `from` is 0 or the end of a change.

// Finds an escape of RFC 8259 section 7, "\'" and "\x2F" of C, or "\:", "\=", "\#" and "\!" of properties
// files of Java. A run of up to 64 backslashes is decoded four times with the character behind the run, as
// for JSON in a string of JSON or SQL: "\\/", "\\\"". A single surrogate stays.
bool find_json_change(std::string_view source, std::size_t from, text_change& found);

// Finds an escape of RFC 2045 section 6.7: "=3D", with digits in any case. Removes soft line breaks: "=", up
// to 76 blanks, and a line break.
bool find_quoted_printable_change(std::string_view source, std::size_t from, text_change& found);

// Finds an HTML character reference that ends in ";" and has at most 40 bytes.
bool find_character_reference_change(std::string_view source, std::size_t from, text_change& found);

// Finds a LaTeX escape of a character in URLs: "\_" and similar, "\~{}", "\textasciitilde{}", "$\sim$",
// "\slash". The change includes the braces of a group ("{\_}", BibTeX) and an empty group behind a symbol
// ("\_{}"). "\\" is a line break and begins no escape.
bool find_latex_change(std::string_view source, std::size_t from, text_change& found);

// Returns the size of a prefix of `source` in whose result the white space stays when more text follows: all
// bytes, or the bytes before a "=" that may begin a soft line break. An incomplete escape at the end of the
// prefix may still change.
[[nodiscard]] std::size_t decided_quoted_printable(std::string_view source);

}  // namespace urlsieve

#endif
