// The links of a style sheet or of declarations: url(), src(), @import, the strings of image-set(). Follows
// the tokens of CSS Syntax Level 3 (section 4) as far as they decide what is a link: comments, strings,
// escapes.
#ifndef URLSIEVE_REFERENCES_CSS_SCANNER_HPP
#define URLSIEVE_REFERENCES_CSS_SCANNER_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

struct css_link {
  std::string_view text;  // as written, without quotes
  bool escaped = false;   // holds "\": css_unescape() gives what it means
};

// Goes from link to link in one pass; strings, comments and escapes are passed over as the tokens they are.
class css_scanner {
 public:
  explicit css_scanner(std::string_view css) : css_(css) {}

  // False at the end.
  bool next(css_link& link);

 private:
  bool skip_comment();
  bool read_string(css_link& link);
  bool read_open_parenthesis(css_link& link);
  bool read_unquoted_url(css_link& link);
  void skip_bad_url();
  void read_at_keyword();

  std::string_view css_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;        // open parentheses
  std::size_t image_set_ = 0;    // depth inside the innermost image-set(), 0: none
  bool string_is_link_ = false;  // the next string, after @import
  bool in_namespace_ = false;    // in @namespace: its url() names no document
};

// Whether it may hold a link at all: there is an escape, "@i", or a "(" behind what url, src and image-set
// end with. Quick.
[[nodiscard]] bool css_may_hold_link(std::string_view css);

// The same of the value of a style attribute whose character references are not decoded yet.
[[nodiscard]] bool style_may_hold_link(std::string_view value);

// Writes what `text` means; `out` has room for 3 * text.size() bytes. Returns the end. An escape of a letter
// and the quotes that some writers escape around a URL go.
char* css_unescape(std::string_view text, char* out);

}  // namespace urlsieve

#endif
