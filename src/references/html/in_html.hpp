// References in HTML and XHTML: link attributes, srcset, meta refresh, style, JSON-LD; the first <base href>.
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

  // What is known of a page only when all of it was read.
  struct page_facts {
    std::optional<std::string> base;       // as findings::embedded_base
    std::optional<std::string> canonical;  // likewise
    std::optional<encoding> told;          // by a <meta> that is reason to read it anew
    bool nofollow = false;
    bool in_one_piece = false;  // its encoding asks for that
  };

  // Of a page in windows, which stand one behind the other: what they tell together, and then the references
  // of each, but in_one_piece. They may be taken early where the plan asks for nothing around them.
  [[nodiscard]] page_facts survey(std::span<const document> windows);
  void find(std::span<const document> windows, std::size_t number, const page_facts& page, findings& found,
            stats& counted);

  // Markup that stood inside another document, already in UTF-8. Its <base> is no business of that document,
  // but its own references cannot be told from the others', so it is passed over. `base`: of that document.
  void find_inside(const markup_text& markup, std::string_view base, findings& found, stats& counted);

 private:
  [[nodiscard]] bool may_be_taken_early() const;
  void read(const document& doc, const readable_body& ready, findings& found, stats& counted,
            std::string_view until_its_end = {});
  [[nodiscard]] std::optional<encoding> to_read_anew(const readable_body& ready, const encoding& told,
                                                     bool guessed) const;

  html_plan plan_;
  link_collector links_;
  html_walker walker_;
  charset_decoder decoder_;
};

}  // namespace urlsieve

#endif
