#include "src/references/values/script_scanner.hpp"

#include <algorithm>

#include "src/text/ascii.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/json/json_escape.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"

namespace urlsieve {
namespace {

constexpr byte_set word_begin = bytes::alpha | bytes::non_ascii | byte_set("_$\\#");
constexpr byte_set word_char = word_begin | bytes::digit;
constexpr byte_set space = bytes::html_space | byte_set("\v");

template <std::size_t N>
bool script_text_holds(const std::string_view (&list)[N], std::string_view word) {
  return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

// Words that an operand follows, so a "/" begins a regular expression.
bool is_operator_word(std::string_view word) {
  static constexpr std::string_view words[] = {
      "return", "typeof",     "case",  "in",    "of", "delete", "void", "throw", "new",    "else",
      "do",     "instanceof", "yield", "await", "if", "while",  "for",  "with",  "switch", "default"};
  return script_text_holds(words, word);
}

bool is_control(std::string_view word) {
  static constexpr std::string_view words[] = {"if", "while", "for", "with"};
  return script_text_holds(words, word);
}

// Functions that search for or replace their arguments, or use them as names rather than URLs.
bool takes_patterns(std::string_view function) {
  static constexpr std::string_view names[] = {
      "indexOf", "lastIndexOf", "includes", "startsWith", "endsWith",   "split",
      "replace", "replaceAll",  "match",    "matchAll",   "search",     "test",
      "RegExp",  "contains",    "inArray",  "define",     "defineSlot", "defineOutOfPageSlot",
      "join"};
  return script_text_holds(names, function) || ascii::ends(function, "require") ||
         ascii::ends(function, "require__");
}

}  // namespace

bool script_scanner::next(script_string& found) {
  while (at_ < script_.size()) {
    const char c = script_[at_];
    const bool began_line = begins_line_;
    if (space.contains(c)) {
      begins_line_ = begins_line_ || c == '\n' || c == '\r';
      ++at_;
      continue;
    }
    begins_line_ = false;
    // HTML comments around scripts, for browsers without scripts (ECMA-262, annex B.1.1).
    const std::string_view rest = script_.substr(at_, 4);
    if ((c == '<' && rest == "<!--") || (began_line && rest.starts_with("-->"))) {
      pass_line();
    } else if (c == '/') {
      pass_slash();
    } else if (c == '"' || c == '\'') {
      if (read_string(found)) return true;
    } else if (c == '`') {
      ++at_;
      pass_template();
    } else if (word_begin.contains(c)) {
      pass_word();
    } else if (bytes::digit.contains(c)) {
      while (at_ < script_.size() && (word_char.contains(script_[at_]) || script_[at_] == '.')) ++at_;
      before_ = before::operand;
    } else if (c == '(') {
      open_parenthesis();
    } else if (c == ')') {
      close_parenthesis();
    } else if (c == '}') {
      close_brace();
    } else {
      punctuate();
    }
  }
  return false;
}

void script_scanner::pass_line() {
  at_ = std::min(script_.find_first_of("\n\r", at_), script_.size());
}

void script_scanner::pass_slash() {
  if (at(at_ + 1) == '/') return pass_line();
  if (at(at_ + 1) == '*') {
    const std::size_t end = script_.find("*/", at_ + 2);
    at_ = end == npos ? script_.size() : end + 2;
    return;
  }
  const bool divides = before_ == before::operand || before_ == before::word;
  if (divides || at_ < no_expression_ || !pass_regular_expression()) punctuate();
}

// Returns false if no regular expression ends in this line.
bool script_scanner::pass_regular_expression() {
  bool in_class = false;
  std::size_t end = at_ + 1;
  for (; end < script_.size() && script_[end] != '\n' && script_[end] != '\r'; ++end) {
    const char c = script_[end];
    if (c == '\\') {
      if (at(end + 1) != '\n' && at(end + 1) != '\r') ++end;
    } else if (c == '[') {
      in_class = true;
    } else if (c == ']') {
      in_class = false;
    } else if (c == '/' && !in_class) {
      at_ = end + 1;
      while (at_ < script_.size() && bytes::alpha.contains(script_[at_])) ++at_;
      before_ = before::operand;
      return true;
    }
  }
  no_expression_ = std::min(end, script_.size());
  return false;
}

// Skips the characters of a template literal, to its end or to the next expression.
void script_scanner::pass_template() {
  while (at_ < script_.size()) {
    at_ = std::min(script_.find_first_of("`\\$", at_), script_.size());
    const char c = at(at_);
    if (c == '`') {
      ++at_;
      before_ = before::operand;
      return;
    }
    if (c == '$' && at(at_ + 1) == '{') {
      at_ += 2;
      templates_.push_back(0);
      before_ = before::nothing;
      return;
    }
    at_ = std::min(at_ + (c == '\\' ? 2U : 1U), script_.size());
  }
}

void script_scanner::pass_word() {
  const std::size_t begin = at_;
  while (at_ < script_.size() && word_char.contains(script_[at_])) ++at_;
  const bool is_member = before_ == before::punctuator && script_[punctuator_] == '.';
  owner_ = is_member ? word_ : std::string_view();
  word_ = script_.substr(begin, at_ - begin);
  before_ = !is_member && is_operator_word(word_) ? before::keyword : before::word;
}

void script_scanner::open_parenthesis() {
  const bool control = before_ == before::keyword && is_control(word_);
  const bool navigates = owner_ == "location" && word_ == "replace";
  const bool patterns = before_ == before::word && takes_patterns(word_) && !navigates;
  of_control_ = of_control_ << 1U | (control ? 1U : 0U);
  of_patterns_ = of_patterns_ << 1U | (patterns ? 1U : 0U);
  punctuate();
}

void script_scanner::close_parenthesis() {
  const bool control = (of_control_ & 1U) != 0;
  of_control_ >>= 1U;
  of_patterns_ >>= 1U;
  punctuate();
  if (!control) before_ = before::operand;
}

void script_scanner::close_brace() {
  if (!templates_.empty()) {
    if (templates_.back() == 0) {
      templates_.pop_back();
      ++at_;
      return pass_template();
    }
    --templates_.back();
  }
  punctuate();
}

void script_scanner::punctuate() {
  const char c = script_[at_];
  if (c == '{' && !templates_.empty()) ++templates_.back();
  // A "/" after "i++" divides.
  const bool twice = (c == '+' || c == '-') && at_ > 0 && script_[at_ - 1] == c;
  punctuator_ = at_++;
  before_ = c == ']' || twice ? before::operand : before::punctuator;
}

// Returns false if a line end breaks the string, or if the string is inside a template literal.
bool script_scanner::read_string(script_string& found) {
  const std::size_t quote = at_++;
  bool escaped = false;
  while (at_ < script_.size()) {
    const char c = script_[at_];
    if (c == script_[quote] || c == '\n' || c == '\r') break;
    if (c == '\\') {
      escaped = true;
      if (at(at_ + 1) == '\r' && at(at_ + 2) == '\n') ++at_;
      ++at_;
    }
    ++at_;
  }
  at_ = std::min(at_, script_.size());
  const bool is_whole = at(at_) == script_[quote];
  const std::size_t end = at_;
  if (is_whole) ++at_;
  const bool is_reported = is_whole && templates_.empty();
  if (is_reported) {
    found.text = script_.substr(quote + 1, end - quote - 1);
    found.escaped = escaped;
    look_around(found);
  }
  before_ = before::operand;
  return is_reported;
}

void script_scanner::look_around(script_string& found) const {
  const char ahead = before_ == before::punctuator ? script_[punctuator_] : '\0';
  const std::size_t behind = behind_space(at_);
  const bool adds_to = ahead == '=' && punctuator_ > 0 && script_[punctuator_ - 1] == '+';
  found.joined_before = ahead == '+' || adds_to;
  found.joined_behind = at(behind) == '+' || script_.substr(behind).starts_with(".concat");
  found.names_member = (ahead == '{' || ahead == ',' || before_ == before::nothing) && at(behind) == ':';
  found.is_pattern = (of_patterns_ & 1U) != 0;
}

std::size_t script_scanner::behind_space(std::size_t from) const {
  while (from < script_.size() && space.contains(script_[from])) ++from;
  return from;
}

namespace {

// Reads the hexadecimal digits of "\x2F" or "\u{2F}" at `from`. Returns the end of the digits, or npos if
// none.
std::size_t read_digits(std::string_view text, std::size_t from, std::size_t most, char32_t& character) {
  character = 0;
  std::size_t end = from;
  for (; end < text.size() && end - from < most && bytes::hexdig.contains(text[end]); ++end) {
    const char c = text[end];
    const int digit = bytes::digit.contains(c) ? c - '0' : ascii::lower(c) - 'a' + 10;
    character = character * 16 + static_cast<char32_t>(digit);
  }
  return end == from ? npos : end;
}

// Reads the escapes that JSON lacks: "\x2F" and "\u{2F}". Returns the end of the escape at `at`, or npos for
// another escape.
std::size_t read_own_escape(std::string_view text, std::size_t at, char32_t& character) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("\\x")) {
    const std::size_t end = read_digits(text, at + 2, 2, character);
    return end == at + 4 ? end : npos;
  }
  if (!rest.starts_with("\\u{")) return npos;
  const std::size_t end = read_digits(text, at + 3, 6, character);
  const bool good = end != npos && end < text.size() && text[end] == '}' && character <= 0x10FFFF &&
                    (character < 0xD800 || character > 0xDFFF);
  return good ? end + 1 : npos;
}

}  // namespace

std::size_t decode_script_escapes(std::string_view text, char* const out) {
  char* end = out;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\\') {
      *end++ = text[at++];
      continue;
    }
    char32_t character = 0;
    if (const std::size_t behind = read_own_escape(text, at, character); behind != npos) {
      end = encode_utf8(character, end);
      at = behind;
      continue;
    }
    const json_escape read = read_json_escape(text, at);
    if (read.is != json_escape::kind::unknown) {
      end = encode_utf8(read.character, end);
    } else if (text.substr(at).starts_with("\\\r\n")) {
      at += 2;
    } else if (at + 1 < text.size() && (text[at + 1] == '\n' || text[at + 1] == '\r')) {
      at += 1;
    }
    at += read.size;
  }
  return static_cast<std::size_t>(end - out);
}

}  // namespace urlsieve
