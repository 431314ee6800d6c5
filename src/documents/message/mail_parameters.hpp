// Reads the parameters of Content-Type and Content-Disposition (RFC 2045 section 5.1), with the continuations
// and charsets of RFC 2231: charset, boundary, format, name and others.
#ifndef URLSIEVE_DOCUMENTS_MAIL_PARAMETERS_HPP
#define URLSIEVE_DOCUMENTS_MAIL_PARAMETERS_HPP

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/message/mail_words.hpp"
#include "src/text/arena.hpp"

namespace urlsieve {

// Returns the media type as written ("Text/HTML" from "Text/HTML (a comment); charset=x"); "text/plain" if
// there is no valid type (RFC 2045 section 5.2). Accepts quotes around the type, "," or ":" behind it, and
// blanks around "/".
[[nodiscard]] std::string_view mail_type(std::string_view field_value);

// Returns true for a registered top-level type, such as "image" (RFC 6838 section 4.2), and for "chemical".
[[nodiscard]] bool is_known_top_level(std::string_view top);

// Returns the first token of a field, such as "attachment" from a Content-Disposition; empty if there is
// none.
[[nodiscard]] std::string_view mail_token(std::string_view field_value);

// Returns true if `type` is generic, such as "application/octet-stream".
[[nodiscard]] bool is_untyped_file(std::string_view type);

// Holds scratch memory; one object per thread.
class mail_parameter_reader {
 public:
  // Returns the value of a parameter without quotes, escapes and folds; empty if there is none. `lower` is
  // its name in lower case. The view points into the value or into `out`.
  std::string_view find(std::string_view field_value, std::string_view lower, arena& out);

  // Like find(), for several names at once. Requires: `values` has as many elements as `lower`.
  void find_each(std::string_view field_value, std::span<const std::string_view> lower,
                 std::span<std::string_view> values, arena& out);

  // Like find(), with text encoded by RFC 2231 or RFC 2047 decoded to UTF-8.
  std::string_view find_decoded(std::string_view field_value, std::string_view lower, arena& out);

 private:
  struct piece {
    std::size_t number;
    std::string_view value;
    bool escaped;
  };
  void note(std::string_view suffix, std::string_view value);
  std::string_view joined(bool decode, arena& out);

  std::vector<piece> pieces_;
  std::string text_;
  charset_decoder charsets_;
  mail_word_decoder words_;
};

}  // namespace urlsieve

#endif
