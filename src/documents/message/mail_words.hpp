// Encoded words of header fields (RFC 2047) as UTF-8: "=?iso-8859-1?Q?caf=E9?=".
#ifndef URLSIEVE_DOCUMENTS_MAIL_WORDS_HPP
#define URLSIEVE_DOCUMENTS_MAIL_WORDS_HPP

#include <string>
#include <string_view>

#include "src/codec/charset.hpp"
#include "src/text/arena.hpp"

namespace urlsieve {

// Holds scratch memory; one a thread.
class mail_word_decoder {
 public:
  // `value`, unfolded, with its encoded words decoded wherever they stand, white space between two of them
  // dropped (section 6.2). A word that is malformed stays as it is. `value` itself where there is none.
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
  std::string pending_charset_;  // of the bytes that are not yet characters
  std::string pending_;          // a character may be cut between two words of one charset
  std::string text_;
};

// "%41" of URLs and of RFC 2231, '_' or nothing for a space, as bytes; `escape` begins the two digits.
void append_unescaped(std::string_view text, char escape, bool underscore_is_space, std::string& out);

}  // namespace urlsieve

#endif
