// A regular expression of RE2, which matches in linear time.
#ifndef URLSIEVE_TEXT_PATTERN_HPP
#define URLSIEVE_TEXT_PATTERN_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "urlsieve/error.hpp"

namespace urlsieve {

enum class letter_case : std::uint8_t { exact, ignored };

// A match in a text: its place, and its first group (empty if the group did not take part).
struct pattern_match {
  std::size_t begin;
  std::size_t end;
  std::string_view group;
};

class pattern {
 public:
  // Compiles an expression in UTF-8. Fails with error_code::usage, whose message names the fault and its
  // byte.
  [[nodiscard]] static result<pattern> of(std::string_view expression,
                                          letter_case letters = letter_case::exact);

  pattern(pattern&& other) noexcept;
  pattern& operator=(pattern&& other) noexcept;
  ~pattern();

  // Returns true if the pattern matches anywhere in `text`. Ill-formed UTF-8 in `text` matches no "." and no
  // character class. Thread-safe.
  [[nodiscard]] bool is_in(std::string_view text) const;

  // Returns the leftmost match that begins at or behind `from`; "^" matches only at the beginning of `text`.
  // Thread-safe. Requires: from <= text.size().
  [[nodiscard]] std::optional<pattern_match> find(std::string_view text, std::size_t from = 0) const;

 private:
  class compiled;
  explicit pattern(std::unique_ptr<compiled> state);

  std::unique_ptr<compiled> compiled_;
};

}  // namespace urlsieve

#endif
