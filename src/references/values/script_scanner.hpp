// Finds the string literals of JavaScript (ECMA-262, section 12), in order, with their context. Comments,
// regular expressions, and template literals with their content are skipped.
//
// A "/" begins a regular expression if no operand precedes it. For a "/" after ")", the scanner remembers the
// word before the matching "(". A "/" after "}" begins a regular expression, because blocks are not divided.
// In text that is not JavaScript, the scanner finds some strings or none.
#ifndef URLSIEVE_REFERENCES_SCRIPT_SCANNER_HPP
#define URLSIEVE_REFERENCES_SCRIPT_SCANNER_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace urlsieve {

struct script_string {
  std::string_view text;       // between its quotes, as written
  bool escaped = false;        // holds a backslash
  bool names_member = false;   // "x": in an object
  bool joined_before = false;  // a "+" joins the string to the text before it
  bool joined_behind = false;  // a "+" or .concat() joins the string to the text after it
  bool is_pattern = false;     // argument of a function that searches for the string or loads modules by name
};

// Takes time linear in the script's size. `script` must outlive the scanner.
class script_scanner {
 public:
  explicit script_scanner(std::string_view script) : script_(script) {}

  // Reads the next string literal. Returns false at the end.
  bool next(script_string& found);

 private:
  enum class before : std::uint8_t { operand, word, keyword, punctuator, nothing };

  void pass_line();
  void pass_slash();
  bool pass_regular_expression();
  void pass_template();
  void pass_word();
  void open_parenthesis();
  void close_parenthesis();
  void close_brace();
  void punctuate();
  bool read_string(script_string& found);
  void look_around(script_string& found) const;
  [[nodiscard]] std::size_t behind_space(std::size_t at) const;
  [[nodiscard]] char at(std::size_t place) const { return place < script_.size() ? script_[place] : '\0'; }

  std::string_view script_;
  std::size_t at_ = 0;
  before before_ = before::nothing;
  std::string_view word_;          // last word
  std::string_view owner_;         // word before the "." of word_, if any
  std::size_t punctuator_ = 0;     // position of the last punctuator
  bool begins_line_ = true;        // only white space precedes in the line
  std::size_t no_expression_ = 0;  // a "/" before this position begins no regular expression: already tried
  // Flags of the innermost 64 parentheses, the innermost in the lowest bit: belongs to a control statement
  // ("if" and similar); belongs to a function with patterns as arguments.
  std::uint64_t of_control_ = 0;
  std::uint64_t of_patterns_ = 0;
  // For each open template literal, the number of open braces in the expression inside.
  std::vector<std::uint32_t> templates_;
};

// Decodes the escapes of a literal into `out`, which must have text.size() bytes, and returns the size.
[[nodiscard]] std::size_t decode_script_escapes(std::string_view text, char* out);

}  // namespace urlsieve

#endif
