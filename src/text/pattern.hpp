// A regular expression of RE2: time linear in the text, whatever the expression. The library is loaded when
// the first one is made.
#ifndef URLSIEVE_TEXT_PATTERN_HPP
#define URLSIEVE_TEXT_PATTERN_HPP

#include <memory>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

class pattern {
 public:
  // Of an expression in UTF-8. error_code::usage names what is wrong with it and at which byte. Throws
  // std::runtime_error where the library is not there.
  [[nodiscard]] static result<pattern> of(std::string_view expression);

  pattern(pattern&& other) noexcept;
  pattern& operator=(pattern&& other) noexcept;
  ~pattern();

  // Whether it matches somewhere in `text`. Thread-safe.
  [[nodiscard]] bool is_in(std::string_view text) const;

 private:
  class compiled;
  explicit pattern(std::unique_ptr<compiled> made);

  std::unique_ptr<compiled> made_;
};

}  // namespace urlsieve

#endif
