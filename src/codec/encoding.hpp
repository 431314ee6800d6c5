// The table of encodings: names and labels of the Encoding standard (encoding.spec.whatwg.org section 4.2)
// and of mail, and the ICU converters that behave as the standard requires.
#ifndef URLSIEVE_CODEC_ENCODING_HPP
#define URLSIEVE_CODEC_ENCODING_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace urlsieve {

enum class encoding_kind : std::uint8_t {
  unknown,      // no known label
  utf8,         // also US-ASCII, seen as bytes: nothing to decode
  single_byte,  // ASCII-compatible, one byte a character: HTML is searched undecoded
  multi_byte,   // ASCII bytes may be part of other characters: decode before searching
  utf16le,
  utf16be
};

// An encoding, as a row of the table of encodings. Copies are cheap.
struct encoding {
  encoding_kind kind = encoding_kind::unknown;
  std::uint8_t row = 0;
  std::string_view name;  // spelt as in the standard

  friend bool operator==(const encoding& a, const encoding& b) { return a.kind == b.kind && a.row == b.row; }
};

// True for UTF-16.
[[nodiscard]] inline bool is_wide(const encoding& charset) {
  return charset.kind == encoding_kind::utf16le || charset.kind == encoding_kind::utf16be;
}

// Returns true if `text` cannot be in UTF-16, although `charset` is: each line end and each character of a
// URL has a NUL in UTF-16. Servers and programs label UTF-8 so.
[[nodiscard]] inline bool is_contradicted(const encoding& charset, std::string_view text) {
  return is_wide(charset) && text.find('\0') == std::string_view::npos;
}

// Returns the byte order of `text` in UTF-16: by its mark, else by the place of its NULs, because ASCII has
// its NUL first in big-endian UTF-16. Labels without byte order are used for either ("utf-16"; RFC 2781
// section 4.3 assumes big-endian). Returns `charset` for another encoding, and without more NULs at either
// place.
[[nodiscard]] encoding with_byte_order_of(std::string_view text, const encoding& charset);

// True if plain text in the encoding must be decoded before it is searched: any known encoding but UTF-8.
[[nodiscard]] inline bool needs_decoding(const encoding& charset) {
  return charset.kind != encoding_kind::unknown && charset.kind != encoding_kind::utf8;
}

// Returns the labels that find_encoding() knows, in lower case.
[[nodiscard]] std::vector<std::string> encoding_labels();

// Returns the encoding for a label of the standard, in any case, with surrounding white space ("get an
// encoding"). Returns encoding_kind::unknown for any other label. Decodes iso-2022-kr, iso-2022-cn and
// hz-gb-2312, which the standard replaces by one U+FFFD, so that the URLs of such pages are not lost.
[[nodiscard]] encoding find_encoding(std::string_view label);

// Returns the encoding for a charset of a mail: also accepts utf-7, utf-32, code pages of DOS, and spellings
// of labels that the standard lacks ("cp932", "iso8859_1"). As in the standard, "us-ascii" is windows-1252.
[[nodiscard]] encoding find_mail_encoding(std::string_view label);

// The encoding named by a byte order mark at the front, and the size of the mark; unknown and 0 if there is
// none.
struct byte_order_mark {
  encoding named;
  std::size_t size = 0;
};
[[nodiscard]] byte_order_mark find_byte_order_mark(std::string_view bytes);

struct charset_row {
  std::string_view name;
  encoding_kind kind;
  const char* converter;      // name of the ICU converter; null: decoded without ICU
  std::string_view labels;    // in lower case, separated by blanks
  bool ascii_is_itself;       // bytes below 0x80 always mean ASCII
  bool mail_only;             // not in the standard
  bool decodes_only = false;  // browsers show U+FFFD ("replacement" of the standard): queries are UTF-8
};

// Names of the rows that charset.cpp decodes by its own tables, without ICU.
inline constexpr std::string_view name_of_latin10 = "ISO-8859-16";
inline constexpr std::string_view name_of_user_defined = "x-user-defined";

// Rows are in the order of the standard; encoding::row is an index.
[[nodiscard]] std::size_t charset_row_count();
[[nodiscard]] const charset_row& charset_row_at(std::size_t row);

// Returns the row that has `label` (in lower case), among the rows for mail only or among the others.
[[nodiscard]] std::optional<std::size_t> find_charset_row(std::string_view label, bool mail_only);

}  // namespace urlsieve

#endif
