// Iterates over the strings of JSON text, with the structure around them. Accepts faults that a parser
// rejects (control characters, trailing commas, an early end), because scripts in pages often have them.
#ifndef URLSIEVE_TEXT_JSON_SCANNER_HPP
#define URLSIEVE_TEXT_JSON_SCANNER_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

enum class json_token { object, array, close, key, string, end };

class json_scanner {
 public:
  explicit json_scanner(std::string_view json) : json_(json) {}

  json_token next();

  // The content of the current key or string between its quotes; escaped() returns true if it contains "\".
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] bool escaped() const { return escaped_; }

  // Returns true if a string had no end.
  [[nodiscard]] bool broken() const { return broken_; }

 private:
  void read_string();

  std::string_view json_;
  std::size_t at_ = 0;
  std::string_view text_;
  bool escaped_ = false;
  bool broken_ = false;
};

}  // namespace urlsieve

#endif
