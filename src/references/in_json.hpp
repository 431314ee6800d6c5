// Finds references in JSON: string values that are absolute URLs, and URLs in the text of other strings.
#ifndef URLSIEVE_REFERENCES_IN_JSON_HPP
#define URLSIEVE_REFERENCES_IN_JSON_HPP

#include <string_view>

#include "src/references/finder.hpp"
#include "src/references/html/in_html.hpp"
#include "src/references/text/in_text.hpp"
#include "src/references/values/json_path.hpp"
#include "src/references/values/link_collector.hpp"
#include "src/text/json/json_scanner.hpp"
#include "src/url/text_forms/text_search.hpp"
#include "urlsieve/link_options.hpp"

namespace urlsieve {

// Used by one thread at a time; keeps its memory between documents. A string that is an absolute URL is a
// link, with its path in `where`. Other strings are searched like plain text; JSON in a string is decoded
// first.
class json_finder {
 public:
  explicit json_finder(const link_options& options, const text_search& text = {});

  // Appends the references of `doc`. `where` is "json:" and the names of the enclosing members from the
  // outermost in, joined by "."; arrays add nothing. A member name that is an absolute URL is also a link. In
  // a web app manifest and in speculation rules, members defined as URLs may be relative. In a document with
  // a base, paths and queries in members that is_link_by_key() knows are links. Invalid JSON is counted as
  // damage and searched as far as possible; a window of a document (document::head) may end anywhere.
  // Strings with escapes that have bytes of UTF-8 as characters are decoded once more. URI templates are
  // rejected. A string that has a tag with a link is read as HTML, with the `where` of in_html for
  // attributes.
  void find(const document& doc, findings& found, stats& counted);

  // Appends the references of `json`, a value in another document, in UTF-8. `base`: the base of that
  // document. Requires: is_whole_json(json.text).
  void find_inside(const markup_text& json, std::string_view base, findings& found, stats& counted);

  // Returns true if a string is read as HTML: it has a tag with a link, and is no template of HTML, whose
  // attributes hold placeholders.
  [[nodiscard]] static bool is_html(std::string_view text);
  // Like find_inside(), for a value that is HTML. `where` of URLs between the tags is "text".
  void find_html_inside(const markup_text& html, std::string_view base, findings& found, stats& counted);

 private:
  bool read(const markup_text& json, std::string_view base, stats& counted);
  [[nodiscard]] std::string_view text_of(const json_scanner& scanner, const markup_text& source);
  void add_value(std::string_view url, std::uint32_t position);
  void read_key(const json_scanner& scanner, const markup_text& source);
  [[nodiscard]] bool is_relative_link(std::string_view text);
  [[nodiscard]] bool is_url(std::string_view text) const;
  void read_string(const json_scanner& scanner, const markup_text& source, std::string_view base,
                   stats& counted);
  void read_html(const markup_text& html, std::string_view base, stats& counted);
  void read_text(std::string_view text, const markup_text& source, std::string_view base, stats& counted);
  void search(text_finder& finder, std::string_view text, std::string_view base, stats& counted);
  [[nodiscard]] std::string_view where() { return path_.text("json:", links_.found().decoded); }

  link_collector links_;
  charset_decoder decoder_;
  text_finder text_;
  text_finder escaped_text_;  // for strings that contain JSON
  html_finder html_;          // for strings that contain HTML; also searches its text
  json_path path_;
  bool is_manifest_ = false;
};

}  // namespace urlsieve

#endif
