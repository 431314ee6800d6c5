// References in HTML and XHTML: link attributes, srcset, meta refresh, style, JSON-LD; the first <base href>.
// XHTML is read by the rules of XML: names have case and namespaces, CDATA sections exist, "/>" closes.
#ifndef URLSIEVE_REFERENCES_IN_HTML_HPP
#define URLSIEVE_REFERENCES_IN_HTML_HPP

#include <optional>
#include <span>
#include <string>

#include "src/references/finder.hpp"
#include "src/references/html/html_walker.hpp"
#include "src/references/html/readable_body.hpp"
#include "src/references/values/link_collector.hpp"
#include "src/url/text_search.hpp"

namespace urlsieve {

class html_finder {
 public:
  explicit html_finder(const link_options& options, reading speed = reading::fast)
      : html_finder(options, text_search{}, speed) {}
  // `text`: the rules for URLs in text, where they are looked for.
  html_finder(const link_options& options, const text_search& text, reading speed = reading::fast)
      : plan_(options, text, speed), walker_(plan_, links_) {}
  html_finder(const html_finder&) = delete;
  html_finder& operator=(const html_finder&) = delete;

  void find(const document& doc, findings& found, stats& counted);

  // Of a large page: its references are taken early (findings::take_early), so that they are never held
  // together. They are as soon as nothing that comes later can change them; where something may, the page is
  // read to its end first, and then again. What `found` tells of it besides lives until the next call.
  // REQUIRES: gives_early(), and doc.type is html.
  void find_early(const document& doc, findings& found, stats& counted);

  // Whether references can be taken before a page ends: else they are known by their numbers while an element
  // is open, or until the end.
  [[nodiscard]] bool gives_early() const;

  // What is known of a page only when all of it was read.
  struct page_facts {
    std::optional<std::string> base;       // as findings::embedded_base
    std::optional<std::string> canonical;  // likewise
    std::optional<encoding> told;          // by a <meta> that is reason to read it anew
    bool nofollow = false;
    bool in_one_piece = false;  // its encoding asks for that
  };

  // Of a page in windows, which stand one behind the other: what they tell together, and then the references
  // of each, but in_one_piece.
  [[nodiscard]] page_facts survey(std::span<const document> windows);
  void find(std::span<const document> windows, std::size_t number, const page_facts& page, findings& found,
            stats& counted);

  // Markup that stood inside another document, already in UTF-8. Its <base> is no business of that document,
  // but its own references cannot be told from the others', so it is passed over. `base`: of that document.
  void find_inside(const markup_text& markup, std::string_view base, findings& found, stats& counted);

 private:
  [[nodiscard]] bool is_settled(const document& doc, const readable_body& ready, const findings& found) const;
  void keep_facts(findings& found);
  void forget_all_but_facts(findings& found);
  void read(const document& doc, const readable_body& ready, findings& found, stats& counted,
            std::string_view until_its_end = {});
  [[nodiscard]] std::optional<encoding> to_read_anew(const readable_body& ready, const encoding& told,
                                                     bool guessed) const;

  html_plan plan_;
  link_collector links_;
  html_walker walker_;
  charset_decoder decoder_;
  std::string base_;  // of the large page at hand
  std::string canonical_;
};

}  // namespace urlsieve

#endif
