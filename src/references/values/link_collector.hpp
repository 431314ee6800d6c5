// From attribute values to references: decodes what is written, splits lists, drops white space, and appends
// to the findings. Whatever reads markup hands its values here.
#ifndef URLSIEVE_REFERENCES_LINK_COLLECTOR_HPP
#define URLSIEVE_REFERENCES_LINK_COLLECTOR_HPP

#include <cstdint>
#include <string_view>
#include <utility>

#include "src/codec/charset.hpp"
#include "src/references/finder.hpp"
#include "src/references/values/html_links.hpp"
#include "src/text/json_scanner.hpp"

namespace urlsieve {

// Text that is read as markup or style: part of the document's body, or decoded out of it.
struct markup_text {
  std::string_view text;
  std::uint32_t origin = 0;  // of its first byte in the body, or of what it was decoded from
  bool in_place = true;      // its bytes stand in the body; else they were decoded, and are UTF-8

  [[nodiscard]] std::uint32_t position_of(const char* place) const {
    return in_place ? origin + static_cast<std::uint32_t>(place - text.data()) : origin;
  }
};

// All finders of markup add their links here, so that decoding, cleaning and judging a value stand once. A
// value that needs no work is added as a view of the document; others are made in the arena of `findings`.
class link_collector {
 public:
  // `bytes` is what bytes from 0x80 on in the body are: UTF-8, a single-byte encoding, or unknown.
  void begin(findings& found, const encoding& bytes, stats& counted) {
    found_ = &found;
    charset_ = bytes;
    guessed_ = false;
    counted_ = &counted;
    held_ = met_refusal_ = false;
  }

  // For a reader that may turn back from what it reads: while refusals are held, a value that is refused is
  // passed over, and met_refusal() tells once that one was.
  void hold_refusals(bool held) { held_ = held; }
  [[nodiscard]] bool met_refusal() { return met_refusal_ && std::exchange(met_refusal_, false); }

  // Since begin(): of something that was read an encoding was guessed, as none is declared and it is not
  // UTF-8.
  [[nodiscard]] bool guessed() const { return guessed_; }

  // What an attribute of this row gives: nothing for the kinds base, fragment and html. `value` is part of
  // `source`, as written. Whether other attributes let it count was asked before.
  void add_value(const link_row& row, std::string_view value, const markup_text& source,
                 std::string_view where, bool empty_is_base);

  // One URL whose value holds no character reference, no control, and nothing that a charset changes.
  void add_plain(std::string_view value, std::uint32_t position, std::string_view where, bool empty_is_base) {
    while (!value.empty() && value.front() == ' ') {
      value.remove_prefix(1);
      ++position;
    }
    while (!value.empty() && value.back() == ' ') value.remove_suffix(1);
    push(value, position, where, empty_is_base);
  }

  // One URL, decoded already; it is cleaned.
  void add_url(std::string_view value, std::uint32_t position, std::string_view where, bool empty_is_base);

  // Links of CSS, decoded already. Those found so far may be taken early, and so by the next.
  void add_css(const markup_text& css, std::string_view where);

  // The strings of JSON that are absolute URLs.
  void add_json(const markup_text& json, std::string_view where);

  // The key or string that `scanner` read last of `json`: what it means, in UTF-8.
  [[nodiscard]] std::string_view json_string(const json_scanner& scanner, const markup_text& json);

  // What looked like a URL and is none is counted, and told where that is asked for.
  void refuse(rejection why, std::string_view raw, std::string_view where, std::uint32_t position) {
    counted_->reject(why, raw);
    found_->refuse(why, raw, where, position);
  }

  // A URL less the white space around it and tab, CR and LF inside.
  [[nodiscard]] std::string_view cleaned(std::string_view value);

  // `value` with its charset and character references undone, in the arena if that changes it.
  [[nodiscard]] std::string_view decode(std::string_view value, const markup_text& source);

  // A part of `source` in UTF-8.
  [[nodiscard]] std::string_view to_utf8(std::string_view text, const markup_text& source);

  // Where a link of that attribute stands: "a@href". A name for an element that is in no table is made as it
  // is met; `element_name` is as it is written.
  [[nodiscard]] std::string_view where_of(markup_space space, html_element element,
                                          std::string_view element_name, link_attribute attribute);

  [[nodiscard]] findings& found() { return *found_; }

 private:
  void push(std::string_view raw, std::uint32_t position, std::string_view where, bool empty_is_base) {
    if (!raw.empty() && may_be_no_url(raw.front())) {
      const rejection rejected = judge_beginning(raw);
      if (rejected != rejection::none) {
        if (!held_) return refuse(rejected, raw, where, position);
        met_refusal_ = true;
        return;
      }
    }
    reference link;
    link.raw = raw;
    link.where = where;
    link.position = position;
    link.empty_is_base = empty_is_base;
    found_->references.push_back(link);
  }

  static bool may_be_no_url(char first) { return first == '$' || (first | 0x20) == 'b'; }

  // A variable of a template that was never filled in ("${url}"), and a declaration of CSS that was written
  // where a URL belongs ("background-image:url(x)").
  [[nodiscard]] static rejection judge_beginning(std::string_view raw);

  std::string_view convert(std::string_view text, const markup_text& source);

  findings* found_ = nullptr;
  stats* counted_ = nullptr;
  encoding charset_;
  bool guessed_ = false;
  bool held_ = false;
  bool met_refusal_ = false;
  // What browsers take where nothing is declared and the bytes are not UTF-8 (HTML standard,
  // section 13.2.3.2).
  encoding undeclared_ = find_encoding("windows-1252");
  charset_decoder decoder_;
};

}  // namespace urlsieve

#endif
