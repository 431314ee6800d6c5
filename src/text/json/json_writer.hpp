// Writes JSON (RFC 8259), indented, with members in call order: equal calls give equal bytes.
#ifndef URLSIEVE_TEXT_JSON_JSON_WRITER_HPP
#define URLSIEVE_TEXT_JSON_JSON_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace urlsieve {

// Adds commas, line ends and indentation; the caller writes begins, values and ends.
class json_writer {
 public:
  // Begin and end an object or array. Requires: key() before each value inside an object, and no key() before
  // other values.
  void begin_object(bool on_one_line = false) { begin('{', on_one_line); }
  void end_object() { end('}'); }
  void begin_array(bool on_one_line = false) { begin('[', on_one_line); }
  void end_array() { end(']'); }

  // Writes the name of the next value.
  json_writer& key(std::string_view name);

  // Write a value. Ill-formed UTF-8 becomes U+FFFD.
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(std::uint64_t number);
  void value(bool truth);
  void null();
  void verbatim(std::string_view json);  // `json` must be valid JSON

  // Returns the document with a final LF. This is the last call. Requires: all objects and arrays have ended.
  [[nodiscard]] std::string take();

 private:
  void begin(char bracket, bool on_one_line);
  void end(char bracket);
  void separate();

  std::string out_;
  std::size_t depth_ = 0;
  std::size_t one_line_depth_ = 0;  // depth at which one-line output began; 0: not on one line
  bool first_ = true;               // the innermost object or array is empty so far
  bool after_key_ = false;
};

}  // namespace urlsieve

#endif
