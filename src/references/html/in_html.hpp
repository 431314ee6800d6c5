// Finds references in HTML and XHTML, for one thread at a time: link attributes, srcset, meta refresh, style,
// JSON-LD, and the first <base href>. XHTML follows the rules of XML: names have case and namespaces, CDATA
// sections exist, "/>" closes.
#ifndef URLSIEVE_REFERENCES_IN_HTML_HPP
#define URLSIEVE_REFERENCES_IN_HTML_HPP

#include <optional>
#include <span>
#include <string>

#include "src/references/finder.hpp"
#include "src/references/html/html_walker.hpp"
#include "src/references/html/readable_body.hpp"
#include "src/references/values/link_collector.hpp"
#include "src/url/text_forms/text_search.hpp"

namespace urlsieve {

class html_finder {
 public:
  explicit html_finder(const link_options& options, reading speed = reading::fast)
      : html_finder(options, text_search{}, speed) {}
  // `text`: the rules for URLs in text, used with link_options::text_links.
  html_finder(const link_options& options, const text_search& text, reading speed = reading::fast)
      : plan_(options, text, speed), links_(text), walker_(plan_, links_) {}
  html_finder(const html_finder&) = delete;
  html_finder& operator=(const html_finder&) = delete;

  // Appends the references of `doc`. Reads a page twice if a late <meta> declares another encoding. Requires:
  // found.batch_consumer is null.
  void find(const document& doc, findings& found, stats& counted);

  // Finds the references of a large page and delivers references in batches (findings::batch_consumer) as
  // soon as the rest of the page cannot change earlier references. If the rest may change them, reads the
  // page to its end and then once more. The other facts in `found` stay valid until the next call. Requires:
  // can_deliver_early(), and doc.type is html.
  void find_early(const document& doc, findings& found, stats& counted);

  // True if references can be delivered before the end of a page. False with drop_nofollow, contexts or text
  // links, because they refer to earlier references by index.
  [[nodiscard]] bool can_deliver_early() const;

  // The facts about a page that are known only after all of the page was read.
  struct page_facts {
    std::optional<std::string> base;        // like findings::embedded_base
    std::optional<std::string> canonical;   // like findings::canonical
    std::optional<encoding> late_encoding;  // of a late <meta>; find() decodes all windows by this encoding
    bool nofollow = false;
    bool in_one_piece = false;  // the encoding needs decoding, so windows are unsuitable
  };

  // Reads a page in windows: survey() returns the facts about the whole page, and find() appends the
  // references of windows[number]. find() sets embedded_base and canonical to views of `page`. Requires: the
  // windows are adjacent in memory, in order. Requires for find(): `page` is the result of survey() for the
  // same windows, outlives the findings, and has in_one_piece false.
  [[nodiscard]] page_facts survey(std::span<const document> windows);
  void find(std::span<const document> windows, std::size_t number, const page_facts& page, findings& found,
            stats& counted);

  // Finds the references of `markup`, which is embedded in another document and already UTF-8. Skips <base>
  // in `markup`, because only the outer document may set its own base. With link_options::text_links, also
  // searches the markup that a page drops (html_walker::walk_embedded). `base`: the base of the outer
  // document.
  void find_inside(const markup_text& markup, std::string_view base, findings& found, stats& counted);

 private:
  [[nodiscard]] bool is_settled(const document& doc, const readable_body& ready, const findings& found) const;
  void keep_facts(findings& found);
  void forget_all_but_facts(findings& found);
  void read(const document& doc, const readable_body& ready, findings& found, stats& counted,
            std::string_view page_so_far = {});
  [[nodiscard]] std::optional<encoding> encoding_for_rereading(const readable_body& ready,
                                                               const encoding& declared, bool guessed) const;

  html_plan plan_;
  link_collector links_;
  html_walker walker_;
  charset_decoder decoder_;
  std::string base_;  // of the current large page
  std::string canonical_;
};

}  // namespace urlsieve

#endif
