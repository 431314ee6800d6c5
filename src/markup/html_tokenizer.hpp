// Tokenizes HTML by the exact rules of the standard (section 13.2.5) as far as they determine tags: tags with
// attributes, comments, raw text, script data with its escapes. This is the scalar reference implementation:
// the fast path of in_html delegates unusual tags to it and is tested against it.
#ifndef URLSIEVE_MARKUP_HTML_TOKENIZER_HPP
#define URLSIEVE_MARKUP_HTML_TOKENIZER_HPP

#include <cstddef>
#include <string_view>
#include <vector>

#include "src/markup/html_names.hpp"

namespace urlsieve {

// An attribute as written. An attribute without a value has an empty value that points behind its name.
struct html_attribute {
  std::string_view name;
  std::string_view value;
};

// A start tag or an end tag. Views point into the input of read_tag().
struct html_tag {
  std::string_view name;  // as written
  bool closing = false;
  bool self_closing = false;
  std::vector<html_attribute> attributes;  // as written, with repeated names (the first counts)
};

// The tokenizer state for the text after a start tag.
enum class text_mode { data, rcdata, rawtext, script, plaintext };

// Returns the mode after the start tag of an HTML element, with scripting off (section 13.2.6.4).
[[nodiscard]] text_mode text_mode_after(html_element element);

// The kinds of markup that "<" may begin. `text` is a "<" without markup, or "</>"; `comment` includes
// declarations ("<!DOCTYPE html>") and processing instructions.
enum class markup_kind { text, tag, comment, cdata };

struct markup {
  markup_kind kind = markup_kind::text;
  std::string_view content;  // of a comment or CDATA section
  std::size_t end = 0;       // offset at which reading resumes; the input's size if the markup is unfinished
};

// The result of read_tag() for a tag that the end of the input cuts off.
inline constexpr std::size_t unfinished = static_cast<std::size_t>(-1);

// Reads the tag that begins at `at` into `tag`, and replaces all members of `tag`. Returns the offset after
// the ">" of the tag. Returns `unfinished` if the input ends inside the tag; the caller must then ignore
// `tag`. Requires: "<" or "</" is at `at`, and a letter follows.
[[nodiscard]] std::size_t read_tag(std::string_view input, std::size_t at, html_tag& tag);

// Reads the markup that the "<" at `at` begins in text_mode::data. For a tag, sets only the kind, and `end`
// to `at`; read_tag() reads the tag. `cdata` enables CDATA sections (in foreign content); otherwise they are
// comments up to ">".
[[nodiscard]] markup read_markup(std::string_view input, std::size_t at, bool cdata);

// Returns the end of a raw text element's text that begins at `at`: the offset of the "<" of its end tag, or
// the input's size. Returns `at` for text_mode::data, and the input's size for plaintext. Requires: `name` is
// the element's name.
[[nodiscard]] std::size_t raw_text_end(std::string_view input, std::size_t at, std::string_view name,
                                       text_mode mode);

}  // namespace urlsieve

#endif
