// Where a text has escapes, and what each of them stands for: JSON and C strings, quoted-printable, character
// references,
// LaTeX. Readers go from one change to the next, so that a text can be decoded, and places in what came
// out be taken back to the source, without a list of the changes.
#ifndef URLSIEVE_TEXT_ESCAPE_CHANGES_HPP
#define URLSIEVE_TEXT_ESCAPE_CHANGES_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace urlsieve {

// A piece of a source, and the bytes that take its place.
struct text_change {
  std::size_t at = 0;
  std::size_t size = 0;      // of the piece; never 0
  std::uint8_t written = 0;  // bytes of `with`; 0: the piece goes
  std::array<char, 8> with{};

  [[nodiscard]] std::string_view bytes() const { return {with.data(), written}; }
};

// The first change that begins at `from` or later; false: there is none, or it is behind what can be told
// yet. REQUIRES: `from` is 0 or the end of a change. What is no escape stays as it is. No change writes more
// bytes than it takes.

// RFC 8259 section 7; half a pair of surrogates stays as it is.
bool find_json_change(std::string_view source, std::size_t from, text_change& found);

// RFC 2045 section 6.7: "=3D", digits of either case; "=", up to 76 blanks and a line break are nothing.
bool find_quoted_printable_change(std::string_view source, std::size_t from, text_change& found);

// Character references of HTML that end in ";", of up to 40 bytes.
bool find_character_reference_change(std::string_view source, std::size_t from, text_change& found);

// LaTeX's escapes of characters that URLs hold: "\_" and its like, "\~{}", "\textasciitilde{}", "$\sim$",
// "\slash". "\\" is a line break, and begins no escape.
bool find_latex_change(std::string_view source, std::size_t from, text_change& found);

// From here on the end of `source` may be read in another way once more of it is there. White space that was
// decoded before stays where it is.
[[nodiscard]] std::size_t decided_quoted_printable(std::string_view source);

}  // namespace urlsieve

#endif
