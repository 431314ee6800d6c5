// Which characters a URL in running text may hold at all (url-syntax-05 section 2.4.3 and Appendix E; for
// what lies beyond ASCII, RFC 3987 section 2.2 less punctuation and blanks).
#ifndef URLSIEVE_REFERENCES_IN_TEXT_CHARACTER_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_CHARACTER_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/text/byte_class.hpp"

namespace urlsieve {

namespace bytes {
// The ASCII characters that end every URL in text.
inline constexpr byte_set ends_text_url = c0_and_delete | byte_set(" <>\"\\^`");
// The ASCII characters of a host's label, escapes among them.
inline constexpr byte_set host_label = alphanum | byte_set("-_~%");
}  // namespace bytes

// The length in bytes of the character at `at` if a URL may go on with it; 0 if it ends every URL: an
// excluded character, ill-formed UTF-8, or a character reference that stands for a delimiter.
// REQUIRES: at < text.size()
[[nodiscard]] std::size_t url_character(std::string_view text, std::size_t at);

// The same for a byte from 0x80 on.
[[nodiscard]] std::size_t url_character_beyond_ascii(std::string_view text, std::size_t at);

// A character beyond ASCII inside a host name.
struct host_character {
  std::size_t size = 0;    // in bytes; 0: the host ends before the character
  bool pictogram = false;  // General_Category So: part of a host only if host_label_end() says so
};

// Reads the character at `at`. Letters, marks and numbers belong to a host; punctuation, symbols, blanks and
// controls end it, but for what RFC 5892 allows by context: U+00B7 between two "l" (appendix A.3), U+200C and
// U+200D between letters beyond ASCII (A.1, A.2). Skin tones continue a pictogram.
// Requires: at < text.size(), text[at] >= 0x80.
[[nodiscard]] host_character read_host_character(std::string_view text, std::size_t at);

// Returns where the label that holds the pictogram at `at` ends, if a dot and another label follow: a host
// like "i\xE2\x9D\xA4.ws". Else returns `at`. Time: linear in the label.
[[nodiscard]] std::size_t host_label_end(std::string_view text, std::size_t at);

// Returns where the non-ASCII character that ends right before `end` begins, if it belongs to a host
// (pictograms do); else `end`. Reads nothing before `floor`.
[[nodiscard]] std::size_t host_character_before(std::string_view text, std::size_t floor, std::size_t end);

// Returns where the final character of [floor, end) begins, if it is sentence punctuation of any script
// beyond ASCII, or a dash (U+2013, U+2014); else `end`.
[[nodiscard]] std::size_t sentence_mark_before(std::string_view text, std::size_t floor, std::size_t end);

// "&" at `at` begins a character reference that ends a URL: a quote, "<", ">", or a blank.
[[nodiscard]] bool ends_as_entity(std::string_view text, std::size_t at);

// A bracket of CJK text, which ends a URL unless its partner stands in it, too.
inline constexpr std::size_t bracket_pairs = 15;
inline constexpr std::size_t bracket_size = 3;  // in UTF-8
struct bracket {
  std::size_t pair = 0;
  bool opens = false;
  std::size_t size = 0;  // 0: there is none
};
[[nodiscard]] bracket find_bracket(std::string_view text, std::size_t at);

// How the brackets of a URL stand, read from left to right, each pair counted alone.
class bracket_balance {
 public:
  // False: it closes what is not open.
  bool count(const bracket& found, std::size_t at) {
    if (!found.opens && depth_[found.pair] == 0) return false;
    if (found.opens && open_++ == 0) first_ = at;
    if (!found.opens) --open_;
    depth_[found.pair] += found.opens ? 1U : ~std::uint32_t{0};
    return true;
  }
  [[nodiscard]] bool balanced() const { return open_ == 0; }
  // Where the one stands with which it was balanced for the last time. REQUIRES: !balanced()
  [[nodiscard]] std::size_t first_open() const { return first_; }

 private:
  std::array<std::uint32_t, bracket_pairs> depth_{};
  std::size_t open_ = 0;
  std::size_t first_ = 0;
};

// The length of the letter at `at` if it is one of a script that puts no spaces between words (Han, Hiragana,
// Katakana, Hangul); else 0.
[[nodiscard]] std::size_t unspaced_letter(std::string_view text, std::size_t at);

// U+00A0 stands at `at`.
[[nodiscard]] inline bool is_hard_space(std::string_view text, std::size_t at) {
  return text[at] == '\xC2' && at + 1 < text.size() && text[at + 1] == '\xA0';
}

}  // namespace urlsieve

#endif
