// The exact rules of URLs in text, asked at one place: a colon that a scheme may end at, or a dot that a name
// without a scheme may hold. The scheme is read backwards from its colon; then the rules for wrapped, quoted
// and bare URLs are tried in that order.
#ifndef URLSIEVE_REFERENCES_IN_TEXT_RULES_HPP
#define URLSIEVE_REFERENCES_IN_TEXT_RULES_HPP

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/references/finder.hpp"
#include "src/references/text/in_text_delimit.hpp"
#include "src/references/text/in_text_joined.hpp"
#include "src/references/text/in_text_name.hpp"
#include "src/references/text/in_text_wrapped.hpp"
#include "src/url/text_rewriting.hpp"
#include "src/url/text_search.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

// Who asks decides which places are worth it, and asks in their order; a place before floor() is inside a URL
// that was found.
class text_rules {
 public:
  explicit text_rules(const text_search& options)
      : options_(options), unwrapper_(options), joiner_(options) {}

  // Of the text that begin() is called for next: what was made harmless in it; null: nothing. A name with
  // such a dot is taken as abbreviated_choice::host would have it.
  void note_changed(const changed_bytes* changed) { changed_ = changed; }

  // What is found from now on stands in the body of `searched`, which must outlive the search.
  void begin(const document& searched, findings& found, stats& counted);

  // REQUIRES: the byte there is a colon, or a dot and abbreviations().
  void at_colon(std::size_t colon);
  void at_dot(std::size_t dot);

  [[nodiscard]] std::string_view text() const { return text_; }
  [[nodiscard]] std::size_t floor() const { return floor_; }
  [[nodiscard]] bool abbreviations() const { return abbreviated_; }
  // Names are looked for at any dot.
  [[nodiscard]] bool any_name() const {
    return options_.abbreviated == abbreviated_choice::host || changed_ != nullptr;
  }

  // Adds a URL that stands from `start` to `end`, delimiters included; also one that was read elsewhere.
  void add(std::string_view raw, std::size_t start, std::size_t end, delimiter delimited,
           std::uint16_t flags = 0);

 private:
  void at_url_prefix(std::size_t begin, std::size_t colon);
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
  const document* searched_ = nullptr;  // null: its bytes need not be UTF-8
  std::size_t floor_ = 0;               // the end of the last URL
  std::size_t named_ = 0;               // the end of the last name asked about
  std::size_t host_read_ = 0;  // the end of the last run that was read as any host, with harmless dots
  std::size_t local_end_ = 0;  // of what may be the local part of an address, asked about last
  bool abbreviated_ = false;
  const changed_bytes* changed_ = nullptr;
  findings* found_ = nullptr;
  stats* counted_ = nullptr;
};

}  // namespace urlsieve

#endif
