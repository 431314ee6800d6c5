// Converts attribute values to references: decodes values, splits lists, removes white space, and appends the
// references to the findings. All readers of markup pass their values to the collector.
#ifndef URLSIEVE_REFERENCES_LINK_COLLECTOR_HPP
#define URLSIEVE_REFERENCES_LINK_COLLECTOR_HPP

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "src/codec/charset.hpp"
#include "src/references/finder.hpp"
#include "src/references/text/in_text.hpp"
#include "src/references/values/html_links.hpp"
#include "src/text/json/json_scanner.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

// Text that is read as markup or style: a part of the document's body, or decoded text.
struct markup_text {
  std::string_view text;
  std::uint32_t origin = 0;  // offset in the body of its first byte, or of the source of the decoded text
  bool in_place = true;      // a part of the body; otherwise decoded UTF-8

  [[nodiscard]] std::uint32_t position_of(const char* place) const {
    return in_place ? origin + static_cast<std::uint32_t>(place - text.data()) : origin;
  }
};

// Decodes, cleans and checks the values of all markup finders. A value that needs no work is added as a view
// of the document; other values are stored in the arena of `findings`.
//
// Common parameters: `where` is a literal or text in the arena of the findings. `position` is an offset in
// the body. With `empty_is_base`, an empty URL means the base URL (reference::empty_is_base).
//
// With options that rewrite text (--refang, --unescape), a value is searched like text if rewriting changes
// the value and a URL begins at its start.
class link_collector {
 public:
  link_collector() = default;
  explicit link_collector(const text_search& text);

  // Starts with `found`. `bytes` is the encoding of bytes from 0x80 on in the body: UTF-8, a single-byte
  // encoding, or unknown.
  void begin(findings& found, const encoding& bytes, stats& counted) {
    found_ = &found;
    charset_ = bytes;
    guessed_ = false;
    counted_ = &counted;
    holds_refusals_ = has_refusal_ = false;
  }

  // Supports a reader that may discard its results: while refusals are held, a rejected value is neither
  // added nor counted. take_rejection() then reports such a value, once.
  void hold_refusals(bool hold) { holds_refusals_ = hold; }
  [[nodiscard]] bool take_rejection() { return has_refusal_ && std::exchange(has_refusal_, false); }

  // True if, since begin(), text was decoded with a guessed encoding because none is declared and the text is
  // not UTF-8.
  [[nodiscard]] bool guessed() const { return guessed_; }

  // Adds the links of an attribute with this row; none for the kinds base, fragment and html. `value` is a
  // part of `source`, as written. Requires: the other attributes of the element do not exclude the link.
  void add_value(const link_row& row, std::string_view value, const markup_text& source,
                 std::string_view where, bool empty_is_base);

  // Adds one URL without the spaces around `value`. Requires: `value` has no character reference, no control,
  // and no byte that a charset changes.
  void add_plain(std::string_view value, std::uint32_t position, std::string_view where, bool empty_is_base) {
    while (!value.empty() && value.front() == ' ') {
      value.remove_prefix(1);
      ++position;
    }
    while (!value.empty() && value.back() == ' ') value.remove_suffix(1);
    push(value, position, where, empty_is_base);
  }

  // Adds one URL, already decoded, after cleaning.
  void add_url(std::string_view value, std::uint32_t position, std::string_view where, bool empty_is_base);

  // Adds the links of CSS, already decoded. May deliver references early (findings::batch_consumer), also
  // earlier references.
  void add_css(const markup_text& css, std::string_view where);

  // Adds the strings of `json` that are absolute URLs; ignores the names of members. May deliver references
  // early, as add_css() does.
  void add_json(const markup_text& json, std::string_view where);

  // Returns the decoded key or string that `scanner` read last in `json`, in UTF-8.
  [[nodiscard]] std::string_view json_string(const json_scanner& scanner, const markup_text& json);

  // Counts a rejected URL, and records the URL if findings::note_refused is set.
  void refuse(rejection why, std::string_view raw, std::string_view where, std::uint32_t position) {
    counted_->reject(why, raw);
    found_->refuse(why, raw, where, position);
  }

  // Returns a URL without surrounding white space and without tab, CR and LF inside.
  [[nodiscard]] std::string_view cleaned(std::string_view value);

  // Returns `value` in UTF-8 with character references decoded; in the arena if decoding changes `value`.
  [[nodiscard]] std::string_view decode(std::string_view value, const markup_text& source);

  // Returns a part of `source` in UTF-8.
  [[nodiscard]] std::string_view to_utf8(std::string_view text, const markup_text& source);

  // Returns the `where` of a link in this attribute: "a@href". For an element in no table, the name is built
  // from `element_name` as written.
  [[nodiscard]] std::string_view where_of(markup_space space, html_element element,
                                          std::string_view element_name, link_attribute attribute);

  [[nodiscard]] findings& found() { return *found_; }

 private:
  void push(std::string_view raw, std::uint32_t position, std::string_view where, bool empty_is_base) {
    if (!raw.empty() && may_be_no_url(raw.front())) {
      const rejection rejected = check_prefix(raw);
      if (rejected != rejection::none) {
        if (!holds_refusals_) return refuse(rejected, raw, where, position);
        has_refusal_ = true;
        return;
      }
    }
    if (rewriting_ != nullptr && add_rewritten(raw, position, where)) return;
    push_value(raw, position, where, empty_is_base);
  }

  void push_value(std::string_view raw, std::uint32_t position, std::string_view where, bool empty_is_base) {
    reference link;
    link.raw = raw;
    link.where = where;
    link.position = position;
    link.empty_is_base = empty_is_base;
    found_->references.push_back(link);
  }

  static bool may_be_no_url(char first) { return first == '$' || (first | 0x20) == 'b'; }

  // Rejects unfilled template variables ("${url}") and CSS declarations in place of a URL
  // ("background-image:url(x)").
  [[nodiscard]] static rejection check_prefix(std::string_view raw);

  // Adds the URLs of a value that rewriting changes, or that holds percent-encoded URLs. Returns false for
  // other values.
  bool add_rewritten(std::string_view raw, std::uint32_t position, std::string_view where);

  std::string_view convert(std::string_view text, const markup_text& source);

  findings* found_ = nullptr;
  stats* counted_ = nullptr;
  encoding charset_;
  bool guessed_ = false;
  bool holds_refusals_ = false;
  bool has_refusal_ = false;
  // The encoding that browsers assume if none is declared and the bytes are not UTF-8 (HTML standard, section
  // 13.2.3.2).
  encoding undeclared_ = find_encoding("windows-1252");
  charset_decoder decoder_;
  std::unique_ptr<text_finder> rewriting_;  // null unless an option rewrites text
};

}  // namespace urlsieve

#endif
