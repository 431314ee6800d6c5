// The parameters of Content-Type and Content-Disposition (RFC 2045 section 5.1), continued and in charsets of
// their own as RFC 2231 has them: charset, boundary, format, name ...
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

// "text/html" of "Text/HTML (a comment); charset=x", as written; "text/plain" where no type is to be read
// (RFC 2045 section 5.2).
[[nodiscard]] std::string_view mail_type(std::string_view field_value);

// The same of a Content-Disposition: "attachment"; empty where there is none.
[[nodiscard]] std::string_view mail_token(std::string_view field_value);

// Whether the type of a part says nothing of its bytes ("application/octet-stream").
[[nodiscard]] bool is_untyped_file(std::string_view type);

// Holds scratch memory; one a thread.
class mail_parameter_reader {
 public:
  // The parameter `lower`, a name in lower case: quotes and escapes undone, folds too; empty if there is
  // none. It points into the value or into the arena.
  std::string_view find(std::string_view field_value, std::string_view lower, arena& out);

  // The same of several names at once; `values` has room for as many.
  void find_each(std::string_view field_value, std::span<const std::string_view> lower,
                 std::span<std::string_view> values, arena& out);

  // What find() gives, and what RFC 2231 or RFC 2047 encode in it as UTF-8.
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
