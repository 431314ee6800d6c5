// References in HTML and XHTML: link attributes, srcset, meta refresh, style, JSON-LD; the first <base href>.
#ifndef URLSIEVE_REFERENCES_IN_HTML_HPP
#define URLSIEVE_REFERENCES_IN_HTML_HPP

#include "src/references/finder.hpp"
#include "src/references/html/html_walker.hpp"
#include "src/references/html/readable_body.hpp"
#include "src/references/values/link_collector.hpp"

namespace urlsieve {

class html_finder {
 public:
  explicit html_finder(const link_options& options, reading speed = reading::fast)
      : html_finder(options, text_options{}, speed) {}
  // `text`: the rules for URLs in text, where they are looked for.
  html_finder(const link_options& options, const text_options& text, reading speed = reading::fast)
      : plan_(options, text, speed), walker_(plan_, links_) {}
  html_finder(const html_finder&) = delete;
  html_finder& operator=(const html_finder&) = delete;

  void find(const document& doc, findings& found, stats& counted);

  // Markup that stood inside another document, already in UTF-8. Its <base> is no business of that document,
  // but its own references cannot be told from the others', so it is passed over. `base`: of that document.
  void find_inside(const markup_text& markup, std::string_view base, findings& found, stats& counted);

 private:
  void read(const document& doc, const readable_body& ready, findings& found, stats& counted);

  html_plan plan_;
  link_collector links_;
  html_walker walker_;
  charset_decoder decoder_;
};

}  // namespace urlsieve

#endif
