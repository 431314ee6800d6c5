// Charsets by the names of the Encoding standard (encoding.spec.whatwg.org section 4.2), and their bytes as
// UTF-8. Decoding never stops: what does not fit becomes U+FFFD. Everything of ICU's converters is here.
#ifndef URLSIEVE_CODEC_CHARSET_HPP
#define URLSIEVE_CODEC_CHARSET_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/text/arena.hpp"

namespace urlsieve {

enum class encoding_kind : std::uint8_t {
  unknown,      // the label is nobody's
  utf8,         // also US-ASCII seen as bytes: nothing to do
  single_byte,  // ASCII-compatible, one byte a character: can be searched as it is
  multi_byte,   // bytes of ASCII may stand inside characters: to be decoded before anything is searched
  utf16le,
  utf16be,
  replacement  // "replacement" of the standard: one U+FFFD (iso-2022-kr, hz-gb-2312 ... in HTML)
};

// One row of the table of encodings; copies are cheap.
struct encoding {
  encoding_kind kind = encoding_kind::unknown;
  std::uint8_t row = 0;
  std::string_view name;  // as the standard spells it

  friend bool operator==(const encoding& a, const encoding& b) { return a.kind == b.kind && a.row == b.row; }
};

// True for UTF-16.
[[nodiscard]] inline bool is_wide(const encoding& one) {
  return one.kind == encoding_kind::utf16le || one.kind == encoding_kind::utf16be;
}

// True if text in the encoding is searched after it was decoded.
[[nodiscard]] inline bool is_decoded(const encoding& one) {
  return one.kind != encoding_kind::unknown && one.kind != encoding_kind::utf8;
}

// Returns the labels of the standard whose encodings decode text, in lower case.
[[nodiscard]] std::vector<std::string> encoding_labels();

// "Get an encoding" of the standard: any case, white space around it ignored.
[[nodiscard]] encoding find_encoding(std::string_view label);

// For mail: those of the standard, and those that it replaces or left out (utf-7, iso-2022-kr, iso-2022-cn,
// hz-gb-2312, utf-32); "us-ascii" and friends as the standard has them, windows-1252.
[[nodiscard]] encoding find_mail_encoding(std::string_view label);

// The encoding that a byte order mark at the front names, and the mark's size; unknown and 0 if there is
// none.
struct byte_order_mark {
  encoding named;
  std::size_t size = 0;
};
[[nodiscard]] byte_order_mark find_byte_order_mark(std::string_view bytes);

// Holds the converters it opened; one a thread.
class charset_decoder {
 public:
  charset_decoder();
  ~charset_decoder();
  charset_decoder(const charset_decoder&) = delete;
  charset_decoder& operator=(const charset_decoder&) = delete;

  // `bytes` as UTF-8, less a byte order mark of the encoding itself: in the arena, or `bytes` where nothing
  // is to be changed (UTF-8, whatever its faults; ASCII in an ASCII-compatible encoding; unknown).
  std::string_view decode(const encoding& from, std::string_view bytes, arena& out);

  // `utf8` as the query of a URL in a document of this encoding ("percent-encode after encoding" of the URL
  // standard, before the percent-encoding): bytes of the encoding; what it lacks as %26%23<number>%3B.
  // UTF-8 and the encodings that the standard gives no encoder give `utf8` itself.
  std::string_view encode_query(const encoding& to, std::string_view utf8, arena& out);

 private:
  struct machinery;
  std::unique_ptr<machinery> machinery_;
};

}  // namespace urlsieve

#endif
