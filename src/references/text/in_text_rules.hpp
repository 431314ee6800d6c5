// Applies the exact rules for URLs in text at one position: at a colon that may end a scheme, or at a dot of
// a name without scheme. The scheme is read backwards from its colon. Then the rules for wrapped, quoted and
// bare URLs are tried in this order.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_RULES_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_RULES_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/references/finder.hpp"
#include "src/references/text/in_text_delimit.hpp"
#include "src/references/text/in_text_escapes.hpp"
#include "src/references/text/in_text_joined.hpp"
#include "src/references/text/in_text_name.hpp"
#include "src/references/text/in_text_wrapped.hpp"
#include "src/url/text_forms/text_rewriting.hpp"
#include "src/url/text_forms/text_search.hpp"
#include "urlsieve/text_options.hpp"

namespace urlsieve {

// The caller selects the positions and passes them in ascending order. A position before floor() is inside a
// URL that was already found.
class text_rules {
 public:
  explicit text_rules(const text_search& options)
      : options_(options), unwrapper_(options), joiner_(options) {}

  // Sets the refanged bytes of the next text, before begin(); null: none. `changed` must outlive the search.
  // A name with a refanged dot is read by the rules of abbreviated_choice::host.
  void note_changed(const changed_bytes* changed) { changed_ = changed; }

  // Starts with the body of `searched`, which must outlive the search.
  void begin(const document& searched, findings& found, stats& counted);

  // Reads the URL at a position. Requires: the byte at `colon` is a colon; the byte at `dot` is a dot, and
  // abbreviations() is true.
  void at_colon(std::size_t colon);
  void at_dot(std::size_t dot);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t floor() const { return floor_; }
  [[nodiscard]] bool abbreviations() const { return abbreviated_; }
  // True if a URL without scheme may begin at any name, not only at "www." or "ftp.".
  [[nodiscard]] bool any_name() const {
    return options_.abbreviated == abbreviated_choice::host || changed_ != nullptr;
  }

  // Adds the URL `raw`, also a URL that the caller has delimited (in_text_quick.hpp). [start, end) is the
  // place of the URL in the text, with its closing delimiter; floor() becomes `end`. Rejects URLs longer than
  // text_search::max_url bytes as too_long, except "data:" URLs. Requires: `raw` outlives the findings.
  void add(std::string_view raw, std::size_t start, std::size_t end, delimiter delimited,
           std::uint16_t flags = 0);

 private:
  void at_url_prefix(std::size_t begin, std::size_t colon);
  bool escaped(std::size_t colon, escape_form form);
  text_name name_at(std::size_t dot);
  bool in_address(std::size_t at);
  void refuse(rejection why, std::string_view raw, std::size_t start);
  void note_ill_formed_end(std::string_view raw, std::size_t start, std::size_t end);
  bool wrapped(const text_candidate& candidate);
  void bare(const text_candidate& candidate);

  text_search options_;
  text_unwrapper unwrapper_;
  bare_joiner joiner_;

  std::string_view text_;
  const document* searched_ = nullptr;  // null: the text need not be UTF-8
  std::size_t floor_ = 0;               // end of the last URL
  std::size_t named_ = 0;               // end of the last name that was read
  std::size_t host_read_ = 0;    // end of the last run that was read as any host because of refanged dots
  std::size_t local_end_ = 0;    // end of the last possible local part of a mail address
  std::size_t escaped_end_ = 0;  // end of the last text that was read as a URL with escapes
  bool abbreviated_ = false;
  const changed_bytes* changed_ = nullptr;
  findings* found_ = nullptr;
  stats* counted_ = nullptr;
};

}  // namespace urlsieve

#endif
