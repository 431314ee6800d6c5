// Iterates over the strings of JSON text, with the structure around them. Accepts faults that a parser
// rejects (control characters, trailing commas, an early end), because scripts in pages often have them.
// Skips numbers, literals and punctuation.
#ifndef URLSIEVE_TEXT_JSON_JSON_SCANNER_HPP
#define URLSIEVE_TEXT_JSON_JSON_SCANNER_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Returns the offset behind the closing quote of the string that begins at `quote`; npos if the string does
// not end.
[[nodiscard]] std::size_t json_string_end(std::string_view text, std::size_t quote);

enum class json_token {
  object,  // "{"
  array,   // "["
  close,   // "}" or "]"
  key,     // a string before ":"
  string,  // any other string
  end      // the end of the text
};

// Requires: the text outlives the scanner.
class json_scanner {
 public:
  explicit json_scanner(std::string_view json) : json_(json) {}

  // Advances to the next token and returns its kind. At the end of the text, every call returns `end`.
  json_token next();

  // Returns the content of the last key or string between its quotes, a view into the text. escaped() returns
  // true if the content has a "\".
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] bool escaped() const { return escaped_; }

  // Returns true if a string had no end.
  [[nodiscard]] bool broken() const { return broken_; }

 private:
  void read_string(std::size_t quote);

  std::string_view json_;
  std::size_t at_ = 0;
  std::string_view text_;
  bool escaped_ = false;
  bool broken_ = false;
};

}  // namespace urlsieve

#endif
