// The string literals of JavaScript (ECMA-262, section 12), in order, and what stands around each. Comments,
// template literals with all they hold, and regular expressions are passed over.
//
// A "/" begins a regular expression where no operand stands before it. To know that of ")" it is remembered
// what its "(" belongs to; behind "}" it does, as blocks are divided by nothing. Text that is no JavaScript
// gives some strings or none.
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
  bool joined_before = false;  // a "+" joins it to what stands before it
  bool joined_behind = false;  // the same, or .concat(), for what stands behind it
  bool is_pattern = false;     // given to a function that searches for it, or that loads modules by name
};

// Takes time linear in the script's size. `script` must outlive it.
class script_scanner {
 public:
  explicit script_scanner(std::string_view script) : script_(script) {}

  // False: there is no more.
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
  std::string_view word_;          // the last one
  std::string_view owner_;         // the word before its ".", if it has one
  std::size_t punctuator_ = 0;     // where the last one stands
  bool begins_line_ = true;        // nothing but white space stands before, in the line
  std::size_t no_expression_ = 0;  // a "/" before that place begins none: it was tried
  // Of the innermost 64 parentheses, the innermost lowest: whether they belong to "if" and its like, and to a
  // function whose arguments are patterns.
  std::uint64_t of_control_ = 0;
  std::uint64_t of_patterns_ = 0;
  // Of each template literal that is open, how many braces are open in the expression inside.
  std::vector<std::uint32_t> templates_;
};

// Writes what a literal with escapes means to `out`, which has room for text.size() bytes; returns its size.
[[nodiscard]] std::size_t decode_script_escapes(std::string_view text, char* out);

}  // namespace urlsieve

#endif
