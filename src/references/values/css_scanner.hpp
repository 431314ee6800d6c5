// Finds the links of a style sheet or of declarations: url(), src(), @import, and the strings of image-set().
// Follows the tokens of CSS Syntax Level 3 (section 4) as far as they decide about links: comments, strings,
// escapes.
#ifndef URLSIEVE_REFERENCES_CSS_SCANNER_HPP
#define URLSIEVE_REFERENCES_CSS_SCANNER_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

struct css_link {
  std::string_view text;  // as written, without quotes
  bool escaped = false;   // holds "\"; decode with css_unescape()
};

// Goes from link to link in one pass. Other strings, comments and escapes are skipped as whole tokens.
class css_scanner {
 public:
  // `css` must outlive the scanner and its links.
  explicit css_scanner(std::string_view css) : css_(css) {}

  // Reads the next link. Returns false at the end.
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
  std::size_t image_set_ = 0;    // depth inside the innermost image-set(); 0: none
  bool string_is_link_ = false;  // after @import, until the next string
  bool in_namespace_ = false;    // inside @namespace, whose url() is not a link
};

// Returns false quickly if `css` cannot hold a link: no escape, no "@i", and no "(" after the endings of url,
// src and image-set.
[[nodiscard]] bool css_may_hold_link(std::string_view css);

// Returns the same for the value of a style attribute with undecoded character references.
[[nodiscard]] bool style_may_hold_link(std::string_view value);

// Decodes the escapes of `text` into `out`, which must have 3 * text.size() bytes, and returns the end.
// Escaped line ends are dropped, and so are quotes around the decoded URL, which some writers escape.
char* css_unescape(std::string_view text, char* out);

}  // namespace urlsieve

#endif
