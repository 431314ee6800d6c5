// The strings of JSON text, in order, with the structure around them. It forgives what a parser would not
// (control characters, trailing commas, a text that breaks off): scripts in pages are often so, and their
// links count all the same.
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

  // Of a key or string: what stands between its quotes, and whether it holds "\".
  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] bool escaped() const { return escaped_; }

  // Whether a string had no end.
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
