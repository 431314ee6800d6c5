// Writes JSON (RFC 8259), indented, members in the order given: the same calls give the same bytes.
#ifndef URLSIEVE_TEXT_JSON_WRITER_HPP
#define URLSIEVE_TEXT_JSON_WRITER_HPP

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace urlsieve {

// Commas, line ends and indentation are its business; the caller says what begins, what stands, what ends.
class json_writer {
 public:
  // A value inside an object needs key() before it; the outermost value and those inside arrays must have
  // none.
  void begin_object(bool on_one_line = false) { begin('{', on_one_line); }
  void end_object() { end('}'); }
  void begin_array(bool on_one_line = false) { begin('[', on_one_line); }
  void end_array() { end(']'); }

  json_writer& key(std::string_view name);

  // Bytes that are not UTF-8 become U+FFFD.
  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(std::uint64_t number);
  void value(bool truth);
  void null();
  void verbatim(std::string_view json);  // a value that is JSON already

  // The document, ended by LF.
  [[nodiscard]] std::string take();

 private:
  void begin(char bracket, bool on_one_line);
  void end(char bracket);
  void separate();

  std::string out_;
  std::size_t depth_ = 0;
  std::size_t one_line_depth_ = 0;  // the depth at which everything began to go on one line; 0: it does not
  bool first_ = true;               // nothing stands yet in what was begun last
  bool after_key_ = false;
};

}  // namespace urlsieve

#endif
