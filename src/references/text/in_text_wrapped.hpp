// URLs in angle brackets, "<URL:...>" included, which may be broken over lines: white space inside is put
// out, and what is left is the URL, exactly (url-syntax-05 Appendix E, rfc1738's appendix).
#ifndef URLSIEVE_REFERENCES_IN_TEXT_WRAPPED_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_WRAPPED_HPP

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "src/references/text/in_text_character.hpp"
#include "src/references/text/in_text_delimit.hpp"
#include "src/text/arena.hpp"
#include "src/url/text_search.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// How much white space may stand between "<" or "<URL:" and the URL.
inline constexpr std::size_t longest_wrapper_blanks = 128;

struct wrapper {
  bool open = false;        // "<", perhaps "URL:", and perhaps white space stand right before
  bool url_prefix = false;  // "URL:" among them
};

// What stands before `start`; an empty line there closes it.
[[nodiscard]] wrapper wrapper_before(std::string_view text, std::size_t start);

// The end of the white space at `at`, or npos if it holds an empty line. `line_break` tells of one.
[[nodiscard]] std::size_t skip_gap(std::string_view text, std::size_t at, bool& line_break);

struct unwrapped_text {
  std::string_view url;  // into the text, or into the arena if something was put out
  std::string_view
      alternate;        // hyphen_choice::both: the same with the hyphens at line breaks dropped; else empty
  std::size_t end = 0;  // of the closing character
  bool ambiguous_hyphen = false;
};

class text_unwrapper {
 public:
  explicit text_unwrapper(const text_search& options) : options_(options) {}

  // Reads from the candidate to `closer`, ">" or the double quote. False: it is not wrapped, nothing is kept.
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

  [[nodiscard]] std::size_t room() const { return options_.max_url + std::size_t{4}; }

  text_search options_;
  char* joined_ = nullptr;  // null until something was put out
  std::size_t size_ = 0;
  char last_ = 0;
  bracket_balance brackets_;
  std::vector<std::size_t> hyphens_;     // in the joined URL, right before a line break
  std::array<closing, 2> quote_closes_;  // first and last ">" that began a line and was read as a mail quote
};

}  // namespace urlsieve

#endif
