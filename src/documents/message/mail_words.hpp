// Decodes encoded words of header fields (RFC 2047) to UTF-8: "=?iso-8859-1?Q?caf=E9?=".
#ifndef URLSIEVE_DOCUMENTS_MAIL_WORDS_HPP
#define URLSIEVE_DOCUMENTS_MAIL_WORDS_HPP

#include <string>
#include <string_view>

#include "src/codec/charset.hpp"
#include "src/text/arena.hpp"

namespace urlsieve {

// Holds scratch memory; one object per thread.
class mail_word_decoder {
 public:
  // Returns `value` with its encoded words decoded wherever they are, and without white space between two
  // words (section 6.2). Malformed words stay as they are. Returns `value` itself if it has no encoded word.
  // Requires: `value` is unfolded.
  std::string_view decode(std::string_view value, arena& out);

 private:
  struct word {
    std::string_view charset;
    std::string_view text;
    char coding = 'q';
    std::size_t size = 0;  // of the whole word
  };
  static bool read_word(std::string_view from, word& found);
  void append(const word& found);
  void flush();

  charset_decoder charsets_;
  arena decoded_;
  std::string pending_charset_;  // charset of `pending_`
  std::string pending_;          // undecoded bytes: two words of one charset may split a character
  std::string text_;
};

// Appends `text` with its escapes decoded to bytes: "%41" in URLs and RFC 2231, "=41" in encoded words.
// `escape` precedes the two digits; `underscore_is_space` turns "_" into a space.
void append_unescaped(std::string_view text, char escape, bool underscore_is_space, std::string& out);

}  // namespace urlsieve

#endif
