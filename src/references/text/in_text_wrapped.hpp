// Reads URLs in angle brackets, including "<URL:...>", which may be broken over lines. White space inside is
// removed; the rest is exactly the URL (url-syntax-05 Appendix E, rfc1738's appendix).
#ifndef URLSIEVE_REFERENCES_IN_TEXT_WRAPPED_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_WRAPPED_HPP

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "src/references/text/in_text_delimit.hpp"
#include "src/text/arena.hpp"
#include "src/url/text_forms/ending_character.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

// Maximum white space between "<" or "<URL:" and the URL, in bytes.
inline constexpr std::size_t longest_wrapper_blanks = 128;

struct wrapper {
  bool open = false;        // "<", optional "URL:" and optional white space precede the URL
  bool url_prefix = false;  // "URL:" is present
};

// Returns the wrapper that opens before `start`. An empty line before `start` means that no wrapper is open.
[[nodiscard]] wrapper wrapper_before(std::string_view text, std::size_t start);

// Returns the end of the white space at `at`, or npos if the white space holds an empty line. Sets
// `line_break` if the white space holds a line break.
[[nodiscard]] std::size_t skip_gap(std::string_view text, std::size_t at, bool& line_break);

struct unwrapped_text {
  std::string_view url;        // view of the text, or of the arena if white space was removed
  std::string_view alternate;  // with hyphen_choice::both, the URL without hyphens at line breaks; else empty
  std::size_t end = 0;         // position of the closing character
  bool ambiguous_hyphen = false;  // a hyphen before a removed line break may belong to the URL or not
};

class text_unwrapper {
 public:
  explicit text_unwrapper(const text_search& options) : options_(options) {}

  // Reads from the candidate to `closer`: ">" or a double quote. Returns false and leaves `found` unchanged
  // if the candidate is not a wrapped URL. Requires: `closer` belongs to the character before the candidate
  // (see wrapper_before()).
  bool unwrap(std::string_view text, const text_candidate& candidate, char closer, arena& decoded,
              unwrapped_text& found);

 private:
  struct closing {
    std::size_t at = std::string_view::npos;
    std::size_t size = 0;  // of the URL joined so far
  };

  bool join(std::string_view text, const text_candidate& candidate, char closer, arena& decoded,
            closing& end);
  std::size_t join_gap(std::string_view text, const text_candidate& candidate, char closer, std::size_t at);
  bool accept(std::string_view text, const text_candidate& candidate, char closer, closing end,
              arena& decoded, unwrapped_text& found);
  void append(std::string_view bytes, arena& decoded);
  std::size_t without_hyphens(std::string_view url, char* out) const;

  [[nodiscard]] std::size_t capacity() const { return options_.max_url + std::size_t{4}; }

  text_search options_;
  char* joined_ = nullptr;  // null until white space was removed
  std::size_t size_ = 0;
  char last_ = 0;
  bracket_balance brackets_;
  std::vector<std::size_t> hyphens_;     // in the joined URL, right before line breaks
  std::array<closing, 2> quote_closes_;  // first and last ">" at a line's beginning: a mail quote?
};

}  // namespace urlsieve

#endif
