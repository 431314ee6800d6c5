// The exact rules of the HTML standard's tokenizer (section 13.2.5) for what decides where tags are: tags and
// their attributes, comments, raw text, script data with its escapes. Scalar and complete; the fast path of
// in_html hands every tag that looks odd to it, and is compared with it.
#ifndef URLSIEVE_MARKUP_HTML_TOKENIZER_HPP
#define URLSIEVE_MARKUP_HTML_TOKENIZER_HPP

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/markup/html_names.hpp"

namespace urlsieve {

// Both as written; an attribute without a value has an empty one that points behind its name.
struct html_attribute {
  std::string_view name;
  std::string_view value;
};

struct html_tag {
  std::string_view name;  // as written
  bool closing = false;
  bool self_closing = false;
  std::vector<html_attribute> attributes;  // as written, repeated names included: the first one counts
};

// How the text after a start tag is read.
enum class text_mode { data, rcdata, rawtext, script, plaintext };

// The mode after the start tag of an HTML element, with scripting off (section 13.2.6.4).
[[nodiscard]] text_mode text_mode_after(html_element element);

enum class markup_kind { text, tag, comment, cdata };

struct markup {
  markup_kind kind = markup_kind::text;
  std::string_view content;  // of a comment or CDATA section
  std::size_t end = 0;       // where reading goes on; the input's size: it ended inside
};

inline constexpr std::size_t unfinished = static_cast<std::size_t>(-1);

// Reads the tag that begins at `at` ("<a" or "</a"). Returns the offset after its ">", or `unfinished`: the
// input ends inside the tag, which then is none.
[[nodiscard]] std::size_t read_tag(std::string_view input, std::size_t at, html_tag& tag);

// What the "<" at `at` begins, in data. Of a tag only the kind is set, `end` is `at`. `cdata` allows CDATA
// sections (in foreign content); elsewhere they are comments up to ">".
[[nodiscard]] markup read_markup(std::string_view input, std::size_t at, bool cdata);

// Where the text of a raw text element (lower-case `name`) ends that begins at `at`: the offset of its end
// tag's "<", or the input's size.
[[nodiscard]] std::size_t raw_text_end(std::string_view input, std::size_t at, std::string_view name,
                                       text_mode mode);

}  // namespace urlsieve

#endif
