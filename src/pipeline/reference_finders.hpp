// Finds the references of a document by the type of the document: one finder for each type, and the
// conversions that a text needs before the search (charset, fields of a table). One thread at a time may use
// the object. Damage is counted; functions throw std::bad_alloc.
#ifndef URLSIEVE_PIPELINE_REFERENCE_FINDERS_HPP
#define URLSIEVE_PIPELINE_REFERENCE_FINDERS_HPP

#include <cstddef>
#include <span>
#include <string_view>

#include "src/codec/charset.hpp"
#include "src/documents/lines/table_columns.hpp"
#include "src/documents/lines/url_list.hpp"
#include "src/pipeline/option_parts.hpp"
#include "src/references/finder.hpp"
#include "src/references/html/in_html.hpp"
#include "src/references/in_css.hpp"
#include "src/references/in_json.hpp"
#include "src/references/in_playlist.hpp"
#include "src/references/in_robots.hpp"
#include "src/references/in_script.hpp"
#include "src/references/in_xml.hpp"
#include "src/references/text/in_text.hpp"
#include "src/text/arena.hpp"
#include "urlsieve/document.hpp"
#include "urlsieve/link_options.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

struct extract_options;

class reference_finders {
 public:
  // Requires: `options` outlive the object.
  explicit reference_finders(const extract_options& options);

  // Returns true if <link rel=canonical> counts as a redirect.
  [[nodiscard]] bool notes_canonical() const { return links_.note_canonical; }

  // Returns the charset of documents that declare none; empty: not requested.
  [[nodiscard]] std::string_view undeclared_charset() const { return undeclared_.name; }

  // Returns the document as it is searched: plain text as UTF-8, decoded by its byte order mark, or else by
  // its declared charset; a table with its columns; every document with the charset to use if it declares
  // none. References in decoded text have the offset of the document. Views are valid until the next call.
  [[nodiscard]] document prepare(document opened, stats& counted);

  // Returns the document with the default base, if it has no base. Abbreviated references are found only
  // without a base (rfc2396bis-01 Appendix F).
  [[nodiscard]] document with_default_base(document opened) const;

  // Appends the references of a prepared document to `found`. `lists_hold_text`: see slice::may_hold_text.
  void find(const document& opened, findings& found, stats& counted, bool lists_hold_text = false);

  // Appends the references of `line`, a part of a list that is searched as text.
  void find_in_list_line(const document& list, std::string_view line, findings& found, stats& counted);

  // True if find_early() may be used for HTML: no reference waits for the end of the page.
  [[nodiscard]] bool can_deliver_early() const { return html_.can_deliver_early(); }
  // Like find(), for a page of HTML; delivers references by findings::batch_consumer while the page is read.
  void find_early(const document& page, findings& found, stats& counted);

  // For a page of HTML in windows (page_windows.hpp): survey() reads the facts about the whole page, and
  // find_window() appends the references of window `i`. survey() returns false if the page must be
  // searched as one piece; find_window() must then not be called.
  [[nodiscard]] bool survey(std::span<const document> windows);
  void find_window(std::span<const document> windows, std::size_t i, findings& found, stats& counted);

 private:
  document as_utf8(document opened, stats& counted);
  void find_in_fields(document opened, findings& found, stats& counted);
  void read_list(document opened, bool holds_text, findings& found, stats& counted);
  void search_text_lines(const document& list, findings& found, stats& counted);
  void mark_bare_hosts(const document& opened, findings& found);

  option_parts options_;
  const link_options links_;
  encoding undeclared_;
  text_finder text_;
  html_finder html_;
  css_finder css_;
  xml_finder xml_;
  json_finder json_;
  robots_finder robots_;
  playlist_finder playlist_;
  script_finder script_;
  findings host_lines_;                // references in one line of a list
  std::vector<reference> list_lines_;  // of a list that holds text, from the first line of text on
  std::vector<bad_line_count> bad_counts_;
  charset_decoder charsets_;
  arena text_bytes_;              // the current text, if it was decoded
  arena fields_;                  // the current text with separated fields
  table_columns columns_;         // of a table in one piece
  html_finder::page_facts page_;  // of the current large page
};

}  // namespace urlsieve

#endif
