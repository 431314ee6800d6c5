// Reads the scheme of a defanged URL ("hxxp", "h[tt]p") and what stands for "://", for refang.hpp, which
// lists the forms.
#ifndef URLSIEVE_URL_TEXT_FORMS_REFANG_SCHEME_HPP
#define URLSIEVE_URL_TEXT_FORMS_REFANG_SCHEME_HPP

#include <cstddef>
#include <string_view>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve::defanged {

inline constexpr byte_set openers{std::string_view("([{")};
inline constexpr byte_set closers{std::string_view(")]}")};

// Returns true if a byte of `set` is at `at`; false behind the end.
[[nodiscard]] inline bool holds(std::string_view text, std::size_t at, const byte_set& set) {
  return at < text.size() && set.contains(text[at]);
}

// Returns the offset after a backslash before a byte of `set`, which is a bracket escaped by Markdown;
// otherwise `at`.
[[nodiscard]] inline std::size_t skip_escape(std::string_view text, std::size_t at, const byte_set& set) {
  return at < text.size() && text[at] == '\\' && holds(text, at + 1, set) ? at + 1 : at;
}

// A scheme as written, and the restored scheme.
struct scheme_word {
  std::size_t end = 0;  // 0: not found
  std::string_view real;
  bool is_unambiguous = false;
};

// Reads the scheme at `at`: http, https, ftp, ftps or sftp.
[[nodiscard]] scheme_word read_scheme(std::string_view text, std::size_t at);

// Returns the end of "://" in any defanged form at `at`, or npos.
[[nodiscard]] std::size_t delimiter_end(std::string_view text, std::size_t at);

}  // namespace urlsieve::defanged

#endif
