// Classifies the characters of a URL in running text (url-syntax-05 section 2.4.3 and Appendix E; beyond
// ASCII, RFC 3987 section 2.2 without punctuation and blanks).
#ifndef URLSIEVE_REFERENCES_IN_TEXT_CHARACTER_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_CHARACTER_HPP

#include <cstddef>
#include <string_view>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

namespace bytes {
// ASCII characters that end every URL in text.
inline constexpr byte_set ends_text_url = c0_and_delete | byte_set(" <>\"\\^`");
// ASCII characters of a host label, including escapes.
inline constexpr byte_set host_label = alphanum | byte_set("-_~%");
}  // namespace bytes

// Returns the length in bytes of the character at `at` if the character may continue a URL. Returns 0 if the
// character ends every URL: an excluded character, ill-formed UTF-8, or a character reference to a delimiter.
// Requires: at < text.size().
[[nodiscard]] std::size_t url_character(std::string_view text, std::size_t at);

// Returns the same as url_character(). Requires: text[at] >= 0x80.
[[nodiscard]] std::size_t url_character_beyond_ascii(std::string_view text, std::size_t at);

// Returns true if `text` begins with a tag of Jira that ends a region, such as "{color}" or "{code}", and the
// tag is not a variable within a URL ("/{code}/x"). Requires: `text` begins with "{".
[[nodiscard]] bool begins_wiki_tag(std::string_view text);

// Returns true if the apostrophe at `at` ends a string of SQL or of a program that holds the URL and other
// text before it: the bytes behind it continue the code. Two apostrophes end a URL, too (emphasis of
// wikitext, a string of SQL), except as a value of a query ("?a=''"). `in_path`: no "?" or "#" precedes.
// Requires: text[at] is an apostrophe after the beginning of the URL, and the URL has no open bracket or
// apostrophe.
[[nodiscard]] bool ends_string(std::string_view text, std::size_t at, bool in_path);

// Returns true if `text` begins with a closing tag of BBCode: "[/url]", "[/img:2f3a]". Takes time linear in
// the tag.
[[nodiscard]] bool begins_closing_tag(std::string_view text);

// A non-ASCII character in a host name.
struct host_character {
  std::size_t size = 0;    // in bytes; 0: the host ends before the character
  bool pictogram = false;  // General_Category So: belongs to a host only if host_label_end() says so
};

// Reads the character at `at`. Letters, marks and numbers belong to a host; punctuation, symbols, blanks and
// controls end the host. RFC 5892 allows exceptions by context: U+00B7 between two "l" (appendix A.3), U+200C
// and U+200D between letters beyond ASCII (A.1, A.2). Skin tones continue a pictogram. Requires: at <
// text.size(), text[at] >= 0x80.
[[nodiscard]] host_character read_host_character(std::string_view text, std::size_t at);

// Returns the end of the label with the pictogram at `at` if a dot and another label follow, as in the host
// "i\xE2\x9D\xA4.ws". Otherwise returns `at`. Takes time linear in the label.
[[nodiscard]] std::size_t host_label_end(std::string_view text, std::size_t at);

// Returns the beginning of the non-ASCII character right before `end` if the character belongs to a host
// (pictograms do); otherwise `end`. Reads nothing before `floor`.
[[nodiscard]] std::size_t host_character_before(std::string_view text, std::size_t floor, std::size_t end);

// Returns the beginning of the last character of [floor, end) if the character is non-ASCII sentence
// punctuation of any script, or a dash (U+2013, U+2014); otherwise `end`.
[[nodiscard]] std::size_t sentence_mark_before(std::string_view text, std::size_t floor, std::size_t end);

// Returns true if the "&" at `at` begins a character reference that ends a URL: a quote, "<", ">", or a
// blank.
[[nodiscard]] bool ends_as_entity(std::string_view text, std::size_t at);

// Returns the length of the letter at `at` if its script puts no spaces between words (Han, Hiragana,
// Katakana, Hangul); otherwise 0.
[[nodiscard]] std::size_t unspaced_letter(std::string_view text, std::size_t at);

// Returns true if U+00A0 is at `at`.
[[nodiscard]] inline bool is_hard_space(std::string_view text, std::size_t at) {
  return text[at] == '\xC2' && at + 1 < text.size() && text[at + 1] == '\xA0';
}

}  // namespace urlsieve

#endif
