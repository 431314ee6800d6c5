// A regular expression of RE2, which matches in linear time.
#ifndef URLSIEVE_TEXT_PATTERN_HPP
#define URLSIEVE_TEXT_PATTERN_HPP

#include <memory>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

class pattern {
 public:
  // Compiles an expression in UTF-8. Fails with error_code::usage, whose message names the fault and its
  // byte.
  [[nodiscard]] static result<pattern> of(std::string_view expression);

  pattern(pattern&& other) noexcept;
  pattern& operator=(pattern&& other) noexcept;
  ~pattern();

  // Returns true if the pattern matches anywhere in `text`. Ill-formed UTF-8 in `text` matches no "." and no
  // character class. Thread-safe.
  [[nodiscard]] bool is_in(std::string_view text) const;

 private:
  class compiled;
  explicit pattern(std::unique_ptr<compiled> state);

  std::unique_ptr<compiled> compiled_;
};

}  // namespace urlsieve

#endif
