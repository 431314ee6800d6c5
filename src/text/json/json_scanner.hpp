// Iterates over the strings of JSON text, with the structure around them. Accepts faults that a parser
// rejects (control characters, trailing commas, an early end), because scripts in pages often have them. A
// document that begins on a line of its own ends a string without a closing quote (json_string_cut()).
// Skips numbers, literals and punctuation.
#ifndef URLSIEVE_TEXT_JSON_JSON_SCANNER_HPP
#define URLSIEVE_TEXT_JSON_JSON_SCANNER_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Returns the offset behind the closing quote of the string that begins at `quote`; npos if the string does
// not end.
[[nodiscard]] std::size_t json_string_end(std::string_view text, std::size_t quote);

// Returns the offset of the line end at which a string without a closing quote ends, if the quote at `close`
// opens the first string of a document that begins on a later line: {"a": "trunc, and then {"b": 1}. Returns
// npos otherwise. The string begins at `first`, behind its quote.
[[nodiscard]] std::size_t json_string_cut(std::string_view text, std::size_t first, std::size_t close);

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

  // Returns true if the last string had no end.
  [[nodiscard]] bool broken() const { return broken_; }
  // Returns true if the last string ended where a line of a new document begins.
  [[nodiscard]] bool cut() const { return cut_; }

  // Returns the bytes between the last two tokens if they may be text: bytes that separators, numbers and
  // literals do not have. Returns an empty view otherwise.
  [[nodiscard]] std::string_view text_between() const { return text_between_; }

 private:
  void read_string(std::size_t quote);
  void end_at_cut(std::size_t quote);

  std::string_view json_;
  std::size_t at_ = 0;
  std::string_view text_;
  std::string_view text_between_;
  bool escaped_ = false;
  bool broken_ = false;
  bool cut_ = false;
};

// Returns true if `text` is one JSON object or array as a whole, perhaps with white space around it, that
// begins with a string or is an array of objects: {"a", ["a", [{. Strings, brackets and text between them are
// checked; numbers, literals and separators are not.
[[nodiscard]] bool is_whole_json(std::string_view text);

}  // namespace urlsieve

#endif
