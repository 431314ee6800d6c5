#include "src/documents/json/json_signs.hpp"

#include <cstddef>
#include <string>
#include <string_view>

#include "src/text/json/json_guard.hpp"
#include "src/text/json/json_scanner.hpp"
#include "src/text/npos.hpp"
#include "src/text/scan/byte_class.hpp"
#include "urlsieve/input_options.hpp"

namespace urlsieve {
namespace {

constexpr char json_record_separator = '\x1E';

std::size_t past_space(std::string_view text, std::size_t at) {
  while (at < text.size() && bytes::html_space.contains(text[at])) ++at;
  return at;
}

// Skips white space and the record separators of JSON text sequences (RFC 7464).
std::size_t past_separators(std::string_view text, std::size_t at) {
  while (at < text.size() && (bytes::html_space.contains(text[at]) || text[at] == json_record_separator))
    ++at;
  return at;
}

// Calls f with the name of each member of the outermost objects until f returns true; returns whether it did.
template <class F>
bool any_top_member(std::string_view text, const F& f) {
  std::size_t depth = 0;
  json_scanner scanner(text);
  for (json_token token = scanner.next(); token != json_token::end; token = scanner.next()) {
    if (token == json_token::object || token == json_token::array) ++depth;
    if (token == json_token::close && depth != 0) --depth;
    if (token == json_token::key && depth == 1 && f(scanner.text())) return true;
  }
  return false;
}

// Returns true if a line may be a JSON object: its braces balance outside strings, and nothing follows the
// last brace. If the head cuts the line, only its front is checked.
bool is_object_line(std::string_view line, bool cut) {
  std::size_t depth = 0;
  bool colon_seen = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      const std::size_t end = json_string_end(line, i);
      if (end == npos) break;
      i = end - 1;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      if (--depth == 0) return past_space(line, i + 1) == line.size() && (colon_seen || i == 1);
    } else if (c == ':') {
      colon_seen = true;
    } else if (depth == 1 && !colon_seen && !bytes::html_space.contains(c)) {
      return false;  // the first token in an object must be a string
    }
  }
  return cut && colon_seen;
}

// A JSON recognizer for text that may be truncated.
class json_grammar {
 public:
  explicit json_grammar(std::string_view text, bool in_object = false) : text_(text) {
    if (!in_object) return;
    open_ = "{";
    next_ = expect::key_or_end;
  }

  // Returns false at the first invalid byte. Several values may follow one another.
  bool read() {
    for (at_ = past_blanks(0); at_ < text_.size(); at_ = past_blanks(at_))
      if (!take()) return false;
    return true;
  }
  [[nodiscard]] bool is_whole() const { return open_.empty() && !is_cut_; }
  [[nodiscard]] bool has_string() const { return has_string_; }
  // Returns the offset of the last comma between members or elements; 0 if there was none.
  [[nodiscard]] std::size_t last_comma() const { return last_comma_; }

 private:
  enum class expect : unsigned char { value, value_or_end, key, key_or_end, colon, comma_or_end };
  static constexpr std::size_t deepest = 512;

  [[nodiscard]] std::size_t past_blanks(std::size_t at) const {
    return open_.empty() ? past_separators(text_, at) : past_space(text_, at);
  }

  bool take() {
    const char c = text_[at_];
    switch (next_) {
      case expect::value_or_end:
        if (c == ']') return close(c);
        return take_value(c);
      case expect::value:
        return take_value(c);
      case expect::key_or_end:
        if (c == '}') return close(c);
        return take_key(c);
      case expect::key:
        return take_key(c);
      case expect::colon:
        ++at_;
        next_ = expect::value;
        return c == ':';
      case expect::comma_or_end:
        break;
    }
    if (open_.empty()) {
      next_ = expect::value;
      return c == '{' || c == '[';
    }
    if (c != ',') return close(c);
    last_comma_ = at_++;
    next_ = open_.back() == '{' ? expect::key : expect::value;
    return true;
  }

  bool take_key(char c) {
    next_ = expect::colon;
    return c == '"' && take_string();
  }

  bool take_value(char c) {
    next_ = expect::comma_or_end;
    if (c == '"') return !open_.empty() && take_string();
    if (c == '{' || c == '[') {
      if (open_.size() == deepest) return false;
      open_ += c;
      ++at_;
      next_ = c == '{' ? expect::key_or_end : expect::value_or_end;
      return true;
    }
    if (open_.empty()) return false;
    const std::size_t first = at_;
    while (at_ < text_.size() && (bytes::alphanum.contains(text_[at_]) || text_[at_] == '-' ||
                                  text_[at_] == '+' || text_[at_] == '.'))
      ++at_;
    const std::string_view word = text_.substr(first, at_ - first);
    if (word.empty()) return false;
    for (const std::string_view number : {"NaN", "Infinity", "-Infinity"})  // as Python and Java write
      if (word == number) return true;
    if (c == '-' || (c >= '0' && c <= '9')) return word.find_first_not_of("0123456789+-.eE") == npos;
    for (const std::string_view known : {"true", "false", "null"})
      if (word == known || (at_ == text_.size() && known.starts_with(word))) return true;
    return false;
  }

  bool take_string() {
    const std::size_t end = json_string_end(text_, at_);
    is_cut_ = end == npos;
    const std::string_view inside = text_.substr(at_, end == npos ? npos : end - at_);
    at_ = end == npos ? text_.size() : end;
    has_string_ = true;
    return inside.find('\n') == npos;
  }

  bool close(char c) {
    if (c != (open_.back() == '{' ? '}' : ']')) return false;
    open_.pop_back();
    last_end_ = ++at_;
    next_ = expect::comma_or_end;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t last_end_ = 0;  // of the last closed value
  std::size_t last_comma_ = 0;
  std::string open_;  // open brackets
  expect next_ = expect::value;
  bool has_string_ = false;
  bool is_cut_ = false;
};

// Returns true if most of the complete lines are JSON documents, and two at least. Such a file has faulty
// lines: cut by a crash, or messages of a program between the documents.
bool are_mostly_documents(std::string_view text, bool whole) {
  if (text.find('{') == npos && text.find('[') == npos) return false;
  std::size_t documents = 0;
  std::size_t others = 0;
  bool has_string = false;
  while (!text.empty()) {
    const std::size_t feed = text.find('\n');
    if (feed == npos && !whole) break;
    std::string_view line = text.substr(0, feed);
    text.remove_prefix(feed == npos ? text.size() : feed + 1);
    line.remove_prefix(past_separators(line, 0));
    while (!line.empty() && (bytes::html_space.contains(line.back()) || line.back() == ','))
      line.remove_suffix(1);
    if (line.empty()) continue;
    json_grammar grammar(line);
    const bool is_document =
        (line.front() == '{' || line.front() == '[') && grammar.read() && grammar.is_whole();
    ++(is_document ? documents : others);
    has_string = has_string || (is_document && grammar.has_string());
  }
  return documents > 1 && documents > others && has_string;
}

// Returns true if the first line of `text` may be a JSON object.
bool begins_object_line(std::string_view text, bool whole) {
  if (!text.starts_with('{')) return false;
  const std::size_t feed = text.find('\n');
  return feed == npos ? is_object_line(text, !whole) : is_object_line(text.substr(0, feed), false);
}

}  // namespace

bool names_json_fields(const input_options& options) {
  const input_options defaults;
  return options.json_url != defaults.json_url || options.json_text != defaults.json_text ||
         options.json_html != defaults.json_html || options.json_mail != defaults.json_mail;
}

bool begins_json_lines(const input_head& head) {
  std::string_view text = head.text;
  if (!begins_object_line(text, head.whole)) {
    // The first line may be the rest of a document, as `tail -c` and `split` leave it, or a comment.
    const std::size_t feed = text.find('\n');
    if (feed == npos || text.starts_with('[') || !begins_object_line(text.substr(feed + 1), head.whole) ||
        !are_mostly_documents(text, head.whole))
      return false;
    text.remove_prefix(feed + 1);
  }
  const input_options defaults;
  const input_options& options = head.options != nullptr ? *head.options : defaults;
  if (names_json_fields(options)) return true;
  return any_top_member(text, [&](std::string_view name) {
    if (name == "Envelope") return true;
    for (const std::string& path : {options.json_text, options.json_html, options.json_mail})
      if (!path.empty() && name == path) return true;
    return false;
  });
}

bool begins_json(const input_head& head) {
  std::string_view text = head.text;
  if (const std::size_t front = json_front_size(text, json_front::call_or_assignment); front != 0) {
    text.remove_prefix(front);
    if (head.whole) text = text.substr(0, text.find_last_not_of(" \t\r\n);") + 1);
  }
  text.remove_prefix(past_separators(text, 0));
  if (!text.starts_with('{') && !text.starts_with('[')) return are_mostly_documents(text, head.whole);
  json_grammar grammar(text);
  if (!grammar.read()) return are_mostly_documents(text, head.whole);
  if (!grammar.has_string()) return false;
  return !head.whole || grammar.is_whole() || grammar.last_comma() != 0 || are_mostly_documents(text, true);
}

json_extent measure_json(std::string_view text, bool in_object) {
  json_grammar grammar(text, in_object);
  if (!grammar.read()) return {grammar.last_comma(), false};
  return {text.size(), grammar.is_whole()};
}

}  // namespace urlsieve
